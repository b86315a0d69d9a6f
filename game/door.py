"""The one door to a table's state: one lock, each change written before it is made, none torn by a cancelled caller."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeVar

from game.journal import Change, Journal, SavedTable

T = TypeVar("T")


class Door(ABC):
    """Runs changes one at a time. After a journal error the state is read again before the next change."""

    def __init__(self, table: int, journal: Journal) -> None:
        self.id = table
        self._journal = journal
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._stale = False

    @abstractmethod
    def _restore(self, saved: SavedTable | None) -> None:
        """Replaces all state by what was written down; None if it is closed."""

    @abstractmethod
    def _show(self) -> None:
        """Tells that the state has changed."""

    async def settled(self) -> None:
        """Returns when no change is under way any more."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Runs `work` under the lock to its end, even if whoever asked for it is cancelled."""
        task = asyncio.ensure_future(self._locked(work))
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            # Whoever asked has had the exception; if they were cancelled, asking for it keeps asyncio silent.
            task.exception()

    async def _locked(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            if self._stale:
                self._restore(await self._journal.table(self.id))
                self._stale = False
                # What had landed after all was never shown.
                self._show()
            return await work()

    async def _write(self, *changes: Change) -> None:
        try:
            await self._journal.write(*changes)
        except BaseException:
            # Even a failed commit may have landed, so only the journal knows.
            self._stale = True
            raise
