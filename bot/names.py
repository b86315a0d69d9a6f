"""How people are called: from the interactions they send, in memory only, cleaned where they are shown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

log = logging.getLogger(__name__)

Fetch = Callable[[int, int], Awaitable[str | None]]
"""Guild and user to a display name, None if the person is not there any more."""

LOOK_UP_GAP = 1.0
"""Seconds between two look-ups, so that a restart is no storm of requests."""


class Names:
    """Display names by guild and user. What is not known yet is looked up once, one person at a time."""

    def __init__(self) -> None:
        self._names: dict[tuple[int, int], str] = {}
        self._asked: set[tuple[int, int]] = set()
        self._queue: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self._gone: set[tuple[int, int]] = set()
        self._pending: dict[tuple[int, int], asyncio.Event] = {}

    def learn(self, guild: int, user: int, name: str) -> None:
        self._names[guild, user] = name
        self._gone.discard((guild, user))

    def forget(self, user: int) -> None:
        """Nobody by this id is called anything any more, until they click again."""
        for key in [key for key in self._names if key[1] == user]:
            del self._names[key]

    def get(self, guild: int, user: int) -> str | None:
        """The name, or None and a look-up that has been queued."""
        key = guild, user
        name = self._names.get(key)
        if name is None and key not in self._asked:
            self._asked.add(key)
            self._pending[key] = asyncio.Event()
            self._queue.put_nowait(key)
        return name

    def gone(self, guild: int, user: int) -> bool:
        """Whether a look-up found nobody: they left before they were seen."""
        return (guild, user) in self._gone

    async def settle(self, guild: int, users: Iterable[int]) -> None:
        """Returns once the look-ups of these people are over, whatever came of them."""
        for user in users:
            pending = self._pending.get((guild, user))
            if pending is not None:
                await pending.wait()

    async def look_up(self, fetch: Fetch, found: Callable[[int, int], None]) -> None:
        """Runs for ever: fetches queued names and reports each that was found."""
        while True:
            guild, user = await self._queue.get()
            if (guild, user) not in self._names:
                await self._ask(guild, user, fetch, found)
                self._pending.pop((guild, user)).set()
                await asyncio.sleep(LOOK_UP_GAP)
            else:
                self._pending.pop((guild, user)).set()

    async def _ask(self, guild: int, user: int, fetch: Fetch, found: Callable[[int, int], None]) -> None:
        try:
            name = await fetch(guild, user)
        except Exception as error:  # noqa: BLE001  # a name is never worth more than a line in the log
            log.info("a name could not be looked up: %s", type(error).__name__)
            # Whoever wants to show it next asks once more.
            self._asked.discard((guild, user))
            return
        if name is not None:
            self.learn(guild, user, name)
            found(guild, user)
        elif (guild, user) not in self._names:
            self._gone.add((guild, user))
