"""What is on disk, read past the store: from the file alone, at any moment, also while the bot runs."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.actions import from_text
from game.deal import apply, new_deal
from game.rules import Rules
from game.shuffle import commitment, shuffled
from game.state import SEATS, Seat, State
from game.table import deal_id


@dataclass(frozen=True, slots=True)
class DealOnDisk:
    """A deal that has started: its states, one before each move and the last one."""

    table: int
    number: int
    commitment: str
    moves: tuple[tuple[Seat, str], ...]
    states: tuple[State, ...]

    @property
    def id(self) -> str:
        return deal_id(self.table, self.number)

    @property
    def state(self) -> State:
        return self.states[-1]


class Disk:
    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, timeout=5)) as connection:
            yield connection

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._reading() as connection:
            return connection.execute(query, values).fetchall()

    def moves(self, table: int | None = None) -> int:
        ((count,),) = self.rows("SELECT count(*) FROM moves WHERE ?1 IS NULL OR table_id = ?1", table)
        assert isinstance(count, int)
        return count

    def newest_deal(self, table: int) -> DealOnDisk | None:
        """The newest started deal of a table, checked: its commitment fits and its moves are without a gap."""
        with self._reading() as connection:
            row: Any = connection.execute(
                "SELECT number, seed, commitment, rules FROM deals WHERE table_id = ? AND started_at IS NOT NULL"
                " ORDER BY number DESC LIMIT 1",
                (table,),
            ).fetchone()
            if row is None:
                return None
            number, seed, promised, rules = row
            cuts: list[tuple[str]] = connection.execute(
                "SELECT text FROM cuts WHERE table_id = ? AND number = ? ORDER BY position", (table, number)
            ).fetchall()
            moves: list[tuple[int, int, str]] = connection.execute(
                "SELECT move, seat, text FROM moves WHERE table_id = ? AND number = ? ORDER BY move", (table, number)
            ).fetchall()
        seats: tuple[Seat, ...] = SEATS
        chosen = Rules.parse(rules)
        assert promised == commitment(deal_id(table, number), chosen, seed)
        assert [move for move, _, _ in moves] == list(range(1, len(moves) + 1))
        made: tuple[tuple[Seat, str], ...] = tuple((seats[seat], text) for _, seat, text in moves)
        states: list[State] = [new_deal(shuffled(seed, tuple(text for (text,) in cuts)), chosen)]
        for who, text in made:
            states.append(apply(states[-1], who, from_text(text)))
        return DealOnDisk(table, number, promised, made, tuple(states))
