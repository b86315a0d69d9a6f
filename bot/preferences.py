"""What each person prefers, kept in the database and, once asked for, in memory."""

import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from game.journal import JournalError

REMEMBERED: Final = 4096

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "deck": ("fr", "de", "4c"),
    "language": ("client", "de", "en"),
    "sorting": ("game", "suits"),
    "forced": ("click", "play"),
    "size": ("normal", "big"),
    "listed": ("yes", "no"),
}
"""The values of each preference, default first."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """`language` client: that of the person's Discord. `forced` play: a card without alternative plays itself.

    `listed` no: other people find them on no leaderboard and see no statistics of them.
    """

    deck: str = "fr"
    language: str = "client"
    sorting: str = "game"
    forced: str = "click"
    size: str = "normal"
    listed: str = "yes"


class PreferenceStore(Protocol):
    async def preferences_of(self, user: int) -> dict[str, str]: ...

    async def prefer(self, user: int, key: str, value: str | None) -> None: ...


class PreferenceBook:
    """Preferences by person. `get` never waits; `load` reads what is not in memory yet."""

    def __init__(self, store: PreferenceStore) -> None:
        self._store = store
        self._known: OrderedDict[int, Preferences] = OrderedDict()
        self._changes = 0

    def get(self, user: int) -> Preferences:
        return self._known.get(user, DEFAULT)

    async def load(self, user: int) -> Preferences:
        """Raises JournalError."""
        while user not in self._known:
            changes = self._changes
            kept = await self._store.preferences_of(user)
            # If anybody has chosen or was forgotten meanwhile, what was read may be old.
            if changes == self._changes:
                chosen = {key: value for key, value in kept.items() if value in CHOICES.get(key, ())}
                self._remember(user, Preferences(**chosen))
        return self._known[user]

    async def load_all(self, users: Iterable[int]) -> None:
        """For those who sat at a table when the process ended; whoever cannot be read is read when they click."""
        with contextlib.suppress(JournalError):
            for user in users:
                await self.load(user)

    async def choose(self, user: int, key: str, value: str) -> Preferences:
        """Raises ValueError for what is no preference, JournalError."""
        if value not in CHOICES.get(key, ()):
            raise ValueError(f"{key}={value} is no preference")
        await self._store.prefer(user, key, value)
        self._changes += 1
        if user in self._known:
            self._remember(user, replace(self._known[user], **{key: value}))
        return await self.load(user)

    def forget(self, user: int) -> None:
        """What is known of a person is read again when they click next."""
        self._changes += 1
        self._known.pop(user, None)

    def _remember(self, user: int, preferences: Preferences) -> None:
        self._known[user] = preferences
        self._known.move_to_end(user)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


DEFAULT: Final = Preferences()
