"""What is told of one person: figures from totals, and their last deals read by index, never all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any, Final

from sqlalchemy import Select, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.game_totals import RAMSCH, GameFigures
from bot.periods import ALL_TIME
from bot.rankings import FIGURES, SkillPlace, skill_of
from bot.schema import deals, game_totals, results, tables, totals
from bot.totals import KINDS, Figures, Kind

LAST_DEALS: Final = 300
"""Deals that a chart shows."""

_LOOKED_AT: Final = 2000
"""Results of a person that are looked through for those deals: they may play on other servers, too."""


@dataclass(frozen=True, slots=True)
class BestDeal:
    """A person's best own game."""

    score: int
    contract: str
    at: float
    table: int
    number: int


@dataclass(frozen=True, slots=True)
class Stats:
    """A person's figures in a guild, of one kind of table or of all; `kinds`: what there is anything to tell of.

    `progress`: the sum of Seeger points after each of the last deals, oldest first; `begins` deals came before them
    and brought `before` points.
    """

    kinds: tuple[Kind, ...]
    figures: Figures
    games: tuple[GameFigures, ...]
    best: BestDeal | None
    skill: SkillPlace | None
    begins: int
    before: int
    progress: tuple[int, ...]


async def stats_of(connection: AsyncConnection, guild: int, user: int, kind: Kind | None) -> Stats:
    """A person's figures at tables of one kind; None: at all of them."""
    found = await totals_of(connection, guild, user, ALL_TIME)
    by_kind = {of: figures for (_, of), figures in found.items()}
    chosen = [figures for of, figures in by_kind.items() if kind in (None, of)]
    figures = reduce(Figures.plus, chosen, Figures(user))
    games = await _games(connection, guild, user, kind)
    last = [row.seeger for row in await recent(connection, guild, user, kind, LAST_DEALS)]
    running = before = figures.seeger - sum(last)
    progress: list[int] = []
    for gained in last:
        running += gained
        progress.append(running)
    return Stats(
        kinds=tuple(of for of in KINDS if of in by_kind),
        figures=figures,
        games=games,
        best=await _best(connection, user, games),
        skill=await skill_of(connection, guild, user),
        begins=figures.deals - len(last),
        before=before,
        progress=tuple(progress),
    )


async def totals_of(
    connection: AsyncConnection, guild: int, user: int, period: str | None = None
) -> dict[tuple[str, Kind], Figures]:
    """The totals of a person in a guild by period and kind, of one period or of all."""
    chosen = select(*FIGURES, totals.c.period, totals.c.kind).where(
        tuple_(totals.c.guild, totals.c.user_id) == tuple_(guild, user)
    )
    if period is not None:
        chosen = chosen.where(totals.c.period == period)
    return {(row.period, row.kind): Figures(*_cells(row)[:-2]) for row in (await connection.execute(chosen)).all()}


def _cells(row: Iterable[Any]) -> list[Any]:
    return list(row)


async def _games(connection: AsyncConnection, guild: int, user: int, kind: Kind | None) -> tuple[GameFigures, ...]:
    names = [field.name for field in fields(GameFigures)]
    chosen = select(*(game_totals.c[name] for name in names)).where(
        game_totals.c.guild == guild, game_totals.c.user_id == user
    )
    if kind is not None:
        chosen = chosen.where(game_totals.c.kind == kind)
    found: dict[str, GameFigures] = {}
    for row in (await connection.execute(chosen)).all():
        figures = GameFigures(*_cells(row))
        found[figures.game] = found[figures.game].plus(figures) if figures.game in found else figures
    return tuple(sorted(found.values(), key=lambda one: (one.game == RAMSCH, -one.declared, one.game)))


async def _best(connection: AsyncConnection, user: int, games: Sequence[GameFigures]) -> BestDeal | None:
    own = [game for game in games if game.game != RAMSCH and game.best > 0]
    if not own:
        return None
    best = max(own, key=lambda game: game.best)
    row = (
        await connection.execute(
            select(results.c.contract, deals.c.finished_at)
            .join_from(results, deals)
            .where(
                results.c.table_id == best.best_table,
                results.c.number == best.best_number,
                results.c.user_id == user,
            )
        )
    ).one_or_none()
    if row is None:
        return None
    return BestDeal(best.best, row.contract, row.finished_at, best.best_table, best.best_number)


def recent_results(guild: int, user: int, kind: Kind | None, limit: int) -> Select[Any, Any, Any, Any]:
    """A person's last results that count, newest first, by the index of their results."""
    own = (
        select(results.c.table_id, results.c.number, results.c.seeger)
        .where(results.c.user_id == user)
        .order_by(results.c.table_id.desc(), results.c.number.desc())
        .limit(_LOOKED_AT)
        .subquery()
    )
    chosen = (
        select(own.c.table_id, own.c.number, own.c.seeger, deals.c.finished_at)
        .join(deals, (deals.c.table_id == own.c.table_id) & (deals.c.number == own.c.number))
        .join(tables, tables.c.id == own.c.table_id)
        .where(tables.c.guild == guild, deals.c.kind == kind if kind is not None else deals.c.kind.is_not(None))
    )
    return chosen.order_by(own.c.table_id.desc(), own.c.number.desc()).limit(limit)


async def recent(connection: AsyncConnection, guild: int, user: int, kind: Kind | None, limit: int) -> list[Any]:
    """A person's last results that count, in the order in which the deals ended."""
    rows = (await connection.execute(recent_results(guild, user, kind, limit))).all()
    return sorted(rows, key=lambda row: (row.finished_at, row.table_id, row.number))
