"""Locks, slow and full disks, lost servers: a write fails whole or succeeds whole, and the next one can succeed."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import aiosqlite
import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool, Pool

from bot import database
from bot.database import Conflict
from bot.store import Store
from game.journal import DealFinished, HostChanged, JournalError, MoveMade
from game.state import Seat
from tests.bot.store.conftest import Postgres
from tests.bot.store.sample import begun, line, opened, sqlite_url


def move(number: int, table: int = 1) -> MoveMade:
    return MoveMade(table, 0, number, Seat.FOREHAND, "C7", 1.0)


async def moves(store: Store, table: int = 1) -> int:
    saved = await store.table(table)
    assert saved is not None
    return len(saved.deals[0].moves)


@asynccontextmanager
async def locked(url: str, *, change: bool = False) -> AsyncGenerator[None]:
    """Another program writes to the database, and commits something at the end if `change`."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        other = sqlite3.connect(str(parsed.database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            if change:
                other.execute("INSERT INTO meta VALUES ('other', 'program')")
            yield
        finally:
            other.execute("COMMIT")
            other.close()
    else:
        engine = create_async_engine(url, poolclass=NullPool)
        async with engine.begin() as connection:
            await connection.execute(text("LOCK TABLE moves, deals, tables IN EXCLUSIVE MODE"))
            if change:
                await connection.execute(text("INSERT INTO meta VALUES ('other', 'program')"))
            yield


async def test_a_lock_of_another_program_is_waited_for(url: str) -> None:
    store = await Store.open(url)
    try:
        await store.write(*opened(1))
        async with locked(url):
            start = time.monotonic()
            write = asyncio.create_task(store.write(move(1)))
            reads: list[int] = []
            while time.monotonic() - start < 2:
                async with store.database.reading() as connection:
                    reads.append((await connection.execute(text("SELECT count(*) FROM moves"))).scalar_one())
                await asyncio.sleep(0.1)
            assert set(reads) == {0}, "reading does not wait"
            assert not write.done()
        await write
        assert time.monotonic() - start < 8
        assert await moves(store) == 1
    finally:
        await store.close()


async def test_a_commit_of_another_program_does_not_upset_a_write_that_starts_with_reading(url: str) -> None:
    store = await Store.open(url)
    try:
        await store.write(*opened(1))
        async with locked(url, change=True):
            write = asyncio.create_task(store.write(DealFinished(1, 0, (line(0, 11),), 1e9)))
            await asyncio.sleep(0.3)
        await write
    finally:
        await store.close()


async def test_a_lock_held_too_long_is_an_error_and_leaves_nothing(url: str) -> None:
    store = await Store.open(url, patience=0.3)
    try:
        await store.write(*opened(1))
        async with locked(url):
            start = time.monotonic()
            writes = [store.write(move(1), HostChanged(1, 99)) for _ in range(3)]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert all(isinstance(outcome, JournalError) for outcome in outcomes)
            assert not any(isinstance(outcome, Conflict) for outcome in outcomes)
            assert "locked" in str(outcomes[0])
            assert time.monotonic() - start < 2
        assert await moves(store) == 0
        await store.write(move(1))
        table = await store.table(1)
        assert table is not None
        assert table.host == 11
    finally:
        await store.close()


def test_players_are_kept_waiting_ten_seconds_at_most() -> None:
    assert database.PATIENCE == 10


