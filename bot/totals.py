"""The figures of leaderboards and statistics, kept up in the transaction of the result they come from.

A total is one guild, person, period and kind. Leaderboards read totals alone, by index, a page at a time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal

from sqlalchemy import Select, case, func, null, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import COUNTS, totals
from game.journal import ChairResult, Purpose
from game.rules import INTERNATIONAL, Rules

Kind = Literal["people", "computer", "pub", "daily"]
"""Tables of people alone, with a computer among them, or under rules other than International; the deals of a day."""

Order = Literal["seeger", "points", "average"]
"""Seeger-Fabian points, the deals' own points, or Seeger-Fabian points a deal."""

AVERAGE_DEALS: Final = 12
"""Deals that an average needs before it is compared."""

ALL_TIME: Final = "all"


@dataclass(frozen=True, slots=True)
class Figures:
    """One person's total. `won` to `overbid` are about own games; `average` is None below AVERAGE_DEALS."""

    user: int
    deals: int = 0
    declared: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0
    seeger: int = 0
    hand: int = 0
    schneider: int = 0
    schwarz: int = 0
    overbid: int = 0

    @property
    def average(self) -> float | None:
        return self.seeger / self.deals if self.deals >= AVERAGE_DEALS else None

    def plus(self, other: "Figures") -> "Figures":
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in COUNTS})


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a leaderboard; `rank` counts from 1 and is shared by equals."""

    rank: int
    figures: Figures


def day(at: float) -> str:
    """The day of a time, such as ``2026-03-09``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def month(at: float) -> str:
    """The month of a time, such as ``2026-03`` (UTC, as all periods)."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def week(at: float) -> str:
    """The ISO week of a time, such as ``2026-W11``."""
    year, number, _ = datetime.fromtimestamp(at, UTC).isocalendar()
    return f"{year}-W{number:02}"


def season(at: float) -> str:
    """The season of a time: a quarter of the year, such as ``2026-Q1``."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year}-Q{(day.month + 2) // 3}"


def periods(at: float) -> tuple[str, str, str, str]:
    """The periods in which a deal finished at `at` counts."""
    return ALL_TIME, season(at), month(at), week(at)


def counted_in(kind: str, opened: float, finished: float) -> tuple[str, ...]:
    """The periods of a deal's totals. The deals of a day are that day's, even if they are finished after midnight."""
    return (day(opened),) if kind == "daily" else periods(finished)


def kind_of(rules: str, results: Iterable[ChairResult], purpose: str = Purpose.SERIES) -> Kind:
    """The kind of a deal. How long a list is, for how many and how it is scored makes no pub rules of it."""
    if purpose == Purpose.DAILY:
        return "daily"
    played = Rules.parse(rules)
    if replace(played, chairs=INTERNATIONAL.chairs, length=INTERNATIONAL.length, scoring=INTERNATIONAL.scoring) != (
        INTERNATIONAL
    ):
        return "pub"
    return "computer" if any(result.user is None for result in results) else "people"


def figures_of(user: int, result: ChairResult) -> Figures:
    """What one deal adds to a person's totals."""
    own = result.role == "declarer"
    won = own and result.won is True
    return Figures(
        user,
        deals=1,
        declared=own,
        won=won,
        lost=own and not won,
        points=result.score,
        seeger=result.seeger,
        hand=own and "H" in (result.contract or "")[1:],
        schneider=won and result.schneider,
        schwarz=won and result.schwarz,
        overbid=own and result.overbid,
    )


def row_of(guild: int, period: str, kind: str, figures: Figures) -> dict[str, Any]:
    """The row of a total."""
    return {
        "guild": guild,
        "user_id": figures.user,
        "period": period,
        "kind": kind,
        **{name: int(getattr(figures, name)) for name in COUNTS},
        "average": figures.average,
    }


