"""Contracts with outcomes that the networks learn from, made by playing, one text line each.

`contract seat hand discards won points [declarer defence]`, for example ``G 1 CJSJCACT... D7S9 1 78 1 0.5``: a
declarer's pick-up contract, his seat (0 forehand), ten cards, two discards, whether he won, his card points with the
discards, whether he searched (1) or went by rules of thumb (0, as where nothing is said), and the share of the two
defenders who searched.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
from game.computer.worth import GAMES, Plan, best_plans, outlook
from game.contract import Contract, Game
from game.deal import order_of
from game.rules import INTERNATIONAL
from game.scoring import GameResult, result
from game.state import SEATS, Deal, Declared, Hand, Hands, Move, Playing, Seat, with_hand, without

LEAST_BID: Final = 18

PROMISED_SKATS: Final = 8
"""Skats that a hand is judged over when it is to be found who would bid most."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One contract with its outcome."""

    game: Game
    seat: Seat
    hand: Hand
    discards: Hand
    won: bool
    points: int
    declarer: float = 0.0
    defence: float = 0.0

    def __str__(self) -> str:
        where = f"{self.game.value} {self.seat:d} {cards_text(self.hand)} {cards_text(self.discards)}"
        return f"{where} {self.won:d} {self.points} {self.declarer:g} {self.defence:g}"


def lesson(line: str) -> Lesson:
    """The inverse of `str`. Raises ValueError."""
    letter, seat, hand, discards, won, points, *skill = line.split()
    declarer, defence = skill or ("0", "0")
    return Lesson(
        Game(letter), SEATS[int(seat)], cards(hand), cards(discards), won == "1", int(points), float(declarer),
        float(defence),
    )  # fmt: skip


def arrays(lessons: Iterable[Lesson], layout: int) -> tuple[Array, Array]:
    """Rows of features and outcomes of the lessons of a layout."""
    same = [one for one in lessons if LAYOUTS[one.game] == layout]
    hands = np.array([mask_of(one.game, one.hand) for one in same], dtype=np.int64)
    discards = np.array([mask_of(one.game, one.discards) for one in same], dtype=np.int64)
    seats = np.array([int(one.seat) for one in same], dtype=np.int64)
    wins = np.array([one.won for one in same], dtype=np.float32)
    skill = np.array([(one.declarer, one.defence) for one in same], dtype=np.float32).reshape(-1, 2)
    return features.rows(layout, hands, discards, seats, skill), wins


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
    """The contract that the present networks like best, or second best, played by a searching declarer.

    It falls to the seat whose ten cards promise most; none, one or both of the others search.
    """
    source = Random(f"own {seed}")
    hands, skat = _dealt(source)
    promised = [outlook(hands[seat], seat, LEAST_BID, INTERNATIONAL, source, PROMISED_SKATS).pick_up for seat in SEATS]
    declarer = max(SEATS, key=promised.__getitem__)
    twelve = tuple(sorted(hands[declarer] + skat))
    plans = best_plans(twelve, declarer, LEAST_BID, INTERNATIONAL, [Contract(game) for game in GAMES])
    plan = plans[1] if source.random() < 0.2 else plans[0]
    searching = {declarer, *source.sample(declarer.others, source.randrange(3))}
    players = [Player(CLUB, seed * 3 + seat, worlds) if seat in searching else RulePlayer() for seat in SEATS]
    outcome = _played(hands, skat, declarer, plan, players)
    return replace(outcome, declarer=1.0, defence=(len(searching) - 1) / 2)
