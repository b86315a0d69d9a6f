"""A finished deal as the steps in which it is looked at again: auction, skat, each trick, what was not played out.

Everything is open in a step, so there are steps of finished deals alone.
"""

from dataclasses import dataclass
from enum import Enum

from game.cards import Card, card_points
from game.scoring import Scores, tally
from game.state import SEATS, Finished, Hands, Seat


class Stage(Enum):
    AUCTION = "auction"
    SKAT = "skat"
    TRICK = "trick"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Step:
    """One look at a deal.

    `number`: of the trick, from 1; 0 where there is none. `hands`: before the step's `cards` were played; in the
    auction as dealt, twelve cards are in none of them. `winner`: None for a trick that was not played to its end.
    `points` and `tricks`: each seat's after the step, the skat not counted.
    """

    stage: Stage
    number: int
    hands: Hands
    leader: Seat | None
    cards: tuple[Card, ...]
    winner: Seat | None
    points: Scores
    tricks: Scores


_NOTHING: Scores = (0, 0, 0)


def steps(over: Finished) -> tuple[Step, ...]:
    """All steps in order; a deal that was passed in has the auction alone."""
    found = [Step(Stage.AUCTION, 0, over.deal.hands, None, (), None, _NOTHING, _NOTHING)]
    if over.terms is None:
        return tuple(found)
    hands = _before_play(over)
    found.append(Step(Stage.SKAT, 0, hands, None, (), None, _NOTHING, _NOTHING))
    points, tricks = _NOTHING, _NOTHING
    leader = Seat.FOREHAND
    for number, trick in enumerate(over.tricks, 1):
        points = _with(points, trick.winner, card_points(trick.cards))
        tricks = _with(tricks, trick.winner, 1)
        found.append(Step(Stage.TRICK, number, hands, trick.leader, trick.cards, trick.winner, points, tricks))
        hands = _without(hands, trick.cards)
        leader = trick.winner
    if any(hands):
        counted = tally(over)
        number = len(over.tricks) + 1
        found.append(Step(Stage.REST, number, hands, leader, over.trick, None, counted.points, counted.tricks))
    return tuple(found)


def _before_play(over: Finished) -> Hands:
    """The hands with which the first card was led, sorted as in a deal."""
    held = [list(hand) for hand in over.hands]
    for trick in over.tricks:
        for place, card in enumerate(trick.cards):
            held[(trick.leader + place) % 3].append(card)
    leader = over.tricks[-1].winner if over.tricks else Seat.FOREHAND
    for place, card in enumerate(over.trick):
        held[(leader + place) % 3].append(card)
    return (tuple(sorted(held[0])), tuple(sorted(held[1])), tuple(sorted(held[2])))


def _without(hands: Hands, cards: tuple[Card, ...]) -> Hands:
    first, second, third = (tuple(card for card in hands[seat] if card not in cards) for seat in SEATS)
    return first, second, third


def _with(scores: Scores, seat: Seat, more: int) -> Scores:
    changed = list(scores)
    changed[seat] += more
    return (changed[0], changed[1], changed[2])
