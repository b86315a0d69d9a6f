"""Every refusal to start: its exit code, one sentence with the next step, and the files as they were."""

import asyncio
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event, insert, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import Pool

from bot import migrations, schema
from bot.refusal import Unusable
from bot.store import Store
from game.journal import MoveMade
from game.state import Seat
from tests.bot.store.conftest import Postgres
from tests.bot.store.sample import opened, sqlite_url

ROOT = Path(__file__).parents[3]

PROGRAM = """
import asyncio, os, sys, time
from bot.refusal import StoreError
from bot.store import Store

async def main():
    if len(sys.argv) > 3:
        # Everything that is imported late is imported now, while this user may read it.
        await (await Store.open(sys.argv[3])).close()
        os.setuid(65534)
    store = await Store.open(sys.argv[1])
    print("open", flush=True)
    if sys.argv[2] == "fork":
        if os.fork() == 0:
            print(os.getpid(), flush=True)
            time.sleep(60)
    if sys.argv[2] != "leave":
        await asyncio.sleep(60)
    await store.close()

try:
    asyncio.run(main())
except StoreError as error:
    print(error)
    sys.exit(error.exit_code)
"""


def program(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen((sys.executable, "-c", PROGRAM, *arguments), cwd=ROOT, stdout=subprocess.PIPE, text=True)


def content(folder: Path) -> dict[str, str]:
    """What is in a folder, but for the lock and SQLite's shared memory, which hold nothing."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file() and path.suffix != ".lock" and not path.name.endswith("-shm")
    }


async def made(folder: Path) -> Path:
    """A database with one table in it."""
    store = await Store.open(sqlite_url(folder))
    await store.write(*opened(1))
    await store.close()
    return folder / "skat.db"


async def refused(folder: Path, *words: str) -> None:
    before = content(folder)
    with pytest.raises(Unusable) as raised:
        await Store.open(sqlite_url(folder))
    assert raised.value.exit_code == 5
    message = str(raised.value)
    assert "\n" not in message
    assert str(folder) in message
    for word in words:
        assert word in message
    assert content(folder) == before


async def test_missing_where_there_was_one(tmp_path: Path) -> None:
    (await made(tmp_path)).unlink()
    await refused(tmp_path, "is missing", "restore a backup", "remove", "skat.db.id")
    (tmp_path / "skat.db.id").unlink()
    await made(tmp_path)


async def test_missing_with_its_log_left_behind(tmp_path: Path) -> None:
    (tmp_path / "skat.db-wal").write_bytes(b"what a database needs")
    await refused(tmp_path, "is missing", "restore a backup")


@pytest.mark.parametrize("marked", [True, False])
async def test_empty_file(tmp_path: Path, marked: bool) -> None:
    file = await made(tmp_path)
    file.write_bytes(b"")
    if not marked:
        (tmp_path / "skat.db.id").unlink()
    await refused(tmp_path, "is empty", "restore a backup")


@pytest.mark.parametrize("start", [b"PK\x03\x04 a zip file", b"SQLite for", b"\0" * 8192])
async def test_no_database(tmp_path: Path, start: bytes) -> None:
    (tmp_path / "skat.db").write_bytes(start)
    await refused(tmp_path, "is no SQLite database", "SKAT_DATABASE_URL")


async def test_another_programs_database(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "skat.db")
    other.execute("CREATE TABLE bookmarks (id INTEGER)")
    other.close()
    await refused(tmp_path, "belongs to another program")


async def test_a_database_that_belongs_elsewhere(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        await made(tmp_path / name)
    shutil.copy(tmp_path / "a" / "skat.db", tmp_path / "b" / "skat.db")
    await refused(tmp_path / "b", "is not the database that belongs here")


@pytest.mark.parametrize("place", [16, 100, 4096, "middle"])
async def test_damage(tmp_path: Path, place: int | str) -> None:
    file = await made(tmp_path)
    data = bytearray(file.read_bytes())
    start = len(data) // 2 // 4096 * 4096 if isinstance(place, str) else place
    data[start : start + 4096] = os.urandom(4096)
    file.write_bytes(data)
    await refused(tmp_path, "skat.db", "a")


async def test_a_cut_off_file(tmp_path: Path) -> None:
    file = await made(tmp_path)
    file.write_bytes(file.read_bytes()[:-4096])
    await refused(tmp_path, "damaged", "restore a backup")


async def test_a_newer_schema(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    async with store.database.writing() as connection:
        await connection.execute(text("UPDATE schema_version SET version_num = '9999'"))
    await store.close()
    before = content(tmp_path)
    with pytest.raises(Unusable, match="schema 9999 of a newer program; install that version again"):
        await Store.open(url)
    assert content(tmp_path) == before


async def test_a_refusal_does_not_touch_the_log_a_kill_left(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    async with store.database.writing() as connection:
        await connection.execute(text("UPDATE schema_version SET version_num = '9999'"))
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("skat.db", "skat.db-wal", "skat.db.id"):
        shutil.copy(tmp_path / name, killed / name)
    await store.close()
    assert (killed / "skat.db-wal").stat().st_size
    await refused(killed, "newer program")


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only(what: str) -> None:
    with tempfile.TemporaryDirectory(prefix="skat-") as name, tempfile.TemporaryDirectory() as scratch:
        folder = Path(name)
        file = asyncio.run(made(folder))
        root = os.getuid() == 0
        for path in (folder, *folder.iterdir()):
            if root:
                os.chown(path, 65534, -1)
        if what == "file":
            file.chmod(0o444)
        else:
            folder.chmod(0o555)
        before = content(folder)
        with program(sqlite_url(folder), "leave", *([sqlite_url(Path(scratch))] if root else [])) as started:
            out, _ = started.communicate(timeout=20)
        folder.chmod(0o755)
        assert started.returncode == 5, out
        assert "read-only; give this user write access" in out
        assert content(folder) == before


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="No such file or directory"):
        await Store.open(sqlite_url(tmp_path / "nowhere"))
    assert content(tmp_path) == {}


async def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await made(tmp_path)

    def usage(_: object) -> SimpleNamespace:
        return SimpleNamespace(free=0)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    await refused(tmp_path, "full", "free some space")
    file.unlink()
    (tmp_path / "skat.db.id").unlink()
    await refused(tmp_path, "full", "free some space")


async def test_a_disk_that_is_full_at_the_first_write(tmp_path: Path) -> None:
    file = await made(tmp_path)
    before = file.read_bytes()

    def refuse(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA query_only = 1")
        cursor.close()

    event.listen(Pool, "checkout", refuse)
    try:
        with pytest.raises(Unusable, match="read-only"):
            await Store.open(sqlite_url(tmp_path))
    finally:
        event.remove(Pool, "checkout", refuse)
    assert file.read_bytes() == before


async def test_no_server_at_that_address() -> None:
    for url in (
        "postgresql+asyncpg://user:marker-of-a-password@database.invalid/skat",
        "postgresql+asyncpg://user:marker-of-a-password@127.0.0.1:1/skat",
    ):
        with pytest.raises(Unusable, match=r"/skat cannot be used: .*; check SKAT_DATABASE_URL") as raised:
            await Store.open(url)
        assert "marker" not in str(raised.value)


async def test_no_such_postgresql_database(postgres: Postgres) -> None:
    url = await asyncio.to_thread(postgres.new_database)
    with pytest.raises(Unusable, match="check SKAT_DATABASE_URL"):
        await Store.open(url.replace("/postgres?", "/nothing?"))


async def test_an_upgrade_that_fails_keeps_the_old_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await made(tmp_path)

    def half(connection: Any) -> None:
        connection.execute(update(schema.tables).values(guild=1))
        connection.execute(text("ALTER TABLE moves ADD COLUMN extra TEXT"))
        raise OperationalError("statement", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(migrations, "upgrade", half)
    monkeypatch.setattr(migrations, "head", lambda: "9999")
    with pytest.raises(Unusable, match="the old one is kept"):
        await Store.open(sqlite_url(tmp_path))
    looked = sqlite3.connect(file)
    assert looked.execute("SELECT guild FROM tables").fetchall() != [(1,)]
    assert "extra" not in str(looked.execute("SELECT sql FROM sqlite_master WHERE name = 'moves'").fetchone())
    looked.close()


async def test_a_restored_backup_is_taken(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    await store.write(*opened(1))
    await store.backup(tmp_path / "backup.db")
    await store.write(MoveMade(1, 0, 1, Seat.FOREHAND, "pass", 1.0))
    await store.close()
    (tmp_path / "backup.db").replace(tmp_path / "skat.db")
    store = await Store.open(sqlite_url(tmp_path))
    try:
        (table,) = await store.open_tables()
        assert table.deals[0].moves == ()
    finally:
        await store.close()


async def test_an_older_schema_is_upgraded(url: str) -> None:
    """The step from no schema at all is the one there is; it runs on a database that exists."""
    store = await Store.open(url)
    async with store.database.writing() as connection:
        await connection.execute(insert(schema.meta), {"key": "kept", "value": "yes"})
    await store.close()
    store = await Store.open(url)
    try:
        assert await store.fact("kept") == "yes"
    finally:
        await store.close()
