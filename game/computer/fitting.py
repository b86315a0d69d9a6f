"""Fitting the networks: lessons of rule players first, then rounds of lessons from the players' own choices.

Networks fitted to sensible contracts alone are wrong where nobody went before, and the best of 66 discards and six
games is found exactly there. Lessons from their own choices, heavily weighed, teach them better.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, TypeVar

import numpy as np

from game.cards import DECK
from game.computer import features, nets
from game.computer.auction import PASSING, SKATS
from game.computer.lessons import Lesson, arrays, first_lesson, own_lesson
from game.computer.levels import warm_up
from game.computer.masks import GRAND, NULL, SUIT, mask_of
from game.computer.network import Array, Network, averaged, fresh, log_loss, train
from game.computer.worth import outlook
from game.contract import Game
from game.rules import INTERNATIONAL
from game.state import SEATS

T = TypeVar("T")

HIDDEN: Final = (64, 32)
OWN_COPIES: Final = 2
"""How often a lesson of one's own counts."""

MEMBERS: Final = 5
"""Networks for each layout, whose mean is used."""

HELD_OUT: Final = 20
"""One lesson in so many is kept for measuring."""

RATE: Final = 2e-3
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """How many lessons are made: by rule players, by own players a round, rounds, hands for the bidding network."""

    first: int
    own: int
    rounds: int
    hands: int
    worlds: int
    jobs: int
    epochs: int = 8
    seed: int = 1


def _mapped(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> list[T]:
    if jobs == 1:
        return [work(number) for number in numbers]
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(nets.loaded(),)) as pool:
        return list(pool.map(work, numbers, chunksize=8))


def _begin(networks: dict[str, Network]) -> None:
    warm_up()
    nets.use(networks)


def fit(lessons: Sequence[Lesson], own: Sequence[Lesson], epochs: int, seed: int, tell: Tell) -> dict[str, Network]:
    """Networks for the layouts from both kinds of lessons, with the log-loss on those held out."""
    found: dict[str, Network] = {}
    for layout in (SUIT, GRAND, NULL):
        inputs, wins = arrays(lessons, layout)
        own_inputs, own_wins = arrays(own, layout)
        test = np.arange(len(wins)) % HELD_OUT == 0
        own_test = np.arange(len(own_wins)) % HELD_OUT == 0
        rows = np.concatenate([inputs[~test], *[own_inputs[~own_test]] * OWN_COPIES])
        outcomes = np.concatenate([wins[~test], *[own_wins[~own_test]] * OWN_COPIES])
        members = [
            train(fresh(features.width(layout), HIDDEN, number), rows, outcomes, epochs=epochs, rate=RATE, seed=number)
            for number in range(seed, seed + MEMBERS)
        ]
        network = averaged(members)
        found[nets.NAMES[layout]] = network
        told = (
            f"{nets.NAMES[layout]:5} log-loss {log_loss(network, inputs[test], wins[test]):.3f}" if test.any() else ""
        )
        if own_test.any():
            told += f", on own choices {log_loss(network, own_inputs[own_test], own_wins[own_test]):.3f}"
            for defence in (0, 0.5, 1):
                asked = own_test & (own_inputs[:, -1] == defence)
                if asked.any():
                    predicted = network.chances(own_inputs[asked]).mean()
                    told += f"; defence {defence:g}: predicted {predicted:.3f}, won {own_wins[asked].mean():.3f}"
        tell(told)
    return found


def bid_network(count: int, jobs: int, seed: int, tell: Tell) -> Network:
    """A network for the chance that these players bid 18 with a hand."""
    bids = _mapped(partial(_would_bid, seed=seed), range(count), jobs)
    hands = np.array([hand for hand, _ in bids], dtype=np.int64)
    wins = np.array([bid for _, bid in bids], dtype=np.float32)
    nothing = np.zeros_like(hands)
    inputs: Array = features.rows(GRAND, hands, nothing, nothing, nets.NO_SKILL)
    test = np.arange(count) % HELD_OUT == 0
    network = train(
        fresh(features.width(GRAND), (32, 16), seed),
        inputs[~test],
        wins[~test],
        epochs=30,
        rate=RATE,
        seed=seed,
        batch=128,
    )
    tell(f"bid   log-loss {log_loss(network, inputs[test], wins[test]):.3f}, bids {wins.mean():.3f}")
    return network


def _would_bid(number: int, *, seed: int) -> tuple[int, bool]:
    source = Random(f"bid {seed} {number}")
    hand = tuple(sorted(source.sample(DECK, 10)))
    seen = outlook(hand, SEATS[number % 3], 18, INTERNATIONAL, source, SKATS)
    best = max(seen.pick_up, seen.hand.worth if seen.hand is not None else -1e9)
    return mask_of(Game.GRAND, hand), best > PASSING


def rebuild(
    effort: Effort, given: Iterable[Lesson], tell: Tell
) -> tuple[dict[str, Network], list[Lesson], list[Lesson]]:
    """New networks from lessons made on the spot (and those `given`), and all lessons: first ones, own ones."""
    warm_up()
    first = [*given, *_mapped(first_lesson, range(effort.first), effort.jobs)]
    tell(f"{len(first)} first lessons")
    networks: dict[str, Network] = fit(first, (), effort.epochs, effort.seed, tell)
    own: list[Lesson] = []
    for number in range(effort.rounds):
        nets.use(networks)
        numbers = range(number * effort.own, (number + 1) * effort.own)
        own += _mapped(partial(own_lesson, worlds=effort.worlds), numbers, effort.jobs)
        tell(f"round {number + 1}: {len(own)} lessons of own choices")
        networks = fit(first, own, effort.epochs, effort.seed, tell)
    nets.use(networks)
    networks["bid"] = bid_network(effort.hands, effort.jobs, effort.seed, tell)
    return networks, first, own


def figures(effort: Effort, given: int, own: int, told: Sequence[str]) -> dict[str, Any]:
    """What is kept beside the weights: how many contracts of which kind they were made from, and what was measured."""
    return {
        "given": given, "first": effort.first, "own": own, "rounds": effort.rounds, "seed": effort.seed,
        "report": [*told],
    }  # fmt: skip
