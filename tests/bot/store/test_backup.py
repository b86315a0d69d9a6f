"""A backup is a sound database of one moment, taken while everybody plays, or it is no file at all."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import backup, sqlite_file
from bot.backup import BackupError
from bot.store import Store
from game.journal import HostChanged, MoveMade
from game.state import Seat
from tests.bot.store.conftest import Postgres
from tests.bot.store.sample import opened, sqlite_url

ROOT = Path(__file__).parents[3]


async def played(folder: Path, tables: int = 1) -> Store:
    store = await Store.open(sqlite_url(folder))
    for table in range(1, tables + 1):
        await store.write(*opened(table))
    return store


async def test_backup_while_64_tables_write(tmp_path: Path) -> None:
    store = await played(tmp_path, 64)
    try:
        stop = asyncio.Event()
        waits: list[float] = []

        async def play(table: int) -> None:
            number = 0
            while not stop.is_set():
                number += 1
                start = time.monotonic()
                # Both or neither: the copy must never show one without the other.
                move = MoveMade(table, 0, number, Seat.FOREHAND, f"{table}.{number}", 1.0)
                await store.write(move, HostChanged(table, number))
                waits.append(time.monotonic() - start)

        playing = asyncio.gather(*(play(table) for table in range(1, 65)))
        for number in range(3):
            await asyncio.sleep(0.2)
            await store.backup(tmp_path / f"backup{number}.db")
        stop.set()
        await playing
        last = {table.table: len(table.deals[0].moves) for table in await store.open_tables()}
    finally:
        await store.close()
    waits.sort()
    assert waits[int(len(waits) * 0.99)] < 1.5
    seen = 0
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        (tmp_path / f"backup{number}.db").rename(folder / "skat.db")
        restored = await Store.open(sqlite_url(folder))
        try:
            tables = await restored.open_tables()
        finally:
            await restored.close()
        assert len(tables) == 64
        for table in tables:
            texts = [text for _, text in table.deals[0].moves]
            assert texts == [f"{table.table}.{n + 1}" for n in range(len(texts))]
            assert table.host == (len(texts) or 11)
            assert len(texts) <= last[table.table]
        total = sum(len(table.deals[0].moves) for table in tables)
        assert total > seen, "each backup is of its own moment"
        seen = total


async def test_a_copy_of_the_file_alone_would_not_do(tmp_path: Path) -> None:
    store = await played(tmp_path)
    try:
        await store.backup(tmp_path / "backup.db")
        shutil.copy(tmp_path / "skat.db", tmp_path / "copy.db")
    finally:
        await store.close()
    count = "SELECT count(*) FROM tables"
    for name, tables in (("backup.db", 1), ("copy.db", 0)):
        connection = sqlite3.connect(tmp_path / name)
        assert connection.execute(count).fetchone() == (tables,)
        connection.close()


async def test_from_another_process_while_the_bot_runs(tmp_path: Path) -> None:
    store = await played(tmp_path)
    try:
        code = (
            "import asyncio, sys; from pathlib import Path; from bot.backup import backup;"
            " asyncio.run(backup(sys.argv[1], Path(sys.argv[2])))"
        )
        command = (sys.executable, "-c", code, sqlite_url(tmp_path), str(tmp_path / "backup.db"))
        await asyncio.to_thread(subprocess.run, command, cwd=ROOT, check=True, timeout=30)
        await store.write(MoveMade(1, 0, 1, Seat.FOREHAND, "pass", 1.0))
        sqlite_file.inspect(tmp_path / "backup.db")
    finally:
        await store.close()


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    store = await played(tmp_path)
    try:
        target = tmp_path / "precious"
        target.write_text("kept")
        with pytest.raises(BackupError, match="exists already; choose another name"):
            await store.backup(target)
        assert target.read_text() == "kept"
        with pytest.raises(BackupError, match="exists already"):
            await store.backup(tmp_path / "skat.db")
        with pytest.raises(BackupError, match="cannot be written"):
            await store.backup(tmp_path / "nowhere" / "backup.db")
    finally:
        await store.close()


async def test_a_copy_that_fails_the_check_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await played(tmp_path)

    def half(source: Path) -> Any:
        def execute(_: str, values: tuple[str]) -> None:
            Path(values[0]).write_bytes(source.read_bytes()[:5000])

        return SimpleNamespace(execute=execute, close=lambda: None)

    try:
        with monkeypatch.context() as patch:
            patch.setattr(sqlite_file, "read_only", half)
            with pytest.raises(BackupError, match="was not copied"):
                await store.backup(tmp_path / "backup.db")
        assert not (tmp_path / "backup.db").exists()
        await store.backup(tmp_path / "backup.db")
    finally:
        await store.close()


async def test_the_loop_goes_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        time.sleep(0.5)

    monkeypatch.setattr(backup, "copy", slow)
    saving = asyncio.create_task(backup.backup(sqlite_url(tmp_path), tmp_path / "backup.db"))
    await asyncio.sleep(0.05)
    assert not saving.done()
    await saving


async def test_no_database_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="there is no database"):
        await backup.backup(sqlite_url(tmp_path), tmp_path / "backup.db")
    assert not (tmp_path / "backup.db").exists()


async def test_postgresql_has_its_own_program(postgres: Postgres, tmp_path: Path) -> None:
    url = await asyncio.to_thread(postgres.new_database)
    with pytest.raises(BackupError, match="pg_dump"):
        await backup.backup(url, tmp_path / "backup")
