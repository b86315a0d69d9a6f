"""The private hands at one table: the newest message of each person, kept up to date while its token lives.

A hand that is gone is forgotten, and "My cards" brings a new one. A token is used for nothing before the answer to its
click, and for nothing at all once it is old.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.app import SkatBot
from bot.transport import FAULTS
from cogs.answer import NOBODY, Answer, answered, files
from cogs.render import Renderer
from cogs.slots import Gate, Gone, Shot, Slot
from cogs.ui.ids import ChoiceId
from game.table import Table

log = logging.getLogger(__name__)

HAND_GAP: Final = 0.4
HAND_LIVES: Final = 14 * 60.0
"""Seconds; the token of an interaction dies after fifteen minutes."""
REQUEST_TIMEOUT: Final = 10.0

Click = discord.Interaction[Any]


@dataclass(slots=True)
class Hand:
    """A private message of one person; `message` None is the original answer of the interaction.

    `id`: the message's own, as far as it is known.
    """

    click: Click
    at: float
    language: str
    slot: Slot | None = None
    message: int | None = None
    id: int | None = None


class Hands:
    """What people at `table` see of their cards. `spawn` runs what nobody waits for."""

    def __init__(
        self,
        table: Table,
        bot: SkatBot,
        renderer: Renderer,
        gate: Gate,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._table = table
        self._bot = bot
        self._renderer = renderer
        self._gate = gate
        self._spawn = spawn
        self._of: dict[int, Hand] = {}

    def touch(self) -> None:
        """Something changed: every hand is shown anew."""
        for hand in self._of.values():
            _touch(hand)

    def wishes_changed(self, user: int) -> None:
        """What a person wants to see has changed."""
        hand = self._of.get(user)
        if hand is not None:
            hand.language = self._language(hand.click)
            _touch(hand)

    def keep_contact(self, click: Click) -> None:
        """Remembers an interaction through which a person's cards can be sent later; a shown hand is the better one."""
        old = self._of.get(click.user.id)
        if old is None or old.slot is None or old.slot.gone:
            self._adopt(click, with_slot=False, message=None)

    async def show(self, click: Click, answer: Answer, *, choice: ChoiceId | None = None, note: str = "") -> None:
        """A hand as the answer to `click`: the newest state, with a choice in the making, or a note above it.

        The message that showed the hand until now is taken away if it is another one: a person has one hand.
        """
        before = self._of.get(click.user.id)
        shown = before is not None and before.slot is not None and not before.slot.gone
        hand = self._adopt(click, with_slot=True, message=None)
        assert hand.slot is not None
        if answer.update and click.message is not None:
            hand.id = click.message.id

        async def chosen() -> Shot | None:
            return await self._renderer.hand(self._table, click.user.id, hand.language, choice=choice, note=note)

        try:
            await hand.slot.answer(answer.show, chosen if choice is not None or note else None)
        except FAULTS:
            if before is not None and shown:
                self._return_to(before, hand)
            raise
        hand.id = answer.message or hand.id
        if before is not None and before.slot is not None and before.id != hand.id:
            self._spawn(self._take_away(before))

    def deal(self) -> None:
        """Sends everyone whose newest interaction is still alive their new cards, and takes the old ones away."""
        for user, hand in self._of.items():
            if not self._old(hand):
                self._spawn(self._deal_to(user, hand))

    def close(self) -> None:
        """Nothing is sent any more."""
        for hand in self._of.values():
            if hand.slot is not None:
                hand.slot.close()

    def _adopt(self, click: Click, *, with_slot: bool, message: int | None) -> Hand:
        user = click.user.id
        old = self._of.get(user)
        # An edit that is on its way could overwrite what is shown now.
        overtaken = old is not None and old.slot is not None and old.slot.close()
        hand = Hand(click, self._bot.clock.time(), self._language(click), message=message, id=message)
        self._of[user] = hand
        if with_slot:

            async def render() -> Shot | None:
                return await self._renderer.hand(self._table, user, hand.language)

            async def send(shot: Shot) -> None:
                await self._edit(hand, shot)

            hand.slot = Slot(render, send, HAND_GAP, self._gate, lost=lambda: self._forget(user, hand))
            if overtaken:
                hand.slot.show_again()
        return hand

    def _return_to(self, before: Hand, failed: Hand) -> None:
        """Nobody took the answer, so its token is worth nothing: the hand that was there is kept right instead."""
        if self._of.get(before.click.user.id) is failed:
            kept = self._adopt(before.click, with_slot=True, message=before.message)
            kept.at, kept.id = before.at, before.id
            assert kept.slot is not None
            kept.slot.show_again()

    def _forget(self, user: int, hand: Hand) -> None:
        if self._of.get(user) is hand:
            del self._of[user]

    def _old(self, hand: Hand) -> bool:
        return self._bot.clock.time() - hand.at > HAND_LIVES

    async def _edit(self, hand: Hand, shot: Shot) -> None:
        if self._old(hand):
            raise Gone
        shot.view.stop()
        await answered(hand.click).wait()
        try:
            if hand.message is None:
                await hand.click.edit_original_response(
                    view=shot.view, attachments=files(shot), allowed_mentions=NOBODY
                )
            else:
                await hand.click.followup.edit_message(
                    hand.message, view=shot.view, attachments=files(shot), allowed_mentions=NOBODY
                )
        except (discord.NotFound, discord.Forbidden) as error:
            raise Gone from error
        except discord.HTTPException as error:
            if error.status == 401:
                raise Gone from error
            raise

    async def _deal_to(self, user: int, hand: Hand) -> None:
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                await answered(hand.click).wait()
                shot = await self._renderer.hand(self._table, user, hand.language)
                if shot is None:
                    return
                shot.view.stop()
                message = await hand.click.followup.send(
                    view=shot.view, ephemeral=True, wait=True, allowed_mentions=NOBODY
                )
                now = self._of.get(user)
                if now is not None and now is not hand and now.slot is not None:
                    # They have clicked while it was sent, so their hand is where they clicked: nobody keeps this one.
                    await hand.click.followup.delete_message(message.id)
                    return
            new = self._adopt(hand.click, with_slot=True, message=message.id)
            new.at = hand.at
            _touch(new)
            await self._take_away(hand)
        except FAULTS as error:
            log.info("table %d: new cards could not be sent: %s", self._table.id, type(error).__name__)

    async def _take_away(self, hand: Hand) -> None:
        """Deletes a hand that has been replaced; one that was no message of its own stays."""
        if hand.slot is None or self._old(hand):
            return
        with contextlib.suppress(*FAULTS):
            async with asyncio.timeout(REQUEST_TIMEOUT):
                if hand.message is None:
                    await hand.click.delete_original_response()
                else:
                    await hand.click.followup.delete_message(hand.message)

    def _language(self, click: Click) -> str:
        chosen = self._bot.preferences.get(click.user.id).language
        return click.locale.value if chosen == "client" else chosen


def _touch(hand: Hand) -> None:
    if hand.slot is not None:
        hand.slot.touch()
