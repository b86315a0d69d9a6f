"""Schieberamsch: whether to look into the skat, and which two cards to pass on, by deals played out by rules of thumb.

A Ramsch is everyone for themselves, and those who push later still change the cards: played out, all that is in it.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Final

from game.actions import Action, Push, TakeSkat
from game.cards import DECK, JACKS, Card
from game.computer.selfplay import play_out
from game.computer.thumb import rule_of_thumb
from game.computer.worth import THEIR_SHARE
from game.contract import Game
from game.deal import apply
from game.scoring import result
from game.state import SEATS, Deal, Hand, Hands, Pushing, Seat
from game.view import View

PAIRS: Final = 10
"""Pairs of cards that are tried."""

MOST_WORLDS: Final = 16


class _Rules:
    def choose(self, view: View) -> Action:
        return rule_of_thumb(view)


_PLAYERS: Final = [_Rules()] * 3


def push(view: View, worlds: int, source: Random) -> Action:
    """What leads to the best score in as many ways the unseen cards may lie; the same ways for each choice."""
    states = [_world(view, source) for _ in range(min(worlds, MOST_WORLDS))]
    choices = view.legal if TakeSkat() in view.legal else [Push(pair) for pair in promising(view.hand)]
    return max(choices, key=lambda choice: fmean(_score(state, choice) for state in states))


def promising(hand: Sequence[Card]) -> list[Hand]:
    """Pairs worth a try: dear and high cards, and those that leave a suit empty."""
    plain = [card for card in hand if card not in JACKS]

    def merit(pair: Hand) -> float:
        kept = {Game.RAMSCH.group(card) for card in plain if card not in pair}
        emptied = sum(Game.RAMSCH.group(card) not in kept for card in pair)
        return sum(card.points + Game.RAMSCH.strength(card) for card in pair) + 5 * emptied

    return sorted(combinations(plain, 2), key=merit, reverse=True)[:PAIRS]


def _world(view: View, source: Random) -> Pushing:
    """The state of the push with the unseen cards dealt at random; who looked before passed on no jack."""
    seat = view.seat
    assert seat is not None
    unseen = [card for card in DECK if card not in view.hand]
    source.shuffle(unseen)
    skat: Hand = ()
    if len(view.hand) == 10:
        if any(looked for _, looked in view.pushes):
            unseen.sort(key=JACKS.__contains__)
            skat, rest = tuple(sorted(unseen[:2])), unseen[2:]
            source.shuffle(rest)
            unseen = [*skat, *rest]
        skat, unseen = tuple(sorted(unseen[:2])), unseen[2:]
    one, other = seat.others
    dealt = {seat: view.hand, one: tuple(sorted(unseen[:10])), other: tuple(sorted(unseen[10:]))}
    hands: Hands = (dealt[SEATS[0]], dealt[SEATS[1]], dealt[SEATS[2]])
    unlooked = sum(not looked for _, looked in view.pushes)
    return Pushing(Deal(view.rules, (), hands, skat), (), hands, skat, seat, not skat, unlooked)


def _score(state: Pushing, choice: Action) -> float:
    """The seat's score less the others' share, after a choice and a play-out."""
    seat: Seat = state.turn
    scores = result(play_out(apply(state, seat, choice), _PLAYERS)).scores
    return scores[seat] - THEIR_SHARE * sum(scores[one] for one in seat.others)
