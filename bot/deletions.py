"""Deletions of people: asked for, carried out at the end of their deal, and carried out again after a restore.

Invariant: what was asked for is on disk, in the list of `bot.forgotten` and in the database, before anybody is told;
the process may end at any moment after that. A person who waits sits down nowhere: see `waits`.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from bot.forgotten import ForgottenList
from bot.meta import FORGOTTEN_UNTIL
from bot.person import STAND_IN
from bot.store import Store
from bot.tables import Tables
from game.chairs import Clock
from game.illegal import TableError
from game.journal import JournalError
from game.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

LONGEST_WAIT: Final = 24 * 3600.0
"""Seconds after which a deal that does not end, for lack of a place or of permission, is not waited for any more."""

TRY_AGAIN: Final = 5.0
WIPE_AGAIN: Final = 60.0


class Deletions:
    """Use `reapply` before the tables are resumed, `resume` after; then `request`. Watches the tables."""

    def __init__(self, store: Store, tables: Tables, listed: ForgottenList, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._listed = listed
        self._clock = clock
        self._waiting: dict[int, float] = {}
        self._unwiped: set[int] = set()
        self._turn = asyncio.Lock()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.forgotten: Callable[[int], None] = lambda _: None
        """Told of each person who was forgotten, for what is kept of them in memory."""

    async def reapply(self) -> int:
        """Forgets again whom a restored backup brought back; how many that were. Raises JournalError."""
        noted = float(await self._store.fact(FORGOTTEN_UNTIL) or 0)
        if noted > self._listed.newest:
            log.warning("the list of forgotten people is older than the database; a restore cannot honour all of it")
        known = self._listed.since(noted)
        if not known:
            return 0
        back = sorted(user for user in await self._store.people() if user in known)
        if back:
            await self._store.forget(back, self._clock.time())
            log.info("the database was restored: %d who had been forgotten are forgotten again", len(back))
        # Last: a crash before it does the same once more.
        await self._store.note(FORGOTTEN_UNTIL, repr(self._listed.newest))
        return len(back)

    async def resume(self) -> None:
        """Goes on waiting where the process ended. Raises JournalError."""
        self._waiting = await self._store.waiting_deletions()
        self._tables.watch(self)
        self._task = asyncio.create_task(self._work(), name="deletions")
        self._wake.set()

    async def close(self) -> None:
        """Stops; what waits goes on after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def waits(self, user: int) -> bool:
        """Whether a person waits to be forgotten."""
        return user in self._waiting

    def has_to_wait(self, user: int) -> bool:
        """Whether a deal would have to end first."""
        return any(self._in_a_deal(table, user) for table in self._tables.with_chair_of(user))

    async def request(self, user: int) -> bool:
        """Forget a person; False if a deal has to end first. Raises JournalError, and then nothing is promised."""
        async with self._turn:
            if user not in self._waiting:
                now = self._clock.time()
                try:
                    noted = await asyncio.to_thread(self._listed.add, user, now)
                except OSError as error:
                    raise JournalError(f"the list of forgotten people cannot be written: {error.strerror}") from None
                await self._store.ask_deletion(user, now, noted)
                self._waiting[user] = now
            with contextlib.suppress(JournalError):
                await self._advance(user)
        self._wake.set()
        return user not in self._waiting

    def changed(self, table: Table) -> None:
        del table
        if self._waiting:
            self._wake.set()

    async def remind(self, table: Table, chair: int) -> None:
        """Nobody is reminded here."""

    def forget(self, table: Table) -> None:
        """A table was suspended: its deal is not waited for."""
        self.changed(table)

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            pause = LONGEST_WAIT
            try:
                async with self._turn:
                    for user in tuple(self._waiting):
                        await self._advance(user)
                    if self._unwiped and await self._store.wipe(sorted(self._unwiped)):
                        self._unwiped.clear()
            except JournalError as error:
                log.warning("a deletion cannot be carried out now, it is tried again: %s", error)
                pause = TRY_AGAIN
            if self._unwiped:
                pause = min(pause, WIPE_AGAIN)
            await self._pause(min(pause, self._next_limit()))

    def _next_limit(self) -> float:
        """Seconds until somebody has waited for long enough."""
        now = self._clock.time()
        return max(TRY_AGAIN, min((at + LONGEST_WAIT - now for at in self._waiting.values()), default=LONGEST_WAIT))

    async def _pause(self, seconds: float) -> None:
        waking = asyncio.ensure_future(self._wake.wait())
        sleeping = asyncio.ensure_future(self._clock.sleep(seconds))
        try:
            await asyncio.wait({waking, sleeping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (waking, sleeping):
                task.cancel()
            await asyncio.gather(waking, sleeping, return_exceptions=True)

    async def _advance(self, user: int) -> None:
        """Does what can be done now. Raises JournalError."""
        while True:
            if not await self._leave(user):
                return
            wiped = await self._store.forget([user], self._clock.time())
            # Whoever was just sitting down when it began has a chair again.
            if not self._tables.with_chair_of(user):
                break
        if not wiped:
            self._unwiped.add(user)
        del self._waiting[user]
        self.forgotten(user)

    async def _leave(self, user: int) -> bool:
        """Frees a person's chairs, a computer playing where a deal runs; whether all of them are free."""
        overdue = self._clock.time() >= self._waiting[user] + LONGEST_WAIT
        free = True
        for table in self._tables.with_chair_of(user):
            if not overdue and self._in_a_deal(table, user):
                free = False
                with contextlib.suppress(TableError):
                    await table.stand_in(user, STAND_IN)
            else:
                await table.forget(user, STAND_IN)
        return free

    def _in_a_deal(self, table: Table, user: int) -> bool:
        """Whether a running deal counts for a person: the others' list is to say that people played it."""
        suspended = table in self._tables.suspended()
        return table.state is not None and user in table.people and len(table.people) > 1 and not suspended
