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
    solver.stop[0] = 0
    worlds, weighed, complete = drawn_worlds(view, known, budget.worlds, source)
    if not complete:
        worlds = worlds[: budget.worlds]
    timer = None
    if budget.seconds is not None:
        timer = threading.Timer(max(0.01, budget.seconds - (time.monotonic() - start)), _raise_flag, (solver.stop,))
        timer.daemon = True
        timer.start()
    try:
        reached = _reached(known, aim, cards, worlds, solver)
    finally:
        if timer is not None:
            timer.cancel()
    return _judgement(cards, aim, reached, weighed if complete and len(reached) == len(worlds) else None)


def _raise_flag(stop: Any) -> None:
    stop[0] = 1


def _reached(
    known: Knowledge, aim: Aim, cards: list[Card], worlds: list[World], solver: Solver
) -> "np.ndarray[Any, Any]":
    bits = [BIT_OF[known.game][card] for card in cards]
    masks = np.array([world[:3] for world in worlds], dtype=np.int64)
    needs = np.array([aim.needs(known, world) for world in worlds], dtype=np.int64)
    bonus = np.array([aim.bonus(known, world) for world in worlds], dtype=np.int64)
    parts: list[Any] = []
    for first in range(0, len(worlds), CHUNK):
        part = slice(first, first + CHUNK)
        done = solver.in_worlds(
            masks[part], known.leader, known.trick, bits, aim.terms, bonus[part], needs[part], aim.start, MOST_NODES
        )
        parts.append(done)
        if len(done) < len(masks[part]) or solver.stop[0]:
            break
    return np.concatenate(parts)


def _judgement(
    cards: list[Card], aim: Aim, reached: "np.ndarray[Any, Any]", weighed: list[float] | None
) -> Judgement | None:
    found = reached[:, 0] >= 0
    if not found.any():
        return None
    worths = np.array([aim.worth(count) for count in range(len(aim.targets) + 1)])
    counts = reached[found]
    shares = np.ones(len(counts)) if weighed is None else np.array(weighed)[found] + 1e-9
    shares = shares / shares.sum()
    worth = shares @ worths[counts]
    best = int(np.argmax(worth))
    chance = float(shares @ (counts[:, best] > aim.start))
    return Judgement(tuple(cards), tuple(float(one) for one in worth), chance, len(counts))


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
