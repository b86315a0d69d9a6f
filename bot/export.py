"""Finished deals as files: one-line records and tables of comma-separated values.

No name and no id of a person is in a file: players are numbered by their chairs. Making many takes seconds, so it is
for a thread.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.finished import FinishedDeal
from game.actions import Play, to_text
from game.journal import ChairResult
from game.record import write
from game.rules import Rules
from game.scoring import GameResult, result
from game.series import chair_of, seat_of
from game.state import SEATS, Finished, Seat

Cell = str | int | None

RESULT_COLUMNS: Final = (
    "deal", "finished_utc", "purpose", "rules", "player", "seat", "role", "contract", "bid", "value", "won", "overbid",
    "schneider", "schwarz", "card_points", "tricks", "score", "list_points", "seeger_points",
)  # fmt: skip
MOVE_COLUMNS: Final = ("deal", "move", "seat", "player", "action", "trick", "trick_winner", "trick_points")

_STARTS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def records(deals: Iterable[FinishedDeal]) -> bytes:
    """A one-line record each, as ``python -m game replay`` reads them."""
    return "".join(f"{_record(deal)}\n" for deal in deals).encode()


def _record(deal: FinishedDeal) -> str:
    chairs = Rules.parse(deal.rules).chairs
    names = {f"P{seat:d}": _player(deal, chair_of(seat, deal.number, chairs)) for seat in SEATS}
    return write(deal.state(), {"ID": f"{deal.table}-{deal.number}", "DT": _date(deal), **names})


def results_table(deals: Iterable[FinishedDeal], user: int) -> bytes:
    """A row a deal with the person's own result."""
    return _table(
        RESULT_COLUMNS, (_result_row(deal, line) for deal in deals for line in deal.lines if line.user == user)
    )


def moves_table(deal: FinishedDeal) -> bytes:
    """A row a move of one deal; the card that ends a trick says who took it."""
    return _table(MOVE_COLUMNS, _move_rows(deal, deal.state()))


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)
    return stream.getvalue().encode()


def cell(value: Cell) -> str:
    """A value as a spreadsheet may read it: no text begins a formula. A number is a number, with its sign."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(int(value))
    return f"'{value}" if value.startswith(_STARTS_A_FORMULA) else value


def _player(deal: FinishedDeal, chair: int) -> str:
    line = next((line for line in deal.lines if line.chair == chair), None)
    computer = line is not None and line.user is None and line.level is not None
    return f"{'Computer' if computer else 'Player'} {chair + 1}"


def _date(deal: FinishedDeal) -> str:
    return datetime.fromtimestamp(deal.finished_at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _result_row(deal: FinishedDeal, line: ChairResult) -> tuple[Cell, ...]:
    outcome = result(deal.state())
    game = outcome if isinstance(outcome, GameResult) else None
    seat = seat_of(line.chair, deal.number, Rules.parse(deal.rules).chairs)
    return (
        f"{deal.table}-{deal.number}", _date(deal), deal.purpose, deal.rules, _player(deal, line.chair), _seat(seat),
        line.role, line.contract, line.bid, line.value, line.won, line.overbid, line.schneider, line.schwarz,
        game.points if game else None, game.tricks if game else None, line.score, line.list_points, line.seeger,
    )  # fmt: skip


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name.lower()


def _move_rows(deal: FinishedDeal, over: Finished) -> Iterable[tuple[Cell, ...]]:
    chairs = Rules.parse(deal.rules).chairs
    played = 0
    for number, (seat, action) in enumerate(over.moves, 1):
        trick: int | None = None
        winner: str | None = None
        points: int | None = None
        if isinstance(action, Play):
            played += 1
            trick = -(-played // 3)
            if played % 3 == 0:
                taken = over.tricks[trick - 1]
                winner, points = _seat(taken.winner), sum(card.points for card in taken.cards)
        player = _player(deal, chair_of(seat, deal.number, chairs))
        yield (
            f"{deal.table}-{deal.number}", number, _seat(seat), player, to_text(action), trick, winner, points,
        )  # fmt: skip
