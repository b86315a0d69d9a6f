"""The open tables of this process: found by channel, table or person, resumed at start, driven until they close.

A fault of one table stays with that table: each has its own lock, its own driver, and is looked up anew at every click.
"""

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakValueDictionary

from game.chairs import Clock
from game.driver import Driver, Thinker, Times
from game.journal import BoardPosted, Journal, JournalError, Purpose, SavedTable
from game.rules import Rules
from game.solo import Solo, opening
from game.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

AWAY: Final = "away"
"""The reason for which all tables are held while there is no connection."""

SUSPENDED: Final = "suspended"
"""The reason for which a table whose place is gone is held, and for which it is closed in the end."""


OPENINGS: Final = 10
AN_HOUR: Final = 3600.0
"""Within an hour a person may open so many times as many tables as they may sit at."""


FAIR_THINK: Final = 30.0
"""Seconds until a computer that answers everyone alike is taken to have failed."""


class TableStore(Journal, Protocol):
    """What the tables need of the store."""

    async def open_tables(self) -> list[SavedTable]: ...

    def next_table_id(self) -> int: ...


class Watcher(Protocol):
    """Whoever shows tables to people."""

    def changed(self, table: Table) -> None:
        """Must return at once."""
        ...

    async def remind(self, table: Table, chair: int) -> None: ...

    def forget(self, table: Table) -> None:
        """Nothing of the table is to be shown any more; what was on show is left as it is."""
        ...


class TooManyTables(Exception):
    """A person or a server has as many tables as it may, or has opened too many of late; nothing was opened."""


