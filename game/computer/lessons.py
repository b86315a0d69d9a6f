"""Contracts with outcomes that the networks learn from, made by playing, one text line each.

`contract seat hand discards won points`, for example ``G 1 CJSJCACT... D7S9 1 78``: a declarer's pick-up contract, his
seat (0 forehand), ten cards, two discards, whether he won, and his card points with the discards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from game.actions import Action, Announce, Bid, TakeSkat
from game.cards import DECK, Card, card_points, cards, cards_text
from game.computer import features
from game.computer.levels import CLUB, Player, RulePlayer
from game.computer.masks import LAYOUTS, mask_of
from game.computer.network import Array
from game.computer.selfplay import Chooses, play_out
from game.computer.worth import GAMES, Plan, best_plans
from game.contract import Contract, Game
from game.deal import order_of
from game.rules import INTERNATIONAL
from game.scoring import GameResult, result
from game.state import SEATS, Deal, Declared, Hand, Hands, Move, Playing, Seat, with_hand, without

LEAST_BID: Final = 18


@dataclass(frozen=True, slots=True)
class Lesson:
    """One contract with its outcome."""

    game: Game
    seat: Seat
    hand: Hand
    discards: Hand
    won: bool
    points: int

    def __str__(self) -> str:
        where = f"{self.game.value} {self.seat:d} {cards_text(self.hand)} {cards_text(self.discards)}"
        return f"{where} {self.won:d} {self.points}"


def lesson(line: str) -> Lesson:
    """The inverse of `str`. Raises ValueError."""
    letter, seat, hand, discards, won, points = line.split()
    return Lesson(Game(letter), SEATS[int(seat)], cards(hand), cards(discards), won == "1", int(points))


def arrays(lessons: Iterable[Lesson], layout: int) -> tuple[Array, Array]:
    """Rows of features and outcomes of the lessons of a layout."""
    same = [one for one in lessons if LAYOUTS[one.game] == layout]
    hands = np.array([mask_of(one.game, one.hand) for one in same], dtype=np.int64)
    discards = np.array([mask_of(one.game, one.discards) for one in same], dtype=np.int64)
    seats = np.array([int(one.seat) for one in same], dtype=np.int64)
    wins = np.array([one.won for one in same], dtype=np.float32)
    return features.rows(layout, hands, discards, seats), wins


def contract_state(hands: Hands, skat: Hand, declarer: Seat, contract: Contract, away: Hand, bid: int) -> Playing:
    """A pick-up game before its first lead; `hands` and `skat` are as dealt, `away` the discards."""
    steps: tuple[Action, ...] = (Bid(bid), TakeSkat(), Announce(contract, away))
    moves: tuple[Move, ...] = tuple((declarer, step) for step in steps)
    kept = tuple(sorted(without(hands[declarer] + skat, away)))
    deal = Deal(INTERNATIONAL, order_of(hands, skat), hands, skat)
    terms = Declared(declarer, bid, contract, tuple(sorted(away)))
    return Playing(deal, moves, terms, with_hand(hands, declarer, kept), (), (), SEATS[0])


def _dealt(source: Random) -> tuple[Hands, Hand]:
    order = source.sample(DECK, 32)
    first, second, third = (tuple(sorted(order[n : n + 10])) for n in (0, 10, 20))
    return (first, second, third), tuple(sorted(order[30:]))


def _played(hands: Hands, skat: Hand, declarer: Seat, plan: Plan, players: Sequence[Chooses]) -> Lesson:
    state = contract_state(hands, skat, declarer, plan.contract, plan.discards, LEAST_BID)
    found = result(play_out(state, players))
    assert isinstance(found, GameResult)
    kept = state.hands[declarer]
    return Lesson(plan.contract.game, declarer, kept, plan.discards, found.made, found.points)


def first_lesson(seed: int) -> Lesson:
    """A contract that need not be sensible, played by rules of thumb: what the first networks learn from."""
    source = Random(f"first {seed}")
    hands, skat = _dealt(source)
    declarer = SEATS[source.randrange(3)]
    twelve = tuple(sorted(hands[declarer] + skat))
    game = source.choice(GAMES)
    away = _rough_discards(game, twelve, source)
    plan = Plan(Contract(game), away, 0.0, 0.0)
    return _played(hands, skat, declarer, plan, [RulePlayer()] * 3)


def _rough_discards(game: Game, twelve: Sequence[Card], source: Random) -> Hand:
    """Random discards, three times in four after a look at what is usually laid away."""
    if source.random() < 0.25:
        return tuple(sorted(source.sample(twelve, 2)))
    side = [card for card in twelve if card not in game.trumps]
    pairs = [tuple(sorted(source.sample(side, 2))) for _ in range(4)] if len(side) > 1 else []
    if not pairs:
        return tuple(sorted(source.sample(twelve, 2)))
    if game is Game.NULL:
        return max(pairs, key=lambda pair: sum(game.strength(card) for card in pair))

    def left(pair: Hand) -> tuple[int, int]:
        aces = sum(card.points == 11 for card in pair)
        suits = len({game.group(card) for card in side if card not in pair})
        return (aces + suits, -card_points(pair))

    return min(pairs, key=left)


def own_lesson(seed: int, worlds: int) -> Lesson:
    """A contract that the present networks like best in a deal, or second best, played by searching players."""
    source = Random(f"own {seed}")
    hands, skat = _dealt(source)
    best: tuple[float, Seat, list[Plan]] | None = None
    for seat in SEATS:
        twelve = tuple(sorted(hands[seat] + skat))
        plans = best_plans(twelve, seat, LEAST_BID, INTERNATIONAL, [Contract(game) for game in GAMES])
        if best is None or plans[0].worth > best[0]:
            best = plans[0].worth, seat, plans
    assert best is not None
    _, declarer, plans = best
    plan = plans[1] if source.random() < 0.2 else plans[0]
    players = [Player(CLUB, seed * 3 + seat, worlds) for seat in SEATS]
    return _played(hands, skat, declarer, plan, players)
