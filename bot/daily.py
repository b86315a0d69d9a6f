"""The daily dozen: twelve deals a day, the same for everybody in a server, each person once.

The seeds follow from a secret of this database, the server and the day (UTC), so that nobody can know a deal that is
not theirs yet, and nothing has to be stored for a day on which nobody plays.
"""

import asyncio
import hashlib
import hmac
from datetime import UTC, datetime
from typing import Final, Literal
from weakref import WeakValueDictionary

from bot.meta import DAILY_SECRET, new_secret
from bot.periods import day
from bot.store import Store
from bot.tables import Tables
from game.chairs import Clock
from game.journal import Purpose
from game.rules import Rules
from game.solo import Fixed, Solo
from game.table import Table

DEALS: Final = 12
RULES: Final = Rules(length=str(DEALS))
CHAIR: Final = 0
LEVEL: Final = "club"
"""The same chair and the same computers for everyone."""


def seeds(secret: str, guild: int, of_day: str) -> tuple[bytes, ...]:
    """The seeds of a day's deals: HMAC-SHA256 under the secret of ``skat-daily:<guild>:<day>:<number>``."""
    return tuple(
        hmac.new(secret.encode(), f"skat-daily:{guild}:{of_day}:{number}".encode(), hashlib.sha256).digest()
        for number in range(DEALS)
    )


class Daily:
    """Opens the tables for daily deals. Every method raises JournalError."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._asking = asyncio.Lock()
        self._beginning: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    @property
    def today(self) -> str:
        """The day it is, such as ``2026-03-09``."""
        return day(self._clock.time())

    def running(self, guild: int, user: int) -> Table | None:
        """The dozen that a person has begun and not finished, be it of today or of the day before."""
        return next((one for one in self._tables.solo_of(user, guild) if one.purpose is Purpose.DAILY), None)

    def of_today(self, table: Table) -> bool:
        return day(table.opened) == self.today

    async def state(self, guild: int, user: int) -> Literal["open", "running", "played"]:
        """Whether a person has today's dozen before them, has begun it, or has played it."""
        number = await self._store.daily_since(guild, user, _midnight(self._clock.time()))
        if number is None:
            return "open"
        return "played" if self._tables.get(number) is None else "running"

    async def begin(self, guild: int, channel: int, user: int) -> Table | None:
        """Today's dozen, begun or gone on with; None if the person has played it. Ends one of another day.

        Raises TooManyTables.
        """
        async with self._beginning.setdefault((guild, user), asyncio.Lock()):
            # One moment for all: at midnight nobody gets the deals of one day counted for the next.
            now = self._clock.time()
            number = await self._store.daily_since(guild, user, _midnight(now))
            if number is not None:
                return await self._tables.adopt(number)
            deals = [Fixed(seed) for seed in seeds(await self._secret(), guild, day(now))]
            return await self._tables.open_solo(
                guild, channel, user, Solo(Purpose.DAILY, RULES, deals, CHAIR, LEVEL), now
            )

    async def _secret(self) -> str:
        """The secret of this database, made when it is first needed."""
        async with self._asking:
            secret = await self._store.fact(DAILY_SECRET)
            if secret is None:
                secret = new_secret()
                await self._store.note(DAILY_SECRET, secret)
            return secret


def _midnight(at: float) -> float:
    """When the day of a time began."""
    return datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
