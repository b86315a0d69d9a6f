"""A season's race: how the points of the best have grown, day by day, or deal by deal while there are few days."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.periods import SEASON_RESETS, Resets, days_of, read, season
from bot.rankings import by_figures, leaderboard
from bot.schema import settings, totals
from bot.stats import recent
from bot.totals import Kind

RUNNERS: Final = 6
"""People in a race: more lines could not be told apart."""

FEW_DAYS: Final = 4
"""Days of play from which on a race is told by days."""

LAST_RESULTS: Final = 500
"""Results of each person that are read while there are few days."""


@dataclass(frozen=True, slots=True)
class Runner:
    """`steps`: the sum of Seeger points after a day (as its ordinal) or a deal (as its number), and when that was."""

    user: int
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Race:
    """Who runs, the leader first."""

    by_day: bool
    runners: tuple[Runner, ...]


async def resets_of(connection: AsyncConnection, guild: int) -> Resets:
    """When the season of a guild began anew."""
    chosen = select(settings.c.value).where(settings.c.guild == guild, settings.c.key == SEASON_RESETS)
    return read((await connection.execute(chosen)).scalar_one_or_none())


async def race_of(connection: AsyncConnection, guild: int, of: str, kind: Kind, resets: Resets) -> Race:
    """The race of season `of`."""
    places = await leaderboard(connection, by_figures(guild, of, kind, "seeger"), 0, RUNNERS)
    users = [place.figures.user for place in places]
    days = {user: await _days(connection, guild, user, of, kind) for user in users}
    if len({day for gained in days.values() for day, _ in gained}) >= FEW_DAYS:
        return Race(by_day=True, runners=tuple(Runner(user, _summed(days[user])) for user in users))
    found = [
        (row.finished_at, row.table_id, row.number, user, row.seeger)
        for user in users
        for row in await recent(connection, guild, user, kind, LAST_RESULTS)
        if season(row.finished_at, resets) == of
    ]
    numbers = {deal: number for number, deal in enumerate(sorted({one[:3] for one in found}), 1)}
    gained: dict[int, list[tuple[int, int]]] = {user: [] for user in users}
    for *deal, user, seeger in sorted(found):
        gained[user].append((numbers[deal[0], deal[1], deal[2]], seeger))
    return Race(by_day=False, runners=tuple(Runner(user, _summed(gained[user])) for user in users))


async def _days(connection: AsyncConnection, guild: int, user: int, of: str, kind: Kind) -> list[tuple[int, int]]:
    """What a person gained on each day of a season on which they played."""
    first, end, part = days_of(of)
    chosen = select(totals.c.period, totals.c.seeger).where(
        totals.c.guild == guild,
        totals.c.user_id == user,
        totals.c.period >= first,
        totals.c.period < end,
        totals.c.kind == kind,
    )
    found: list[tuple[int, int]] = []
    for period, seeger in (await connection.execute(chosen.order_by(totals.c.period))).all():
        # Months lie between the days.
        if len(period) == len(first) + len(part) and period.endswith(part):
            found.append((date.fromisoformat(period[: len(first)]).toordinal(), seeger))
    return found


def _summed(gained: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    total = 0
    steps: list[tuple[int, int]] = []
    for at, points in gained:
        total += points
        steps.append((at, total))
    return tuple(steps)