@pytest.fixture
def full() -> Iterator[Callable[[bool], None]]:
    """Makes the disk full, or free again, for every connection that is taken from then on."""
    pages = 2**30

    def limit(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        cursor.close()

    def switch(on: bool) -> None:
        nonlocal pages
        pages = 1 if on else 2**30

    event.listen(Pool, "checkout", limit)
    yield switch
    event.remove(Pool, "checkout", limit)


async def test_a_full_disk_undoes_the_move_and_recovers_without_a_restart(
    tmp_path: Path, full: Callable[[bool], None]
) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    try:
        await store.write(*opened(1))
        writer = store.database.writer
        assert writer is not None
        await writer.exec_driver_sql("PRAGMA max_page_count = 1")
        await writer.commit()
        full(True)
        written = 0
        with contextlib.suppress(JournalError):
            while True:
                await store.write(move(written + 1), HostChanged(1, written + 1))
                written += 1
        for _ in range(3):
            with pytest.raises(JournalError, match="the disk is full"):
                await store.write(*(move(written + n) for n in range(1, 400)))
        saved = await store.table(1)
        assert saved is not None
        assert (len(saved.deals[0].moves), saved.host) == (written, written or 11)

        full(False)
        await store.write(*(move(written + n) for n in range(1, 400)))
        assert await moves(store) == written + 399
    finally:
        await store.close()


async def test_a_slow_disk_costs_many_tables_no_more_than_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    commit = aiosqlite.Connection.commit

    async def slow(connection: aiosqlite.Connection) -> None:
        # In the connection's own thread, as a slow disk is.
        await cast("Any", connection).create_function("wait", 0, lambda: time.sleep(0.5))
        await connection.execute("SELECT wait()")
        await commit(connection)

    try:
        for table in range(1, 21):
            await store.write(*opened(table))
        monkeypatch.setattr(aiosqlite.Connection, "commit", slow)
        start = time.monotonic()
        order: list[int] = []

        async def play(table: int) -> None:
            await store.write(move(1, table))
            order.append(table)

        playing = asyncio.gather(*(play(table) for table in range(1, 21)))
        lag = 0.0
        while not playing.done():
            before = time.monotonic()
            await asyncio.sleep(0.005)
            lag = max(lag, time.monotonic() - before - 0.005)
        await playing
        assert time.monotonic() - start < 5, "one commit each would take ten seconds"
        assert order == list(range(1, 21))
        assert lag < 0.45, "the event loop waits for nobody's disk"
    finally:
        await store.close()


async def test_one_transaction_at_a_time(url: str) -> None:
    """Also for those who do not write by way of the journal."""
    store = await Store.open(url)

    async def note(number: int) -> None:
        async with store.database.writing() as connection:
            await connection.execute(text("INSERT INTO meta VALUES (:key, 'noted')"), {"key": f"note {number}"})
            await asyncio.sleep(0.01)

    try:
        await asyncio.gather(*(note(number) for number in range(5)))
        async with store.database.reading() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM meta WHERE value = 'noted'"))).scalar_one() == 5
    finally:
        await store.close()


async def test_the_disk_is_asked_to_keep_every_write(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    try:
        async with store.database.writing() as writer, store.database.reading() as reader:
            for connection in (writer, reader):
                for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                    assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == wanted
    finally:
        await store.close()


async def test_a_lost_connection_costs_one_write_and_not_the_lock(postgres: Postgres) -> None:
    url = await asyncio.to_thread(postgres.new_database)
    store = await Store.open(url)
    try:
        await store.write(*opened(1))
        await postgres.cut_off()
        landed = 0
        for number in range(1, 4):
            try:
                await store.write(move(landed + 1))
                landed += 1
            except JournalError:
                assert number == 1
        assert landed >= 2
        assert await moves(store) == landed
        with pytest.raises(database.InUse):
            await Store.open(url)
    finally:
        await store.close()


async def test_whoever_lost_the_lock_cannot_write(postgres: Postgres) -> None:
    """A write needs the connection that holds the lock, so two processes never write to one database."""
    url = await asyncio.to_thread(postgres.new_database)
    first = await Store.open(url)
    try:
        await first.write(*opened(1))
        await postgres.cut_off()
        second = await Store.open(url)
        try:
            await second.write(move(1))
            for _ in range(2):
                with pytest.raises(JournalError):
                    await first.write(move(2))
            assert await moves(second) == 1
        finally:
            await second.close()
        await first.write(move(2), *begun(1, 1))
    finally:
        await first.close()
