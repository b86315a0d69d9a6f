"""Leaderboards, read from totals and ratings by index, a page at a time.

Nobody who does not want to be listed is on one, nor counted in anybody's rank.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Column, ColumnElement, Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import COUNTS, UNLISTED, people, ratings, totals
from bot.totals import Figures, Kind

Order = Literal["seeger", "points", "average", "won"]
"""Seeger-Fabian points, the deals' own points, Seeger-Fabian points a deal, or own games won."""

FIGURES: Final = (totals.c.user_id, *(totals.c[name] for name in COUNTS))
_SKILL: Final = (ratings.c.user_id, ratings.c.level, ratings.c.skill, ratings.c.deals)
_UNLISTED: Final = select(people.c.user_id).where(UNLISTED)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a leaderboard; `rank` counts from 1 and is shared by equals."""

    rank: int
    figures: Figures


@dataclass(frozen=True, slots=True)
class SkillPlace:
    """A line of the list of skill: a person with an empty `level`, or a computer's level with 0 as `user`."""

    rank: int
    user: int
    level: str
    skill: float
    deals: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list to be ranked: the columns of a line, the figure it is ranked by, and whose lines belong to it."""

    columns: Sequence[Column[Any]]
    value: Column[Any]
    belongs: ColumnElement[bool]

    @property
    def listed(self) -> ColumnElement[bool]:
        return self.belongs & self.value.table.c.user_id.not_in(_UNLISTED)

    def page(self, offset: int, limit: int) -> Select[Any]:
        """Some lines, best first, equals by their id."""
        user = self.value.table.c.user_id
        chosen = select(*self.columns, self.value.label("value")).where(self.listed)
        return chosen.order_by(self.value.desc(), user.desc()).offset(offset).limit(limit)

    def better(self, value: float) -> Select[int]:
        """How many lines are better than `value`."""
        return select(func.count()).select_from(self.value.table).where(self.listed, self.value > value)

    def size(self) -> Select[int]:
        """How many lines there are."""
        return select(func.count()).select_from(self.value.table).where(self.listed)

    def of(self, user: int) -> Select[Any]:
        """A person's own line, listed or not."""
        return select(*self.columns, self.value.label("value")).where(self.belongs, self.value.table.c.user_id == user)


def by_figures(guild: int, period: str, kind: Kind, order: Order) -> Ranking:
    """The ranking of a guild's people by one of the figures of a period."""
    value = totals.c[order]
    belongs = (totals.c.guild == guild) & (totals.c.period == period) & (totals.c.kind == kind)
    return Ranking(FIGURES, value, belongs & value.is_not(None) if order == "average" else belongs)


def by_skill(guild: int) -> Ranking:
    """The ranking of a guild's people and computers by skill."""
    return Ranking(_SKILL, ratings.c.skill, ratings.c.guild == guild)


async def size(connection: AsyncConnection, ranking: Ranking) -> int:
    """How many a leaderboard ranks."""
    return (await connection.execute(ranking.size())).scalar_one()


async def _page(connection: AsyncConnection, ranking: Ranking, offset: int, limit: int) -> list[tuple[int, Row[Any]]]:
    """Some lines with their ranks."""
    lines: list[tuple[int, Row[Any]]] = []
    for number, row in enumerate((await connection.execute(ranking.page(offset, limit))).all(), offset + 1):
        if not lines:
            rank = await _rank(connection, ranking, row.value)
        else:
            before, last = lines[-1]
            rank = before if row.value == last.value else number
        lines.append((rank, row))
    return lines


async def _rank(connection: AsyncConnection, ranking: Ranking, value: float) -> int:
    return 1 + (await connection.execute(ranking.better(value))).scalar_one()


async def leaderboard(connection: AsyncConnection, ranking: Ranking, offset: int, limit: int) -> tuple[Place, ...]:
    """A page of a ranking by figures, best first."""
    return tuple(_place(rank, row) for rank, row in await _page(connection, ranking, offset, limit))


async def standing_of(connection: AsyncConnection, ranking: Ranking, user: int) -> Place | None:
    """A person's own line of a ranking by figures, whether listed or not; None if they have none."""
    row = (await connection.execute(ranking.of(user))).one_or_none()
    return None if row is None else _place(await _rank(connection, ranking, row.value), row)


async def skills(connection: AsyncConnection, guild: int, offset: int, limit: int) -> tuple[SkillPlace, ...]:
    """A page of the ranking by skill, best first."""
    return tuple(_skill(rank, row) for rank, row in await _page(connection, by_skill(guild), offset, limit))


async def skill_of(connection: AsyncConnection, guild: int, user: int) -> SkillPlace | None:
    """A person's own line of the ranking by skill, whether listed or not; None if they have none."""
    ranking = by_skill(guild)
    row = (await connection.execute(ranking.of(user))).one_or_none()
    return None if row is None else _skill(await _rank(connection, ranking, row.value), row)


def _place(rank: int, row: Row[Any]) -> Place:
    return Place(rank, Figures(*_cells(row)[:-1]))


def _skill(rank: int, row: Row[Any]) -> SkillPlace:
    return SkillPlace(rank, *_cells(row)[:-1])


def _cells(row: Iterable[Any]) -> list[Any]:
    return list(row)
