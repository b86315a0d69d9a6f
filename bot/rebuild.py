"""Totals computed again from the results of every finished deal."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import COUNTS, deals, results, tables, totals
from bot.totals import Figures, counted_in, figures_of, row_of
from game.journal import ChairResult

_Key = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """A total that was not what the results say; None where there was, or is to be, none."""

    guild: int
    user: int
    period: str
    kind: str
    was: Figures | None
    now: Figures | None


async def rebuild(connection: AsyncConnection) -> tuple[Difference, ...]:
    """Make the totals what the results say, within the transaction that is open on `connection`."""
    now = await _from_results(connection)
    was = await _as_kept(connection)
    differences = tuple(
        Difference(*key, was.get(key), now.get(key))
        for key in sorted(was.keys() | now.keys())
        if was.get(key) != now.get(key)
    )
    for wrong in differences:
        await connection.execute(
            delete(totals).filter_by(guild=wrong.guild, user_id=wrong.user, period=wrong.period, kind=wrong.kind)
        )
        if wrong.now is not None:
            await connection.execute(insert(totals), row_of(wrong.guild, wrong.period, wrong.kind, wrong.now))
    return differences


def _cells(row: Iterable[Any]) -> list[Any]:
    return list(row)


async def _from_results(connection: AsyncConnection) -> dict[_Key, Figures]:
    names = [field.name for field in fields(ChairResult) if field.name != "user"]
    chosen = (
        select(
            tables.c.guild,
            tables.c.opened_at,
            deals.c.kind,
            deals.c.finished_at,
            results.c.user_id,
            *(results.c[name] for name in names),
        )  # fmt: skip
        .join_from(tables, deals)
        .join(results)
        .where(deals.c.finished_at.is_not(None), results.c.user_id.is_not(None))
    )
    found: dict[_Key, Figures] = {}
    async with connection.stream(chosen) as rows:
        async for row in rows:
            guild, opened_at, kind, finished_at, user, *values = _cells(row)
            figures = figures_of(user, ChairResult(user=user, **dict(zip(names, values, strict=True))))
            for period in counted_in(kind, opened_at, finished_at):
                key = (guild, user, period, kind)
                found[key] = found.get(key, Figures(user)).plus(figures)
    return found


async def _as_kept(connection: AsyncConnection) -> dict[_Key, Figures]:
    counts = [totals.c[name] for name in COUNTS]
    chosen = select(totals.c.guild, totals.c.user_id, totals.c.period, totals.c.kind, *counts)
    kept: dict[_Key, Figures] = {}
    for row in (await connection.execute(chosen)).all():
        guild, user, period, kind, *values = _cells(row)
        kept[guild, user, period, kind] = Figures(user, *values)
    return kept
