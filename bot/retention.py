"""Once a day, what is not needed any more goes: lobbies that never played, servers long left, people long away.

Moves keep their times: they belong to a table, and once its people are forgotten to nobody.
"""

import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.meta import LEFT_GUILD
from bot.store import Store
from game.chairs import Clock
from game.journal import JournalError

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0
FIRST: Final = 300.0
"""Seconds after the start until the first time, when everything else has been loaded."""

UNPLAYED_KEPT: Final = 7 * DAY
GUILD_KEPT: Final = 30 * DAY
"""A server that invites the bot again before finds everything as it was."""


class Retention:
    """`days` without a deal until a person is made anonymous, 0 for never. `forgotten` is told of each."""

    def __init__(self, store: Store, clock: Clock, days: int, forgotten: Callable[[int], None]) -> None:
        self._store = store
        self._clock = clock
        self._days = days
        self._forgotten = forgotten

    async def run(self, present: Callable[[], Collection[int] | None]) -> None:
        """Runs for ever. `present`: the servers the bot is in, None while that is not known."""
        pause = FIRST
        while True:
            await self._clock.sleep(pause)
            pause = DAY
            try:
                await self.sweep(present())
            except JournalError as error:
                log.warning("what is old could not be cleared away, it is tried again tomorrow: %s", error)

    async def sweep(self, present: Collection[int] | None) -> None:
        """Clears away what is old now. Raises JournalError."""
        now = self._clock.time()
        while await self._store.delete_unplayed(now - UNPLAYED_KEPT):
            pass
        if present is not None:
            await self._sweep_guilds(present, now)
        if self._days:
            await self._sweep_people(now)

    async def _sweep_guilds(self, present: Collection[int], now: float) -> None:
        for guild in await self._store.guilds():
            key = f"{LEFT_GUILD}{guild}"
            since = await self._store.fact(key)
            if guild in present:
                if since is not None:
                    await self._store.note(key, None)
            elif since is None:
                await self._store.note(key, repr(now))
            elif float(since) <= now - GUILD_KEPT:
                while await self._store.delete_guild(guild):
                    pass
                await self._store.note(key, None)
                log.info("a server left long ago was cleared away")

    async def _sweep_people(self, now: float) -> None:
        seen = await self._store.last_seen()
        for user, at in seen.items():
            if at is None:
                await self._store.notice(user, now)
        old = sorted(user for user, at in seen.items() if at is not None and at < now - self._days * DAY)
        if old:
            await self._store.forget(old, now)
            for user in old:
                self._forgotten(user)
            log.info("%d who have not played for long were made anonymous", len(old))
