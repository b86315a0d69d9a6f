"""Double-dummy values: what the lone player gets if everyone sees all cards and plays as well as can be.

One `Solver` belongs to one thread; the compiled search runs without the interpreter's lock. Where no compiled code
can be had, the search in plain Python answers the same, slowly.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from game.computer.masks import BIT_GROUPS, LAYOUTS, mask_points
from game.computer.native import READY
from game.computer.plain import PlainSearch
from game.contract import Game
from game.state import Seat

if TYPE_CHECKING or READY:
    import numpy as np

    from game.computer import batch
    from game.computer.kernel import ABORTED

TABLE_SIZE: Final = 1 << 17
MOST_NODES: Final = 1 << 40


ALL_NODES: Final = 5_000_000
"""Nodes for a question that is put to many worlds; about half a second. Counted, not timed, so that it repeats."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is counted for whom: the card points that `alone` takes, or with `tricks` his number of tricks.

    `lowest`: he wants few of them (Null, Ramsch). `bonus`: what the last trick is worth beyond its cards.
    """

    game: Game
    alone: Seat
    lowest: bool = False
    tricks: bool = False
    bonus: int = 0


def terms_of(game: Game, alone: Seat, bonus: int = 0) -> Terms:
    """The terms a game is usually played by; in Ramsch `alone` is whoever asks."""
    return Terms(game, alone, game in (Game.NULL, Game.RAMSCH), game is Game.NULL, bonus)


@dataclass(frozen=True, slots=True)
class Position:
    """Hands as masks of the game's layout, who led or leads, and the cards on the table in order."""

    hands: tuple[int, int, int]
    leader: Seat
    trick: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % 3

    def moves(self, layout: int) -> list[int]:
        """The cards that may be played, each as a mask, highest bit first."""
        hand = self.hands[self.turn]
        legal = hand
        if self.trick:
            legal = hand & BIT_GROUPS[layout][self.trick[0].bit_length() - 1] or hand
        found: list[int] = []
        while legal:
            top = 1 << (legal.bit_length() - 1)
            found.append(top)
            legal ^= top
        return found


class Solver:
    """The tables of one thread."""

    def __init__(self, table_size: int = TABLE_SIZE) -> None:
        self._world = 0
        self.nodes = 0
        if READY:
            self._table: Any = np.zeros((table_size, 2), dtype=np.int64)
            self.stop: Any = np.zeros(1, dtype=np.int64)

    def value(self, position: Position, terms: Terms, most_nodes: int = MOST_NODES) -> int | None:
        """The exact value of a position; None if it takes more than `most_nodes` nodes or is stopped."""
        layout = LAYOUTS[terms.game]
        highest = self._highest(position, terms, layout)
        return self._between(position, terms, 0, highest, most_nodes)

    def reaches(self, position: Position, terms: Terms, need: int, most_nodes: int = MOST_NODES) -> bool | None:
        """Whether the value is at least `need`: one search with a window of zero."""
        found = self._between(position, terms, need - 1, need, most_nodes)
        return None if found is None else found >= need

    def share_reached(
        self, asked: Iterable[tuple[Position, int]], terms: Terms, each: int, most_nodes: int = ALL_NODES
    ) -> float | None:
        """The share of positions whose value reaches its need, among those finished within the nodes; None if none."""
        good = counted = spent = 0
        for position, need in asked:
            before = self.nodes
            reached = self.reaches(position, terms, need, min(each, most_nodes - spent))
            spent += self.nodes - before
            if reached is not None:
                counted += 1
                good += reached
            if spent >= most_nodes:
                break
        return good / counted if counted else None

    def _highest(self, position: Position, terms: Terms, layout: int) -> int:
        if terms.tricks:
            return max(hand.bit_count() for hand in position.hands)
        cards = position.hands[0] | position.hands[1] | position.hands[2] | sum(position.trick)
        return mask_points(layout, cards) + terms.bonus

    def _between(self, position: Position, terms: Terms, low: int, high: int, most_nodes: int) -> int | None:
        layout = LAYOUTS[terms.game]
        if not READY:
            plain = PlainSearch(terms.alone, layout, terms.lowest, int(terms.tricks), terms.bonus)
            return min(high, max(low, plain.value(position.hands, position.leader, position.trick)))
        self._next_world(1)
        led, second = (*position.trick, 0, 0)[:2]
        effort = np.array([0, most_nodes], dtype=np.int64)
        self.stop[0] = 0
        found = batch.position_value(
            np.array(position.hands, dtype=np.int64), int(position.leader), led, second, int(terms.alone), layout,
            terms.lowest, int(terms.tricks), terms.bonus, low, high, self._table, self._world, effort,
            self.stop,
        )  # fmt: skip
        self.nodes += int(effort[0])
        return None if found == ABORTED else int(found)

    def move_values(self, position: Position, terms: Terms) -> dict[int, int]:
        """The exact value after each legal card, by its mask."""
        layout = LAYOUTS[terms.game]
        found: dict[int, int] = {}
        for card in position.moves(layout):
            after, gain = played(position, terms, card)
            value = self.value(after, terms) if any(after.hands) else 0
            assert value is not None
            found[card] = gain + value
        return found

    def in_worlds(
        self, worlds: "np.ndarray[Any, Any]", leader: int, trick: Sequence[int], moves: Sequence[int], terms: Terms,
        bonus: "np.ndarray[Any, Any]", needs: "np.ndarray[Any, Any]", start: int, most_nodes: int,
    ) -> "np.ndarray[Any, Any]":  # fmt: skip
        """For each world and move, how many of the world's rising `needs` the value reaches; -1 where capped.

        `worlds` has three masks a row. Rows are fewer than the worlds if `stop` was set meanwhile.
        """
        count = len(worlds)
        self._next_world(count)
        led, second = (*trick, 0, 0)[:2]
        reached = np.zeros((count, len(moves)), dtype=np.int64)
        done = batch.moves_in_worlds(
            worlds, int(leader), led, second, np.array(moves, dtype=np.int64), int(terms.alone), LAYOUTS[terms.game],
            terms.lowest, int(terms.tricks), bonus, needs, start, self._table, self._world, most_nodes,
            self.stop, reached,
        )  # fmt: skip
        self._world += count
        return reached[: int(done)]

    def _next_world(self, count: int) -> None:
        """Numbers that no entry of the table carries; after half a thousand million the table is cleared."""
        self._world += 1
        if self._world + count >= 1 << 29:
            self._table[:] = 0
            self._world = 1


def played(position: Position, terms: Terms, card: int) -> tuple[Position, int]:
    """The position after a card, and what the lone player gains by it if it ends the trick."""
    layout = LAYOUTS[terms.game]
    hands = list(position.hands)
    hands[position.turn] ^= card
    after = (hands[0], hands[1], hands[2])
    cards = (*position.trick, card)
    if len(cards) < 3:
        return Position(after, position.leader, cards), 0
    one = PlainSearch(terms.alone, layout, terms.lowest, int(terms.tricks), terms.bonus)
    taker, worth = one.full_trick(cards, position.leader, last=not any(after))
    return Position(after, Seat(taker)), worth if taker == terms.alone else 0


_local = threading.local()


def thread_solver() -> Solver:
    """The solver of the calling thread."""
    solver: Solver | None = getattr(_local, "solver", None)
    if solver is None:
        solver = _local.solver = Solver()
    return solver
