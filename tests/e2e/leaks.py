"""Deliberate leaks: each patches the running program, so that the secrecy test can show that it would notice."""

import logging
import os
from dataclasses import replace
from typing import Any

import discord

import cogs.play
import cogs.render
import game.table
from game.cards import cards_text
from game.state import Seat, State
from game.view import View, view_for

log = logging.getLogger("game.table")


def public_answers() -> None:
    """A hand that is a new message is sent for all to see."""
    original = discord.InteractionResponse.send_message

    async def send(response: Any, *args: Any, **kwargs: Any) -> Any:
        hand = "'skat:" in str(kwargs["view"].to_components())
        return await original(response, *args, **kwargs | ({"ephemeral": False} if hand else {}))

    discord.InteractionResponse.send_message = send  # pyright: ignore[reportAttributeAccessIssue]  # the leak


def board_of_forehand() -> None:
    """The board shows what forehand holds, as if it were an open hand."""

    def view(state: State, seat: Seat | None) -> View:
        shown = view_for(state, seat)
        if seat is not None or not shown.contract:
            return shown
        return replace(shown, shown=((Seat.FOREHAND, view_for(state, Seat.FOREHAND).hand),))

    cogs.render.view_for = view


def neighbours_hand() -> None:
    """Everybody is shown the cards of the next seat."""

    def view(state: State, seat: Seat | None) -> View:
        shown = view_for(state, seat)
        return shown if seat is None else replace(shown, hand=view_for(state, seat.left).hand)

    game.table.view_for = view


def logged_hands() -> None:
    """At DEBUG the cards are written to the log."""
    original = game.table.new_deal

    def deal(order: Any, rules: Any) -> Any:
        dealt = original(order, rules)
        log.debug("dealt %s", cards_text(dealt.deal.hands[0]))
        return dealt

    game.table.new_deal = deal


def seed_in_the_lobby() -> None:
    """The fingerprint of the next deal is its seed."""

    def published(_: str, __: Any, seed: bytes) -> str:
        return seed.hex()

    game.table.commitment = published


def broken_clicks() -> None:
    """Every move fails with an error that names the token."""

    async def act(*_: Any) -> None:
        raise RuntimeError(f"cannot go on with {os.environ['SKAT_DISCORD_TOKEN']}")

    cogs.play.Play.act = act  # pyright: ignore[reportAttributeAccessIssue]  # whatever it is called with
