"""kill -9 and cancellation at every point: what was acknowledged is there, and nothing is there by half."""

import asyncio
import contextlib
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import PoolProxiedConnection, func, select

from bot import schema
from bot.store import Store
from game.journal import DealStarted, JournalError, MoveMade, SavedTable
from game.state import Seat
from tests.bot.store.crash import batches
from tests.bot.store.sample import begun, opened, sqlite_url

ROOT = Path(__file__).parents[3]


def crash(kind: str, place: str, folder: Path) -> int:
    """How many children were killed before one got through."""
    command = (sys.executable, "-W", "error", "-m", "tests.bot.store.crash", kind, place, str(folder))
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    steps, code = ended.stdout.split()
    assert code == "0", ended.stderr
    return int(steps)


async def written(store: Store, table: int) -> int:
    """How many of the batches of `crash` are on disk, all of them whole."""
    async with store.database.reading() as connection:

        async def number(source: schema.Table, *where: object) -> int:
            chosen = select(func.count()).select_from(source).where(*where)  # pyright: ignore[reportArgumentType] - clauses
            return (await connection.execute(chosen)).scalar_one()

        found = (
            await number(schema.tables, schema.tables.c.id == table),
            await number(schema.chairs, schema.chairs.c.table_id == table),
            await number(schema.deals, schema.deals.c.table_id == table, schema.deals.c.started_at.is_not(None)),
            await number(schema.moves, schema.moves.c.table_id == table),
            await number(schema.deals, schema.deals.c.table_id == table, schema.deals.c.finished_at.is_not(None)),
            await number(schema.results, schema.results.c.table_id == table),
            await number(schema.deals, schema.deals.c.table_id == table),
        )
    whole = [
        (0, 0, 0, 0, 0, 0, 0),
        (1, 3, 1, 0, 0, 0, 1),
        (1, 3, 1, 1, 0, 0, 1),
        (1, 3, 1, 3, 0, 0, 1),
        (1, 3, 1, 4, 1, 3, 2),
    ]
    assert found in whole, f"table {table} is torn: {found}"
    return whole.index(found)


async def test_killed_at_every_step_of_writing(url: str, tmp_path: Path) -> None:
    acks = tmp_path / "acks"
    acks.mkdir()
    steps = await asyncio.to_thread(crash, "write", url, acks)
    assert steps > 40
    store = await Store.open(url)
    try:
        seen = Counter[int]()
        for step in range(steps):
            acknowledged = len((acks / str(step)).read_text().splitlines())
            landed = await written(store, step + 1)
            assert landed - acknowledged in (0, 1)
            seen[landed - acknowledged] += 1
        assert seen[0] > 10
        assert seen[1] >= len(batches(1))  # killed after COMMIT, before the answer
        assert (await store.rebuild()).differences == ()
    finally:
        await store.close()


async def test_killed_at_every_step_of_making_the_database(tmp_path: Path) -> None:
    steps = await asyncio.to_thread(crash, "create", "-", tmp_path)
    assert steps > 15
    for step in range(steps):
        store = await Store.open(sqlite_url(tmp_path / str(step)))
        try:
            await store.write(*opened(1))
        finally:
            await store.close()


class Player:
    """Remembers what its table should be, as a table does: what was acknowledged, or read again after doubt."""

    def __init__(self, store: Store, table: int, chance: random.Random) -> None:
        self.store, self.table, self.chance = store, table, chance
        self.moves = 0
        self.cancelled = 0

    async def play(self, turns: int) -> None:
        for _ in range(turns):
            size = self.chance.randint(1, 3)
            batch = [
                MoveMade(self.table, 0, self.moves + 1 + n, Seat.FOREHAND, f"{self.table}.{self.moves + 1 + n}", 1.0)
                for n in range(size)
            ]
            write = asyncio.create_task(self.store.write(*batch))
            if self.chance.random() < 0.5:
                for _ in range(self.chance.randint(0, 12)):
                    await asyncio.sleep(0)
                write.cancel()
            try:
                await write
                self.moves += size
            except (asyncio.CancelledError, JournalError):
                self.cancelled += 1
                saved = await self.store.table(self.table)
                assert saved is not None
                on_disk = len(saved.deals[0].moves)
                assert on_disk - self.moves in (0, size), "a torn write"
                self.moves = on_disk


def moves_of(tables: list[SavedTable]) -> dict[int, list[str]]:
    return {table.table: [text for _, text in table.deals[0].moves] for table in tables}


