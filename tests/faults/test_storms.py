"""Clicks that are cancelled and writes whose answer is lost: what landed is shown, nothing is torn (F46)."""

import asyncio
import random

import pytest

from bot.store import Store
from game.journal import Change, JournalError
from game.rules import INTERNATIONAL
from tests.faults.doorway import CHANNEL, USERS, Doorway, same, to_move
from tests.faults.test_races import button, made, on_disk, running, store
from tests.presence.house import Watcher

__all__ = ["store"]


def lose_the_answer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next write lands, and says that it failed."""
    write = store.write

    async def landed(*changes: Change) -> None:
        monkeypatch.setattr(store, "write", write)
        await write(*changes)
        raise JournalError("the answer was lost")

    monkeypatch.setattr(store, "write", landed)


async def test_a_write_that_landed_after_all_is_shown_next(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        user, legal = to_move(table)
        watcher = Watcher()
        door.tables.watch(watcher)
        lose_the_answer(store, monkeypatch)
        first, again = door.click(user, button(table, legal[0])), door.click(user, button(table, legal[0]))
        await door.take(first)
        assert "could not save" in first.response.said
        assert watcher.changes == []
        await door.take(again)
        assert again.response.given == ["edit"]
        assert made(table)[1] == 1
        assert watcher.changes == [table.id], "everybody else is shown it, too"
        saved = await on_disk(store, table)
        assert saved is not None
        assert same(saved, table)


async def test_a_table_whose_opening_landed_after_all_is_found(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Doorway(store, source) as door:
        lose_the_answer(store, monkeypatch)
        with pytest.raises(JournalError):
            await door.tables.open(900, CHANNEL, USERS[0], INTERNATIONAL)
        assert door.tables.in_channel(CHANNEL) is None
        table, new = await door.tables.open(900, CHANNEL, USERS[0], INTERNATIONAL)
        assert not new
        assert table.people == (USERS[0],)
        await table.join(USERS[1])


async def storm(door: Doorway, times: int) -> None:
    """F46: the handler of each click is cancelled at a random await."""
    table = await door.table()
    counted = 0
    for _ in range(times):
        table = await running(door, table)
        user, legal = to_move(table)
        before = made(table)
        handler = asyncio.create_task(door.take(door.click(user, button(table, door.source.choice(legal)))))
        for _ in range(door.source.randint(0, 40)):
            await asyncio.sleep(door.source.choice((0, 0, 0, 0.0005)))
        handler.cancel()
        await asyncio.gather(handler, return_exceptions=True)
        await door.quiet(table)
        counted += made(table) != before
        assert not table._lock.locked()  # pyright: ignore[reportPrivateUsage] - nothing else tells
        saved = await on_disk(door.store, table)
        assert saved is None if table.closed else saved is not None and same(saved, table)
    writer = door.store.database.writer
    assert writer is None or not writer.in_transaction()
    assert 0 < counted < times, "some came too early, some too late"
    table = await running(door, table)
    user, legal = to_move(table)
    last = door.click(user, button(table, legal[0]))
    await door.take(last)
    assert last.response.given == ["edit"]


async def test_cancel_storm(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await storm(door, 300)


@pytest.mark.long
async def test_long_cancel_storm(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await storm(door, 10_000)
