"""What contracts are worth in list points, and the best use of ten or twelve cards by the networks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from game.cards import DECK, Card
from game.computer.masks import BIT_OF, LAYOUTS, mask_of
from game.computer.nets import win_chances
from game.computer.network import Array
from game.contract import TRUMP_GAMES, Contract, Game, matadors
from game.rules import Rules
from game.state import Seat

GAMES: Final = (*TRUMP_GAMES, Game.NULL)

OVERBID_SHARE: Final = 0.2
"""The share of won games in which Schneider, which an overbid game needs, is reached."""

THEIR_SHARE: Final = 0.5
"""How much a point of the two others counts against one's own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A contract with its discards (none for Hand), the chance to win it and its expected worth in list points."""

    contract: Contract
    discards: tuple[Card, ...]
    chance: float
    worth: float


def expected(contract: Contract, chance: float, run: int, bid: int, rules: Rules) -> float:
    """Expected list points, what the others gain by a loss counted by `THEIR_SHARE`; `run` counted positively."""
    if rules.matadors == "jacks":
        run = min(run, 4)
    if contract.null:
        value = contract.null_value
        doubled = rules.null_loss == "double"
    else:
        value = contract.game.base * (run + 1 + contract.extra_levels)
        doubled = True
    charged = value
    if value < bid:
        if contract.null or contract.game.base + value < bid:
            chance = 0.0
        else:
            chance *= OVERBID_SHARE
        base = value if contract.null else contract.game.base
        charged = -(-bid // base) * base
        value = charged
    won, lost = float(value), (2.0 if doubled else 1.0) * charged
    if rules.scoring == "seeger":
        won += 50
        lost += 50 + (40 if rules.chairs == 3 else 30) * 2 * THEIR_SHARE
    return chance * won - (1 - chance) * lost


def _run(game: Game, cards: Sequence[Card]) -> int:
    return abs(matadors(game, cards))


class Pairs:
    """The 66 pairs that may be laid away from twelve cards, as places among them."""

    places: Final = tuple(combinations(range(12), 2))
    first: Final = np.array([one for one, _ in places])
    second: Final = np.array([other for _, other in places])


def _twelve_bits(game: Game, hands: Sequence[Sequence[Card]]) -> Array:
    bits = BIT_OF[game]
    return np.array([[bits[card] for card in hand] for hand in hands], dtype=np.int64)


def discard_chances(game: Game, hands: Sequence[Sequence[Card]], seat: Seat) -> Array:
    """For each hand of twelve cards and each pair of `Pairs` laid away, the chance to win."""
    bits = _twelve_bits(game, hands)
    away = bits[:, Pairs.first] | bits[:, Pairs.second]
    kept = bits.sum(axis=1)[:, None] & ~away
    seats = np.full(away.size, int(seat), dtype=np.int64)
    return win_chances(LAYOUTS[game], kept.ravel(), away.ravel(), seats).reshape(away.shape)


def best_plans(hand: Sequence[Card], seat: Seat, bid: int, rules: Rules, contracts: Iterable[Contract]) -> list[Plan]:
    """For each pick-up contract but Null Ouvert the best discards from twelve cards, best plan first."""
    plans: list[Plan] = []
    for contract in contracts:
        if contract.ouvert or contract.hand:
            continue
        chances = discard_chances(contract.game, [hand], seat)[0]
        best = int(np.argmax(chances))
        one, other = Pairs.places[best]
        chance = float(chances[best])
        worth = expected(contract, chance, _run(contract.game, hand), bid, rules)
        plans.append(Plan(contract, (hand[one], hand[other]), chance, worth))
    return sorted(plans, key=lambda plan: -plan.worth)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What ten cards promise: mean worth of picking up at a bid, and of the best Hand game."""

    pick_up: float
    hand: Plan | None


def outlook(hand: Sequence[Card], seat: Seat, bid: int, rules: Rules, source: Random, skats: int) -> Outlook:
    """Expectations over random skats. `bid` is what would have to be played for."""
    others = [card for card in DECK if card not in hand]
    drawn = [tuple(source.sample(others, 2)) for _ in range(skats)]
    twelve = [tuple(sorted((*hand, *pair))) for pair in drawn]
    best = np.full(skats, -1e9)
    hand_plan: Plan | None = None
    for game in GAMES:
        chances = discard_chances(game, twelve, seat).max(axis=1)
        contract, from_hand = Contract(game), Contract(game, hand=True)
        seats = np.full(skats, int(seat), dtype=np.int64)
        own = np.full(skats, mask_of(game, hand), dtype=np.int64)
        skat = np.array([mask_of(game, pair) for pair in drawn], dtype=np.int64)
        unseen = win_chances(LAYOUTS[game], own, skat, seats)
        total = 0.0
        for number, cards in enumerate(twelve):
            run = _run(game, cards)
            best[number] = max(best[number], expected(contract, float(chances[number]), run, bid, rules))
            total += expected(from_hand, float(unseen[number]), run, bid, rules)
        plan = Plan(from_hand, (), float(unseen.mean()), total / skats)
        if hand_plan is None or plan.worth > hand_plan.worth:
            hand_plan = plan
    return Outlook(float(best.mean()), hand_plan)


def playing_chance(hand: Sequence[Card], seat: Seat, bid: int, rules: Rules, source: Random, skats: int) -> float:
    """The chance to win the game that ten cards would be played for at a bid, by what they are worth.

    That is the best Hand game or, mean over random skats, the best one after picking up; a game that is worth less
    than the bid is as good as lost.
    """
    seen = outlook(hand, seat, bid, rules, source, skats)
    plan = seen.hand
    if plan is not None and plan.worth > seen.pick_up:
        reaches = expected(plan.contract, 1.0, _run(plan.contract.game, hand), bid, rules) > 0
        return plan.chance if reaches else 0.0
    others = [card for card in DECK if card not in hand]
    twelve = [tuple(sorted((*hand, *source.sample(others, 2)))) for _ in range(skats)]
    worth, chance = np.full(skats, -1e9), np.zeros(skats)
    for game in GAMES:
        contract = Contract(game)
        chances = discard_chances(game, twelve, seat).max(axis=1)
        for number, cards in enumerate(twelve):
            run = _run(game, cards)
            gain = expected(contract, float(chances[number]), run, bid, rules)
            if gain > worth[number]:
                reaches = expected(contract, 1.0, run, bid, rules) > 0
                worth[number], chance[number] = gain, chances[number] if reaches else 0.0
    return float(chance.mean())
