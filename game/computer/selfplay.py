"""Whole deals and fixed contracts between players, for the arena, the training and the tests."""

from collections.abc import Sequence
from typing import Protocol

from game.actions import Action
from game.cards import Card
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import Rules
from game.state import Finished, State
from game.view import View, view_for


class Chooses(Protocol):
    def choose(self, view: View) -> Action: ...


class IllegalAnswer(Exception):
    """A player chose what may not be done."""


def play_out(state: State, players: Sequence[Chooses]) -> Finished:
    """The end of a deal when seat n is played by `players[n]`. Raises IllegalAnswer."""
    while not isinstance(state, Finished):
        seat = waiting_for(state)[0]
        legal = legal_actions(state, seat)
        action = legal[0] if len(legal) == 1 else players[seat].choose(view_for(state, seat))
        if action not in legal:
            raise IllegalAnswer(type(action).__name__)
        state = apply(state, seat, action)
    return state


def play_deal(order: Sequence[Card], rules: Rules, players: Sequence[Chooses]) -> Finished:
    """A whole deal. Raises IllegalAnswer."""
    return play_out(new_deal(order, rules), players)
