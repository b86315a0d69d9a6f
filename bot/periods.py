"""The periods that figures are counted by, as texts; all are of UTC.

A season is a quarter of the year, or what is left of it once the moderators began a new one.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

ALL_TIME: Final = "all"

SEASON_RESETS: Final = "season_resets"
"""The guild's setting with the times at which its season began anew: whole seconds, a comma between two."""

Resets = tuple[int, ...]


def day(at: float) -> str:
    """The day of a time, such as ``2026-03-14``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def month(at: float) -> str:
    """The month of a time, such as ``2026-03``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def week(at: float) -> str:
    """The ISO week of a time, such as ``2026-W11``."""
    year, number, _ = datetime.fromtimestamp(at, UTC).isocalendar()
    return f"{year}-W{number:02}"


def _quarter(at: float) -> str:
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment.year}-Q{(moment.month + 2) // 3}"


def _part(at: float, resets: Iterable[int]) -> str:
    # Whole seconds on both sides, so that a deal of the same second belongs to the old season, now and in a rebuild.
    before = sum(reset < int(at) and _quarter(reset) == _quarter(at) for reset in resets)
    return f".{before + 1}" if before else ""


def season(at: float, resets: Iterable[int] = ()) -> str:
    """The season of a time, such as ``2026-Q1``, and ``2026-Q1.2`` once it was begun anew."""
    return _quarter(at) + _part(at, resets)


def day_of_season(at: float, resets: Iterable[int] = ()) -> str:
    """A day as far as it belongs to one season, such as ``2026-03-14`` or ``2026-03-14.2``."""
    return day(at) + _part(at, resets)


def days_of(season: str) -> tuple[str, str, str]:
    """What the days of a season lie between, the second one excluded, and how they end."""
    quarter, dot, part = season.partition(".")
    year, number = quarter.split("-Q")
    first = 3 * int(number) - 2
    following = f"{year}-{first + 3:02}" if first < 10 else f"{int(year) + 1}-01"
    return f"{year}-{first:02}-01", f"{following}-01", dot + part


def periods(at: float, resets: Iterable[int] = (), daily: float | None = None) -> tuple[str, ...]:
    """The periods in which a deal finished at `at` counts.

    `daily`: when the table of a daily dozen was opened; its deals belong to that day, however late they end.
    """
    last = day_of_season(at, resets) if daily is None else day(daily)
    return ALL_TIME, season(at, resets), month(at), week(at), last


def read(text: str | None) -> Resets:
    """The times of the setting; none if there is no such setting. What is no time is left out."""
    return tuple(int(one) for one in (text or "").split(",") if one.isdecimal())


def written(resets: Iterable[int]) -> str:
    return ",".join(map(str, resets))
