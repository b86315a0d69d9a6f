"""A finished game card by card as the solver sees it with all cards open: what was best, what was given away.

The values are those of `hindsight`, which ``python -m game solve`` prints too. A Ramsch has no verdicts: three play
against each other there, so no card is best whatever the others do.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.actions import Play
from game.cards import Card
from game.computer.hindsight import Judged, Search
from game.computer.solver import Position, Terms, terms_of, thread_solver
from game.contract import Game
from game.rules import Rules
from game.scoring import game_result, held
from game.state import Declared, Finished, Hand, Seat

NODES_A_SECOND: Final = 4_000_000
"""What the compiled search does at least, beside others; turns the seconds left into a number of nodes."""


class Verdict(Enum):
    """What a card did: no other could be played; nothing was better; it cost points; it cost the game; it did not
    matter, because the game was lost for its side whatever was played."""

    ONLY = "only"
    BEST = "best"
    COSTS = "costs"
    TURNS = "turns"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Goal:
    """What the declarer needs: `need` card points with the skat, or in games that one trick decides, tricks.

    In a Null fewer than `need`. A game that cannot be won any more, overbid, has a need that is never met.
    """

    terms: Terms
    need: int

    def won(self, total: int) -> bool:
        return total < self.need if self.terms.lowest else total >= self.need


@dataclass(frozen=True, slots=True)
class Remark:
    """The verdict on one card.

    `lost`: card points it cost its side. `better`: the cards that would have cost nothing, where it cost something.
    `total`: what the declarer has at the end if all play best from then on. `wins`: whether the side of whoever played
    it wins then.
    """

    trick: int
    seat: Seat
    card: Card
    verdict: Verdict
    lost: int
    better: tuple[Card, ...]
    total: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Review:
    """The remarks in the order of play. `complete`: from the first card on, otherwise the last ones alone.

    `best`: what the declarer would have had if all had played best from the first card on; None where that card
    has not been judged.
    """

    goal: Goal
    remarks: tuple[Remark, ...]
    complete: bool
    best: int | None

    @property
    def winnable(self) -> bool | None:
        """Whether the game as it was declared and laid away wins with all cards open."""
        return None if self.best is None else self.goal.won(self.best)

    def of(self, trick: int) -> tuple[Remark, ...]:
        """The remarks on one trick, from 1."""
        return tuple(remark for remark in self.remarks if remark.trick == trick)

    @property
    def mistakes(self) -> tuple[Remark, ...]:
        """What cost something, the game first, then the most points."""
        found = [remark for remark in self.remarks if remark.verdict in (Verdict.TURNS, Verdict.COSTS)]
        return tuple(sorted(found, key=lambda remark: (remark.verdict is not Verdict.TURNS, -remark.lost)))


def goal_of(over: Finished) -> Goal | None:
    """What the declarer of a finished game needed, by the rules that scored it; None if nobody declared one."""
    terms = over.terms
    return _goal(terms, held(over), over.deal.rules) if isinstance(terms, Declared) else None


def _goal(terms: Declared, cards: Hand, rules: Rules) -> Goal:
    def wins(points: int, tricks: int) -> bool:
        return game_result(cards, terms, points, tricks, rules).won

    usual = terms_of(terms.game, terms.declarer)
    if terms.game is Game.NULL:
        return Goal(usual, 1 if wins(0, 0) else 0)
    for points in (61, 90):
        if wins(points, 9):
            return Goal(usual, points)
    return Goal(Terms(terms.game, terms.declarer, tricks=True), 10 if wins(120, 10) else 11)


def until(deadline: float) -> Search:
    """The compiled search that gives up at a moment of `time.monotonic`."""

    def search(position: Position, terms: Terms) -> int | None:
        left = deadline - time.monotonic()
        return thread_solver().value(position, terms, int(left * NODES_A_SECOND)) if left > 0 else None

    return search


def review(over: Finished, goal: Goal, judged: Iterable[Judged]) -> Review:
    """The verdicts on what `hindsight` found by the terms of the goal, in whatever order."""
    known = sorted(judged, key=lambda one: (one.trick, (one.seat - _leader(over, one.trick)) % 3))
    played = sum(isinstance(action, Play) for _, action in over.moves)
    complete = len(known) == played
    best = known[0].best if known and complete else None
    return Review(goal, tuple(_remark(one, goal) for one in known), complete, best)


def _leader(over: Finished, trick: int) -> Seat:
    return over.tricks[trick - 2].winner if trick > 1 else Seat.FOREHAND


def _remark(judged: Judged, goal: Goal) -> Remark:
    declares = judged.seat == goal.terms.alone
    won_before, won_after = (goal.won(total) is declares for total in (judged.best, judged.value))
    lost = 0 if goal.terms.tricks else abs(judged.best - judged.value)
    better: tuple[Card, ...] = ()
    if judged.choices == 1:
        verdict = Verdict.ONLY
    elif won_before and not won_after:
        verdict = Verdict.TURNS
    elif lost:
        verdict = Verdict.COSTS
    else:
        verdict = Verdict.SAME if goal.terms.tricks and not won_after else Verdict.BEST
    if verdict in (Verdict.TURNS, Verdict.COSTS):
        better = tuple(
            card
            for card, total in judged.values.items()
            if (goal.won(total) is declares if goal.terms.tricks else total == judged.best)
        )
    return Remark(judged.trick, judged.seat, judged.card, verdict, lost, better, judged.value, won_after)
