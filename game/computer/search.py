"""Perfect-information Monte Carlo: every legal card in the same worlds, as many worlds as the time allows.

Worlds come in the order of a weighted draw without replacement, so that stopping at any time leaves a fair sample.
"""

import math
import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from game.actions import Play
from game.cards import Card
from game.computer.aims import Aim, aim_of
from game.computer.habits import natural_order
from game.computer.inference import weights
from game.computer.knowledge import Knowledge, knowledge
from game.computer.masks import BIT_OF
from game.computer.sampler import Sampler, World
from game.computer.solver import Solver, thread_solver
from game.contract import Game
from game.view import View

CANDIDATES: Final = 5
"""Worlds drawn for each one that is searched; inference picks among them."""

MOST_NODES: Final = 2_000_000
"""Nodes for one world; a world that needs more is left out."""

CHUNK: Final = 16

DEAR_TRICKS: Final = 9
"""From this many tricks left only the main target is searched at first."""

BEHIND: Final = 2.5
"""A card drops out when it is this many standard errors worse than the best."""

NEVER: Final = 0.03
"""Below this share (or above the rest) a target is taken to be missed (or reached) in any case."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `worlds` worlds, and `seconds` of time if given; without them the choice depends on the seed alone."""

    worlds: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the search found: cards with their worth to the seat, mean over `worlds` worlds.

    `chance` is the chance that the lone player reaches his main target after the best card.
    """

    cards: tuple[Card, ...]
    worth: tuple[float, ...]
    chance: float
    worlds: int


def drawn_worlds(view: View, known: Knowledge, most: int, source: Random) -> tuple[list[World], list[float], bool]:
    """Worlds in the order to be searched, their weights, and whether they are all there are."""
    sampler = Sampler(known)
    complete = sampler.count <= most * CANDIDATES
    pool = list(sampler.everything()) if complete else [sampler.draw(source) for _ in range(most * CANDIDATES)]
    weighed = weights(view, known, pool)
    # Exponential keys put the worlds in the order of a weighted draw without replacement.
    keys = [-math.log(1 - source.random()) / max(weight, 1e-9) for weight in weighed]
    order = sorted(range(len(pool)), key=keys.__getitem__)
    return [pool[n] for n in order], [weighed[n] for n in order], complete


def judge(view: View, budget: Budget, source: Random, solver: Solver | None = None) -> Judgement | None:
    """The worth of each card the seat may play; None if no world could be searched in time."""
    start = time.monotonic()
    known = knowledge(view)
    aim = aim_of(view, known)
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    solver = solver or thread_solver()
    # A flag of its own, so that no timer of an earlier decision can stop this one.
    solver.stop = np.zeros(1, dtype=np.int64)
    worlds, weighed, complete = drawn_worlds(view, known, budget.worlds, source)
    if not complete:
        worlds = worlds[: budget.worlds]
    timer = None
    if budget.seconds is not None:
        timer = threading.Timer(max(0.01, budget.seconds - (time.monotonic() - start)), _raise_flag, (solver.stop,))
        timer.daemon = True
        timer.start()
    try:
        return _judgement(known, aim, cards, worlds, weighed if complete else None, solver)
    finally:
        if timer is not None:
            timer.cancel()


def _raise_flag(stop: Any) -> None:
    stop[0] = 1


def _judgement(
    known: Knowledge, aim: Aim, cards: list[Card], worlds: list[World], weighed: list[float] | None, solver: Solver
) -> Judgement | None:
    """First by the main target alone while tricks are many and dear; by all if that leaves no difference."""
    race = _Race(
        known, aim.main if known.left >= DEAR_TRICKS and known.game is not Game.RAMSCH else aim, cards, worlds, solver
    )
    race.run()
    if race.decided and len(race.aim.targets) < len(aim.targets) and not solver.stop[0]:
        finer = _Race(known, aim, cards, worlds, solver)
        finer.run()
        race = finer if finer.rows else race
    return race.judgement(weighed)


class _Race:
    """All cards in the same worlds; a card that falls far behind drops out."""

    def __init__(self, known: Knowledge, aim: Aim, cards: list[Card], worlds: list[World], solver: Solver) -> None:
        self.aim = aim
        self._known = known
        self._cards = cards
        self._solver = solver
        self._masks = np.array([world[:3] for world in worlds], dtype=np.int64)
        self._needs = np.array([aim.needs(known, world) for world in worlds], dtype=np.int64)
        self._bonus = np.array([aim.bonus(known, world) for world in worlds], dtype=np.int64)
        self._worths = np.array([aim.worth(count) for count in range(len(aim.targets) + 1)])
        self._alive = list(range(len(cards)))
        self._reached: list[Any] = []
        self._behind: dict[int, float] = {}

    @property
    def rows(self) -> int:
        """Worlds searched."""
        return sum(len(part) for part in self._reached)

    def run(self) -> None:
        bits = [BIT_OF[self._known.game][card] for card in self._cards]
        for first in range(0, len(self._masks), CHUNK):
            part = slice(first, first + CHUNK)
            done = self._solver.in_worlds(
                self._masks[part], self._known.leader, self._known.trick, [bits[n] for n in self._alive],
                self.aim.terms, self._bonus[part], self._needs[part], self.aim.start, MOST_NODES,
            )  # fmt: skip
            whole = np.full((len(done), len(self._cards)), -1, dtype=np.int64)
            whole[:, self._alive] = done
            self._reached.append(whole)
            if len(done) < len(self._masks[part]) or self._solver.stop[0]:
                return
            if len(self._masks) > part.stop:
                self._drop()

    def _counts(self) -> Any:
        """Rows of all worlds that were finished, a column for each card still in the race."""
        counts = np.concatenate(self._reached)[:, self._alive]
        return counts[(counts >= 0).all(axis=1)]

    def _drop(self) -> None:
        worth = self._worths[self._counts()]
        if len(worth) < CHUNK // 2:
            return
        means = worth.mean(axis=0)
        best = int(np.argmax(means))
        gaps = worth[:, best][:, None] - worth
        errors = gaps.std(axis=0) / math.sqrt(len(worth)) + 0.5 / len(worth)
        for place, number in enumerate(self._alive):
            if gaps[:, place].mean() > BEHIND * errors[place]:
                self._behind[number] = float(means[place])
        self._alive = [number for number in self._alive if number not in self._behind]

    @property
    def decided(self) -> bool:
        """Whether the main target is reached, or missed, whatever is played."""
        counts = self._counts()
        return len(counts) > 0 and (counts.mean() > 1 - NEVER or counts.mean() < NEVER)

    def judgement(self, weighed: list[float] | None) -> Judgement | None:
        counts = self._counts()
        if not len(counts):
            return None
        shares = np.ones(len(counts))
        if weighed is not None and len(counts) == len(weighed):
            shares = np.array(weighed) + 1e-9
        shares = shares / shares.sum()
        means = shares @ self._worths[counts]
        worth = [self._behind.get(number, 0.0) for number in range(len(self._cards))]
        for place, number in enumerate(self._alive):
            worth[number] = float(means[place])
        best = int(np.argmax(means))
        for number, late in self._behind.items():
            # Fewer worlds were seen for these: they stay behind.
            worth[number] = min(late, float(means[best]) - 0.01)
        chance = float(shares @ (counts[:, best] > self.aim.start))
        return Judgement(tuple(self._cards), tuple(worth), chance, len(counts))


def choose_card(view: View, budget: Budget, source: Random, solver: Solver | None = None) -> Card | None:
    """The best card; None if the search did not come to an answer."""
    found = judge(view, budget, source, solver)
    return None if found is None else best_card(view, found)


def best_card(view: View, found: Judgement) -> Card:
    """The card of greatest worth; among equals by habit in Null and Ramsch, else the cheapest."""
    best = max(found.worth)
    equal = [card for card, worth in zip(found.cards, found.worth, strict=True) if worth >= best - 1e-9]
    if len(equal) == 1:
        return equal[0]
    game = view.game
    assert game is not None
    if game in (Game.NULL, Game.RAMSCH):
        return natural_order(view, equal)[0]
    return min(equal, key=lambda card: (card.points, game.strength(card)))