class Tables:
    """The registry of open tables. It is the audience of each and wakes its driver.

    A suspended table is open on disk alone: nobody finds it, it counts nowhere, and nothing of it is shown. A table at
    which a person plays alone is in no channel, found by that person alone, and takes no other table's place.
    `fair`: the computers at tables for daily deals, who answer everyone alike. `chosen_times`: a server's times, given
    the usual ones. `plays_forced`: whether a person wants a card without alternative to play itself.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        thinker: Thinker,
        times: Times,
        *,
        per_user: int,
        per_guild: int,
        fair: Thinker | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._thinker = thinker
        self._fair = fair or thinker
        self.usual_times = times
        self._per_user = per_user
        self._per_guild = per_guild
        self._tables: dict[int, Table] = {}
        self._drivers: dict[int, tuple[Driver, asyncio.Task[None]]] = {}
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._watchers: list[Watcher] = []
        self._doubtful: dict[int, int] = {}
        self._suspended: dict[int, asyncio.Task[None]] = {}
        self._opened: dict[int, list[float]] = {}
        self.plays_forced: Callable[[int], bool] = lambda _: False
        self.chosen_times: Callable[[int, Times], Times] = lambda _, usual: usual
        self._away = True
        self.closing = False

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)

    def __len__(self) -> int:
        return len(self.all())

    @property
    def incidents(self) -> int:
        """How often a computer at an open table failed, and a rule of thumb moved in its place."""
        return sum(driver.incidents for driver, _ in self._drivers.values())

    def all(self) -> tuple[Table, ...]:
        """All that are not suspended."""
        return tuple(table for number, table in self._tables.items() if number not in self._suspended)

    def suspended(self) -> tuple[Table, ...]:
        return tuple(self._tables[number] for number in self._suspended)

    def get(self, table: int) -> Table | None:
        return None if table in self._suspended else self._tables.get(table)

    def in_channel(self, channel: int) -> Table | None:
        return next((table for table in self.all() if table.channel == channel and not table.solo), None)

    def of_user(self, user: int) -> tuple[Table, ...]:
        """The tables with others at which a person sits; derived anew each time, so that nobody is ever stuck."""
        return tuple(table for table in self.all() if user in table.people and not table.solo)

    def solo_of(self, user: int, guild: int) -> tuple[Table, ...]:
        """The tables at which a person plays alone in a guild, the one they moved at last first."""
        own = [table for table in self.all() if table.solo and table.guild == guild and user in table.people]
        return tuple(sorted(own, key=lambda table: -table.touched))

    def with_chair_of(self, user: int) -> tuple[Table, ...]:
        """Every open table with a chair of a person, also one they have left or that is suspended."""
        held = (table for table in self._tables.values() if not table.closed)
        return tuple(table for table in held if table.chair_of_user(user) is not None)

    def may_sit(self, user: int) -> bool:
        return len(self.of_user(user)) < self._per_user

    async def open(self, guild: int, channel: int, host: int, rules: Rules) -> tuple[Table, bool]:
        """The table of a channel, and whether it is new.

        Raises TooManyTables, JournalError.
        """
        async with self._opening.setdefault(channel, asyncio.Lock()):
            running = self.in_channel(channel)
            if running is not None:
                return running, False
            found = await self._found(channel)
            if found is not None:
                return found, False
            of_guild = sum(table.guild == guild and not table.solo for table in self.all())
            if not self.may_sit(host) or of_guild >= self._per_guild or not self._may_open(host):
                raise TooManyTables
            number = self._store.next_table_id()
            self._doubtful[channel] = number
            table = await Table.open(number, guild, channel, host, rules, self._store, self._clock, self)
            del self._doubtful[channel]
            self._add(table)
        return table, True

    async def open_solo(self, guild: int, channel: int, user: int, solo: Solo, at: float) -> Table:
        """A table at which a person plays alone, its first deal begun; it takes the place of the one for the same.

        `channel`: where they asked for it; nothing is ever posted there. `at`: the moment for which it is opened.
        Raises TooManyTables, JournalError.
        """
        if not self._may_open(user):
            raise TooManyTables
        before = [table for table in self.solo_of(user, guild) if table.purpose is solo.purpose]
        number = self._store.next_table_id()
        await self._store.write(*opening(number, guild, channel, user, solo, at))
        table = await self.adopt(number)
        if table is None:
            raise JournalError("what was written cannot be read")
        for old in before:
            await old.end(None, "replaced")
        return table

    async def adopt(self, number: int) -> Table | None:
        """The open table of a number, read from disk if this process does not have it. Raises JournalError."""
        if number in self._tables:
            return self.get(number)
        saved = await self._store.table(number)
        if saved is None:
            return None
        table = Table(saved, self._store, self._clock, self)
        self._add(table)
        return table

    def _may_open(self, host: int) -> bool:
        """Counts an opening: lobbies that are opened and left again must not fill the disk."""
        since = self._clock.time() - AN_HOUR
        self._opened = {user: times for user, times in self._opened.items() if times[-1] > since}
        recent = [at for at in self._opened.get(host, ()) if at > since]
        allowed = len(recent) < OPENINGS * self._per_user
        if allowed:
            self._opened[host] = [*recent, self._clock.time()]
        return allowed

    async def _found(self, channel: int) -> Table | None:
        """The table whose opening failed, or was given up, but landed on disk all the same. Raises JournalError."""
        number = self._doubtful.get(channel)
        if number is None:
            return None
        table = await self.adopt(number)
        del self._doubtful[channel]
        return table

    async def resume(self) -> None:
        """Brings back every table that was open; one that cannot be read is left out and logged."""
        for saved in await self._store.open_tables():
            try:
                self._add(Table(saved, self._store, self._clock, self))
            except Exception:
                log.exception("table %d cannot be resumed", saved.table)
            # A list of finished deals is replayed for each table: others get their turn in between.
            await asyncio.sleep(0)

    def _add(self, table: Table) -> None:
        thinker = self._fair if table.purpose is Purpose.DAILY else self._thinker
        times = self._times_of(table)
        driver = Driver(table, self._clock, thinker, times, self._remind, forced=self._plays_forced)
        task = asyncio.create_task(driver.run(), name=f"table {table.id}")
        self._tables[table.id] = table
        self._drivers[table.id] = driver, task
        if self._away:
            driver.hold(AWAY)
        task.add_done_callback(lambda done: self._driver_ended(table, done))

    def _driver_ended(self, table: Table, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table %d: its driver failed", table.id, exc_info=error)

    def changed(self, table: Table) -> None:
        if table.closed:
            self._tables.pop(table.id, None)
        driver = self._drivers.get(table.id)
        if driver is not None:
            driver[0].wake()
            if table.closed:
                del self._drivers[table.id]
            if table.closed and (closing := self._suspended.pop(table.id, None)) is not None:
                closing.cancel()
                return
        if table.id not in self._suspended:
            for watcher in self._watchers:
                watcher.changed(table)

    def wake(self) -> None:
        """What is due next may have changed at any table."""
        for driver, _ in self._drivers.values():
            driver.wake()

    def times_at(self, guild: int) -> Times:
        """The times that apply at a server's tables."""
        return self.chosen_times(guild, self.usual_times)

    def times_changed(self, guild: int) -> None:
        """A server's times apply at once, also to whoever is being waited for."""
        for number, (driver, _) in self._drivers.items():
            if self._tables[number].guild == guild:
                driver.change_times(self._times_of(self._tables[number]))

    def _times_of(self, table: Table) -> Times:
        times = self.times_at(table.guild)
        if table.purpose is Purpose.DAILY:
            # A move by rule because of a slow moment would not be the answer that the others got.
            times = replace(times, think=max(times.think, FAIR_THINK))
        return times

    def _plays_forced(self, user: int) -> bool:
        return self.plays_forced(user)

    async def _remind(self, table: Table, chair: int) -> None:
        for watcher in self._watchers:
            await watcher.remind(table, chair)

    async def board_posted(self, table: Table, message: int) -> None:
        """Remembers the newest public message of a table. Raises JournalError."""
        table.board = message
        await self._store.write(BoardPosted(table.id, message, self._clock.time()))

    def hold(self, table: Table, reason: str) -> None:
        """Stops the clocks and the computers of a table until `release` with the same reason."""
        driver = self._drivers.get(table.id)
        if driver is not None:
            driver[0].hold(reason)

    def release(self, table: Table, reason: str) -> None:
        """Everyone at the table has their full time again."""
        driver = self._drivers.get(table.id)
        if driver is not None:
            table.since = self._clock.time()
            driver[0].release(reason)

    def away(self) -> None:
        """Discord is out of reach: as it is until `back` is called first."""
        self._away = True
        for table in self._tables.values():
            self.hold(table, AWAY)

    def back(self) -> None:
        self._away = False
        for table in self._tables.values():
            self.release(table, AWAY)

    def suspend(self, table: Table, keep: float) -> None:
        """The table's place is gone: it is kept for `keep` seconds since the last move, then closed, list and all."""
        if table.id in self._suspended or table.closed or self._tables.get(table.id) is not table:
            return
        self.hold(table, SUSPENDED)
        for watcher in self._watchers:
            watcher.forget(table)
        until = table.touched + keep
        self._suspended[table.id] = asyncio.create_task(self._close_at(table, until), name=f"suspended {table.id}")
        log.info("table %d is suspended, its place is gone", table.id)

    def restore(self, table: Table) -> None:
        """The place of a suspended table is there again: play goes on, everyone has their full time."""
        closing = self._suspended.pop(table.id, None)
        if closing is not None:
            closing.cancel()
            self.release(table, SUSPENDED)
            self.changed(table)

    async def _close_at(self, table: Table, until: float) -> None:
        while not table.closed:
            await self._clock.sleep(max(0.0, until - self._clock.time()))
            try:
                await table.end(None, SUSPENDED)
            except JournalError:
                until = self._clock.time() + self.usual_times.retry

    async def close(self) -> None:
        """Stops all drivers and lets what is being written come to its end."""
        self.closing = True
        tasks = [*(task for _, task in self._drivers.values()), *self._suspended.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(table.settled() for table in self._tables.values()))
