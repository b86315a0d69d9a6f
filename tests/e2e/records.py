"""What the database file says of a table, computed again with `game` alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.actions import from_text
from game.deal import replay
from game.rules import Rules
from game.scoring import result
from game.series import Series, seeger_points
from game.shuffle import commitment, shuffled
from game.state import SEATS, Finished

if TYPE_CHECKING:
    from game.state import State
    from tests.e2e.house import House


@dataclass(frozen=True, slots=True)
class Recorded:
    """One deal of a table: its seed, whether it was started, and the state that its moves lead to."""

    number: int
    seed: bytes
    commitment: str
    state: State | None


def rules_of(house: House, table: int) -> Rules:
    ((text,),) = house.rows("SELECT rules FROM tables WHERE id = ?", table)
    return Rules.parse(text)


def deals_of(house: House, table: int) -> list[Recorded]:
    """All deals, replayed from seed, cuts and moves."""
    rules = rules_of(house, table)
    found: list[Recorded] = []
    for number, seed, published, started in house.rows(
        "SELECT number, seed, commitment, started_at IS NOT NULL FROM deals WHERE table_id = ? ORDER BY number", table
    ):
        cuts = house.rows("SELECT text FROM cuts WHERE table_id = ? AND number = ? ORDER BY position", table, number)
        moves: list[tuple[int, str]] = house.rows(
            "SELECT seat, text FROM moves WHERE table_id = ? AND number = ? ORDER BY move", table, number
        )
        assert published == commitment(f"{table}-{number}", rules, seed)
        order = shuffled(seed, [text for (text,) in cuts])
        state = replay(order, rules, [(SEATS[seat], from_text(text)) for seat, text in moves]) if started else None
        found.append(Recorded(number, seed, published, state))
    return found


def series_of(house: House, table: int) -> Series:
    """The list that the moves on disk give."""
    series = Series(rules_of(house, table))
    for deal in deals_of(house, table):
        if isinstance(deal.state, Finished):
            series = series.with_result(result(deal.state))
    return series


def kept_points(series: Series) -> list[tuple[int, int, int]]:
    """Deal, chair and list points with Seeger's, as the result rows must have them."""
    chairs = series.rules.chairs
    return [
        (entry.number, chair, entry.scores[chair] + seeger_points(entry, chair, chairs))
        for entry in series.entries
        for chair in range(chairs)
    ]
