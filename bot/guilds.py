"""What the moderators of each server chose, kept in the database and, once asked for, in memory.

`get` never waits, so that a board is drawn at once; `load` reads what is not in memory yet. As many servers are
remembered as have asked: that is bounded by those the bot is in.
"""

import contextlib
import logging
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol

from bot.periods import SEASON_RESETS, Resets, read
from game.driver import Times
from game.journal import JournalError
from game.rules import INTERNATIONAL, BadRules, Rules

log = logging.getLogger(__name__)

TimeName = Literal["reminder", "stand_in", "next_deal"]

LANGUAGES: Final = ("server", "de", "en")
USUAL: Final = "usual"
"""The value of a time that is left to whoever runs the bot."""
NEVER: Final = "never"
"""The value of a reminder that is not wanted."""
TIMES: Final[dict[TimeName, tuple[int, ...]]] = {
    "reminder": (30, 60, 120, 180, 300),
    "stand_in": (60, 90, 120, 180, 300, 600),
    "next_deal": (10, 20, 30, 60, 120, 300),
}
"""Seconds on offer. A table may wait, but nobody can make it wait for ever."""
MOST_CHANNELS: Final = 25
"""Discord's limit for what one select may choose."""


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """`language` server: that of the Discord server. A time of None is the usual one; a reminder may be infinite.

    `channels`: where tables may be opened; empty means everywhere. `resets`: when seasons began, oldest first.
    """

    language: str = "server"
    rules: Rules = INTERNATIONAL
    reminder: float | None = None
    stand_in: float | None = None
    next_deal: float | None = None
    channels: tuple[int, ...] = ()
    resets: Resets = ()

    def times(self, usual: Times) -> Times:
        """The times at this server's tables, where `usual` are those of the process."""
        return replace(
            usual,
            reminder=usual.reminder if self.reminder is None else self.reminder,
            stand_in=usual.stand_in if self.stand_in is None else self.stand_in,
            next_deal=usual.next_deal if self.next_deal is None else self.next_deal,
        )


DEFAULT: Final = GuildChoices()


class GuildStore(Protocol):
    async def settings_of(self, guild: int) -> dict[str, str]: ...

    async def choose_setting(self, guild: int, key: str, value: str | None) -> None: ...

    async def reset_season(self, guild: int, at: float) -> None: ...


class GuildBook:
    """Choices by server. Every `choose` is on disk before it is in memory. Raises JournalError where it waits."""

    def __init__(self, store: GuildStore) -> None:
        self._store = store
        self._known: dict[int, GuildChoices] = {}

    def get(self, guild: int) -> GuildChoices:
        return self._known.get(guild, DEFAULT)

    async def load(self, guild: int) -> GuildChoices:
        if guild not in self._known:
            kept = await self._store.settings_of(guild)
            # Somebody may have chosen meanwhile: what is in memory is newer.
            self._known.setdefault(guild, _read(guild, kept))
        return self._known[guild]

    async def load_all(self, guilds: Iterable[int]) -> None:
        """For servers that had tables when the process ended; what cannot be read is read at the next click."""
        with contextlib.suppress(JournalError):
            for guild in guilds:
                await self.load(guild)

    async def choose_language(self, guild: int, value: str) -> None:
        """Raises ValueError for a language that is not on offer."""
        if value not in LANGUAGES:
            raise ValueError("no language of boards")
        await self._choose(guild, "language", None if value == "server" else value)

    async def choose_rules(self, guild: int, rules: Rules) -> None:
        """For tables opened from now on: those that are open keep theirs."""
        await self._choose(guild, "rules", str(rules))

    async def choose_channels(self, guild: int, channels: Iterable[int]) -> None:
        """Raises ValueError for more than Discord lets anybody choose."""
        chosen = tuple(dict.fromkeys(channels))
        if len(chosen) > MOST_CHANNELS:
            raise ValueError("too many channels")
        await self._choose(guild, "channels", ",".join(map(str, chosen)) or None)

    async def choose_time(self, guild: int, name: TimeName, value: str, usual: Times) -> None:
        """Seconds on offer, `USUAL`, or `NEVER` for the reminder. The reminder always comes before the stand-in:
        if a choice forbids that, the other time gives way, and is written first, so that no moment shows them wrong.

        Raises ValueError for what is not on offer.
        """
        seconds = None if value == USUAL else _seconds(name, value)
        before = await self.load(guild)
        times = replace(before, **{name: seconds}).times(usual)
        if name != "next_deal" and math.isfinite(times.reminder) and times.reminder >= times.stand_in:
            if name == "reminder":
                await self._choose(guild, "stand_in", str(_first_above(times.reminder)))
            else:
                await self._choose(guild, "reminder", _last_below(times.stand_in))
        await self._choose(guild, name, None if value == USUAL else value)

    async def reset_season(self, guild: int, at: float) -> None:
        """A new season begins."""
        before = await self.load(guild)
        await self._store.reset_season(guild, at)
        now = self._known.get(guild, before)
        self._known[guild] = replace(now, resets=(*now.resets, int(at)))

    async def _choose(self, guild: int, key: str, value: str | None) -> None:
        before = await self.load(guild)
        await self._store.choose_setting(guild, key, value)
        field, parse = _FIELDS[key]
        now = self._known.get(guild, before)
        self._known[guild] = replace(now, **{field: getattr(DEFAULT, field) if value is None else parse(value)})


def _seconds(name: TimeName, value: str) -> float:
    if name == "reminder" and value == NEVER:
        return math.inf
    if value not in map(str, TIMES[name]):
        raise ValueError("not on offer")
    return float(value)


def _first_above(seconds: float) -> int:
    return next((one for one in TIMES["stand_in"] if one > seconds), 2 * math.ceil(seconds))


def _last_below(seconds: float) -> str:
    return next((str(one) for one in reversed(TIMES["reminder"]) if one < seconds), NEVER)


def _kept_seconds(text: str) -> float:
    """A time as it was kept, also one that is no longer on offer."""
    seconds = math.inf if text == NEVER else float(text)
    if not seconds > 0:
        raise ValueError("no time")
    return seconds


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",") if part)


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise ValueError("no language")
    return text


_FIELDS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "language": ("language", _language),
    "rules": ("rules", Rules.parse),
    "reminder": ("reminder", _kept_seconds),
    "stand_in": ("stand_in", _kept_seconds),
    "next_deal": ("next_deal", _kept_seconds),
    "channels": ("channels", _numbers),
    SEASON_RESETS: ("resets", read),
}
"""For each key of the database the field it fills and how its text is read."""


def _read(guild: int, kept: dict[str, str]) -> GuildChoices:
    """What was kept; a value that cannot be read any more is left out, so that the server goes on."""
    found: dict[str, Any] = {}
    for key, text in kept.items():
        if key in _FIELDS:
            field, parse = _FIELDS[key]
            try:
                found[field] = parse(text)
            except (BadRules, ValueError):
                log.warning("server %d: its setting %s cannot be read and is left out", guild, key)
    return GuildChoices(**found)
