"""Preferences in memory are those on disk, whatever is read and chosen at the same time."""

import asyncio
from dataclasses import dataclass, field

from bot.preferences import PreferenceBook, Preferences

ANNA = 11


@dataclass
class SlowStore:
    """Reads the disk at once and gives the answer when it is told to; writing takes a moment too."""

    kept: dict[str, str] = field(default_factory=dict[str, str])
    answers: asyncio.Event = field(default_factory=asyncio.Event)

    async def preferences_of(self, user: int) -> dict[str, str]:
        del user
        read = dict(self.kept)
        await self.answers.wait()
        return read

    async def prefer(self, user: int, key: str, value: str | None) -> None:
        del user
        assert value is not None
        await asyncio.sleep(0)
        self.kept[key] = value
        await asyncio.sleep(0)


async def test_two_choices_at_once_both_hold() -> None:
    store = SlowStore()
    store.answers.set()
    book = PreferenceBook(store)
    await asyncio.gather(book.choose(ANNA, "deck", "de"), book.choose(ANNA, "listed", "no"))
    assert store.kept == {"deck": "de", "listed": "no"}
    assert book.get(ANNA) == Preferences(deck="de", listed="no")


async def test_what_was_read_before_a_choice_does_not_undo_it() -> None:
    store = SlowStore()
    book = PreferenceBook(store)
    early = asyncio.create_task(book.load(ANNA))
    await asyncio.sleep(0)
    # The answer to the first reading is late; a choice is made meanwhile.
    slow, store.answers = store.answers, asyncio.Event()
    store.answers.set()
    await book.choose(ANNA, "listed", "no")
    slow.set()
    assert await early == book.get(ANNA) == Preferences(listed="no")


async def test_whoever_was_forgotten_while_they_were_read_is_read_again() -> None:
    store = SlowStore({"deck": "de"})
    book = PreferenceBook(store)
    early = asyncio.create_task(book.load(ANNA))
    await asyncio.sleep(0)
    store.kept.clear()
    book.forget(ANNA)
    store.answers.set()
    await early
    assert await book.load(ANNA) == Preferences()