async def storm(url: str, players: int, turns: int, *, kill_writer: bool) -> None:
    chance = random.Random(7)
    store = await Store.open(url)
    try:
        for table in range(1, players + 1):
            await store.write(*opened(table))
        crowd = [Player(store, table, chance) for table in range(1, players + 1)]
        playing = asyncio.gather(*(player.play(turns) for player in crowd))
        while kill_writer and not playing.done():
            await asyncio.sleep(0.002)
            if store.writer is not None:
                store.writer.cancel()
        await playing
        assert sum(player.cancelled for player in crowd) > players * turns / 20
        wanted = {player.table: [f"{player.table}.{n + 1}" for n in range(player.moves)] for player in crowd}
        assert moves_of(await store.open_tables()) == wanted
        assert not store.database.turn.locked()
    finally:
        await store.close()
    store = await Store.open(url)
    try:
        assert moves_of(await store.open_tables()) == wanted
    finally:
        await store.close()


async def test_cancel_storm(url: str) -> None:
    await storm(url, 20, 15, kill_writer=False)


async def test_cancel_storm_in_which_the_writer_is_cancelled_too(url: str) -> None:
    await storm(url, 10, 15, kill_writer=True)


@pytest.mark.long
async def test_long_cancel_storm(url: str) -> None:
    await storm(url, 50, 200, kill_writer=False)


async def test_a_commit_that_is_cancelled_twice_does_not_land_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(url)
    try:
        await store.write(*opened(1))
        dialect = store.database.engine.sync_engine.dialect
        commit, committing = dialect.do_commit, asyncio.Event()

        def told(connection: PoolProxiedConnection) -> None:
            committing.set()
            commit(connection)

        monkeypatch.setattr(dialect, "do_commit", told)
        before = moves_of(await store.open_tables())
        for attempt in range(20):
            committing.clear()
            write = asyncio.create_task(
                store.write(MoveMade(1, 0, len(before[1]) + 1, Seat.FOREHAND, f"x{attempt}", 1.0))
            )
            await committing.wait()
            for _ in range(3):
                assert store.writer is not None
                store.writer.cancel()
                await asyncio.sleep(0)
            await asyncio.wait([write])
            at_once = moves_of(await store.open_tables())
            await asyncio.sleep(0.02)
            assert moves_of(await store.open_tables()) == at_once
            assert write.exception() is None or isinstance(write.exception(), JournalError)
            before = at_once
    finally:
        await store.close()


async def test_failing_at_every_statement_leaves_all_or_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's method: a fault at the first, second, third ... statement until a run gets through."""
    store = await Store.open(url)
    left = -1

    def faulty(original: Callable[..., None]) -> Callable[..., None]:
        def execute(*arguments: object) -> None:
            nonlocal left
            left -= 1
            if left == -1:
                raise OSError(5, "Input/output error")
            original(*arguments)

        return execute

    try:
        dialect = store.database.engine.sync_engine.dialect
        for name in ("do_execute", "do_executemany"):
            monkeypatch.setattr(dialect, name, faulty(getattr(dialect, name)))
        done = faults = 0
        while done < len(batches(1)):
            left, done = faults, 0
            with contextlib.suppress(JournalError):
                for batch in batches(faults + 1):
                    await store.write(*batch)
                    done += 1
            left = -1
            assert await written(store, faults + 1) == done
            faults += 1
        assert faults > 8
        assert (await store.rebuild()).differences == ()
    finally:
        await store.close()


async def test_a_second_deal_never_takes_a_started_number(store: Store) -> None:
    await store.write(*opened(1))
    outcomes = await asyncio.gather(
        *(store.write(*begun(1, 1, at=float(n))) for n in range(10)), return_exceptions=True
    )
    assert [outcome is None for outcome in outcomes] == [True] + [False] * 9
    with pytest.raises(JournalError):
        await store.write(DealStarted(1, 1, "", 1.0))


async def test_what_a_kill_left_in_the_log_is_not_folded_in_by_looking(tmp_path: Path) -> None:
    """The guard behind all refusals: a look at a database that was killed leaves its bytes alone."""
    from bot import sqlite_file

    store = await Store.open(sqlite_url(tmp_path))
    await store.write(*opened(1))
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("skat.db", "skat.db-wal"):
        (copy / name).write_bytes((tmp_path / name).read_bytes())
    await store.close()
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert before["skat.db-wal"]
    sqlite_file.inspect(copy / "skat.db")
    assert {name: (copy / name).read_bytes() for name in before} == before
    ordinary = sqlite3.connect(copy / "skat.db")
    ordinary.execute("SELECT count(*) FROM moves").fetchall()
    ordinary.close()
    assert (copy / "skat.db").read_bytes() != before["skat.db"]