def _adding(insert: Any) -> Any:
    statement = insert(totals)
    new = statement.excluded
    sums = {name: totals.c[name] + new[name] for name in COUNTS}
    average = case(
        (sums["deals"] >= AVERAGE_DEALS, sums["seeger"] * 1.0 / sums["deals"]),
        else_=null(),
    )
    return statement.on_conflict_do_update(
        index_elements=["guild", "user_id", "period", "kind"], set_={**sums, "average": average}
    )


_ADD: Final = {"sqlite": _adding(sqlite.insert), "postgresql": _adding(postgresql.insert)}


async def add(
    connection: AsyncConnection, guild: int, kind: Kind, counted: Sequence[str], results: Sequence[ChairResult]
) -> None:
    """Add a finished deal to the totals of the people in it, in each of the periods it is `counted` in."""
    rows = [
        row_of(guild, period, kind, figures_of(result.user, result))
        for result in results
        if result.user is not None
        for period in counted
    ]
    if rows:
        await connection.execute(_ADD[connection.dialect.name], rows)


_FIGURES: Final = (totals.c.user_id, *(totals.c[name] for name in COUNTS))


def _counts(cells: Iterable[int]) -> list[int]:
    return list(cells)


def ranked(guild: int, period: str, kind: Kind, order: Order) -> tuple[Any, Select[Any]]:
    """The figure to rank by, and everybody who is on the list, in no order."""
    value = totals.c[order]
    chosen = select(*_FIGURES, value.label("value")).where(
        totals.c.guild == guild, totals.c.period == period, totals.c.kind == kind
    )
    return value, chosen.where(value.is_not(None)) if order == "average" else chosen


async def _rank(connection: AsyncConnection, guild: int, period: str, kind: Kind, order: Order, value: float) -> int:
    column = totals.c[order]
    better = select(func.count()).where(
        totals.c.guild == guild, totals.c.period == period, totals.c.kind == kind, column > value
    )
    return 1 + (await connection.execute(better)).scalar_one()


async def size(connection: AsyncConnection, guild: int, period: str, kind: Kind, order: Order) -> int:
    """How many people a leaderboard ranks."""
    _, chosen = ranked(guild, period, kind, order)
    return (await connection.execute(select(func.count()).select_from(chosen.subquery()))).scalar_one()


async def leaderboard(
    connection: AsyncConnection, guild: int, period: str, kind: Kind, order: Order, offset: int, limit: int
) -> tuple[Place, ...]:
    """A page of a leaderboard, best first, equals by the id of the person."""
    value, chosen = ranked(guild, period, kind, order)
    page = chosen.order_by(value.desc(), totals.c.user_id.desc()).offset(offset).limit(limit)
    places: list[Place] = []
    last: float | None = None
    for number, row in enumerate((await connection.execute(page)).all(), offset + 1):
        if not places:
            rank = await _rank(connection, guild, period, kind, order, row.value)
        else:
            rank = places[-1].rank if row.value == last else number
        last = row.value
        places.append(Place(rank, Figures(*_counts(row[:-1]))))
    return tuple(places)


async def standing_of(
    connection: AsyncConnection, guild: int, user: int, period: str, kind: Kind, order: Order
) -> Place | None:
    """A person's own line of a leaderboard; None if they are not on it."""
    _, chosen = ranked(guild, period, kind, order)
    row = (await connection.execute(chosen.where(totals.c.user_id == user))).one_or_none()
    if row is None:
        return None
    return Place(await _rank(connection, guild, period, kind, order, row.value), Figures(*_counts(row[:-1])))


async def totals_of(connection: AsyncConnection, guild: int, user: int) -> dict[tuple[str, str], Figures]:
    """All totals of a person in a guild, by period and kind."""
    chosen = select(*_FIGURES, totals.c.period, totals.c.kind).where(
        tuple_(totals.c.guild, totals.c.user_id) == tuple_(guild, user)
    )
    return {(row.period, row.kind): Figures(*_counts(row[:-2])) for row in (await connection.execute(chosen)).all()}
