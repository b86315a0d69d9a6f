"""The open tables of this process: found by channel, table or person, resumed at start, driven until they close.

A fault of one table stays with that table: each has its own lock, its own driver, and is looked up anew at every click.
"""

import asyncio
import logging
from typing import Final, Protocol
from weakref import WeakValueDictionary

from game.chairs import Clock
from game.driver import Driver, Thinker, Times
from game.journal import BoardPosted, Journal, SavedTable
from game.rules import Rules
from game.table import Table

log = logging.getLogger(__name__)

AWAY: Final = "away"
"""The reason for which all tables are held while there is no connection."""


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


class TooManyTables(Exception):
    """A person or a server has as many tables as it may; nothing was opened."""


class Tables:
    """The registry of open tables. It is the audience of each and wakes its driver."""

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        thinker: Thinker,
        times: Times,
        *,
        per_user: int,
        per_guild: int,
    ) -> None:
        self._store = store
        self._clock = clock
        self._thinker = thinker
        self._times = times
        self._per_user = per_user
        self._per_guild = per_guild
        self._tables: dict[int, Table] = {}
        self._drivers: dict[int, tuple[Driver, asyncio.Task[None]]] = {}
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._watchers: list[Watcher] = []
        self._doubtful: dict[int, int] = {}
        self._away = True
        self.closing = False

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)

    def __len__(self) -> int:
        return len(self._tables)

    def all(self) -> tuple[Table, ...]:
        return tuple(self._tables.values())

    def get(self, table: int) -> Table | None:
        return self._tables.get(table)

    def in_channel(self, channel: int) -> Table | None:
        return next((table for table in self._tables.values() if table.channel == channel), None)

    def of_user(self, user: int) -> tuple[Table, ...]:
        """The tables at which a person sits; derived anew each time, so that nobody is ever stuck."""
        return tuple(table for table in self._tables.values() if user in table.people)

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
            of_guild = sum(table.guild == guild for table in self._tables.values())
            if not self.may_sit(host) or of_guild >= self._per_guild:
                raise TooManyTables
            number = self._store.next_table_id()
            self._doubtful[channel] = number
            table = await Table.open(number, guild, channel, host, rules, self._store, self._clock, self)
            del self._doubtful[channel]
            self._add(table)
        return table, True

    async def _found(self, channel: int) -> Table | None:
        """The table whose opening failed, or was given up, but landed on disk all the same. Raises JournalError."""
        number = self._doubtful.get(channel)
        if number is None:
            return None
        saved = await self._store.table(number)
        del self._doubtful[channel]
        if saved is None:
            return None
        table = Table(saved, self._store, self._clock, self)
        self._add(table)
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
        driver = Driver(table, self._clock, self._thinker, self._times, self._remind)
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
        for watcher in self._watchers:
            watcher.changed(table)

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
        for table in self.all():
            self.hold(table, AWAY)

    def back(self) -> None:
        self._away = False
        for table in self.all():
            self.release(table, AWAY)

    async def close(self) -> None:
        """Stops all drivers and lets what is being written come to its end."""
        self.closing = True
        tasks = [task for _, task in self._drivers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(table.settled() for table in self.all()))
