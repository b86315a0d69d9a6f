"""Results computed again from the moves of every finished deal, by the rules alone.

Who sat on a chair is in no move, so that is taken from the results that are there, or else from the table's chairs.
"""

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import saved
from bot.ratings import SkillChange
from bot.schema import deals, results, tables
from game.actions import BadAction, from_text
from game.deal import replay
from game.illegal import Illegal
from game.journal import ChairResult, SavedChair, SavedDeal
from game.outcome import chair_results
from game.rules import Rules
from game.scoring import result
from game.series import Series
from game.shuffle import shuffled
from game.state import Finished

_AT_ONCE: Final = 10
COLUMNS: Final = tuple("user_id" if field.name == "user" else field.name for field in fields(ChairResult))
"""The columns of `results` in the order of a ChairResult's fields."""

Lines = tuple[ChairResult, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A finished deal: its results as kept, and as the moves say; `now` is None if they cannot be replayed."""

    table: int
    number: int
    was: Lines
    now: Lines | None


def row_of(table: int, number: int, line: ChairResult, change: SkillChange | None) -> dict[str, Any]:
    """The row of one chair's result, with what the deal changed of its skill."""
    values = (getattr(line, field.name) for field in fields(line))
    return {
        "table_id": table,
        "number": number,
        **dict(zip(COLUMNS, values, strict=True)),
        "mu_change": None if change is None else change.mu,
        "sigma_change": None if change is None else change.sigma,
    }


async def replayed(connection: AsyncConnection) -> AsyncGenerator[Replayed]:
    """Every finished deal, table by table."""
    finished = select(deals.c.table_id).where(deals.c.finished_at.is_not(None)).distinct()
    ids = sorted((await connection.execute(finished)).scalars())
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        rules = select(tables.c.id, tables.c.rules).where(tables.c.id.in_(some))
        written, _ = await saved.deals_of(connection, some)
        seated = await saved.chairs_of(connection, some)
        kept = await _kept(connection, some)
        for table, text in (await connection.execute(rules)).all():
            for one in _series(table, Rules.parse(text), written[table], seated[table], kept):
                yield one


async def write(connection: AsyncConnection, one: Replayed) -> None:
    """Put the results of a deal in the place of those that are kept; what it changed of skill is left as it is."""
    of_deal = (results.c.table_id == one.table) & (results.c.number == one.number)
    chosen = select(results.c.chair, results.c.mu_change, results.c.sigma_change)
    rated = (await connection.execute(chosen.where(of_deal, results.c.mu_change.is_not(None)))).all()
    gained = {row.chair: SkillChange(row.mu_change, row.sigma_change) for row in rated}
    await connection.execute(delete(results).where(of_deal))
    rows = [row_of(one.table, one.number, line, gained.get(line.chair)) for line in one.now or ()]
    await connection.execute(insert(results), rows)


def _series(
    table: int,
    rules: Rules,
    written: Sequence[SavedDeal],
    seated: Sequence[SavedChair | None],
    kept: dict[tuple[int, int], Lines],
) -> Iterable[Replayed]:
    """The finished deals of one list. What follows a deal that cannot be replayed cannot be scored either."""
    series: Series | None = Series(rules)
    for deal in written:
        over = _replay(deal, rules)
        was = kept.get((table, deal.number), ())
        if over is not None and series is not None:
            series = series.with_result(result(over))
            chairs = [SavedChair(line.user, line.level) for line in was] or seated
            yield Replayed(table, deal.number, was, chair_results(series, series.entries[-1], chairs))
        elif was:
            series = None
            yield Replayed(table, deal.number, was, None)


def _replay(deal: SavedDeal, rules: Rules) -> Finished | None:
    try:
        moves = [(seat, from_text(text)) for seat, text in deal.moves]
        state = replay(shuffled(deal.seed, deal.cuts), rules, moves)
    except (BadAction, Illegal):
        return None
    return state if isinstance(state, Finished) else None


async def _kept(connection: AsyncConnection, ids: Sequence[int]) -> dict[tuple[int, int], Lines]:
    chosen = select(results.c.table_id, results.c.number, *(results.c[name] for name in COLUMNS))
    chosen = chosen.where(results.c.table_id.in_(ids)).order_by(results.c.table_id, results.c.number, results.c.chair)
    found: defaultdict[tuple[int, int], list[ChairResult]] = defaultdict(list)
    for row in (await connection.execute(chosen)).all():
        table, number, *values = _cells(row)
        found[table, number].append(ChairResult(*values))
    return {deal: tuple(lines) for deal, lines in found.items()}


def _cells(row: Iterable[Any]) -> list[Any]:
    return list(row)
