"""Every refusal to start: its exit code, one sentence with the next step, and the files as they were."""

import asyncio
import hashlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event, insert, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import Pool

from bot import database, engines, migrations, schema, sqlite_file
from bot.lock import FileLock
from bot.refusal import InUse, StoreError, Unusable
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


def test_a_second_process_leaves_at_once_and_kill_frees_the_database(url: str) -> None:
    with program(url, "stay") as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        start = time.monotonic()
        with program(url, "leave") as second:
            out, _ = second.communicate(timeout=20)
        assert second.returncode == 3
        assert f"in use by process {first.pid} on {os.uname().nodename}" in out
        assert "stop that process" in out
        assert time.monotonic() - start < 6  # two seconds on an idle machine
        first.send_signal(signal.SIGKILL)
    with program(url, "leave") as third:
        out, _ = third.communicate(timeout=20)
    assert third.returncode == 0, out


async def test_a_second_store_is_refused_within_two_seconds(url: str) -> None:
    first = await Store.open(url)
    try:
        start = time.monotonic()
        with pytest.raises(InUse, match=f"process {os.getpid()} on "):
            await Store.open(url)
        assert time.monotonic() - start < 2
    finally:
        await first.close()
    await (await Store.open(url)).close()


async def test_two_names_of_one_file_meet_at_one_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "other.db").symlink_to(tmp_path / "skat.db")
    monkeypatch.chdir(tmp_path)
    first = await Store.open("sqlite+aiosqlite:///skat.db")
    try:
        for url in (sqlite_url(tmp_path), sqlite_url(tmp_path / "link"), f"sqlite+aiosqlite:///{tmp_path}/other.db"):
            with pytest.raises(InUse):
                await Store.open(url)
    finally:
        await first.close()


def test_a_worker_that_outlives_its_killed_parent_does_not_keep_the_lock(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with program(url, "fork") as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "open\n"
        worker = int(parent.stdout.readline())
        try:
            parent.send_signal(signal.SIGKILL)
            parent.wait()
            with program(url, "leave") as successor:
                out, _ = successor.communicate(timeout=20)
            os.kill(worker, 0)
            assert successor.returncode == 0, out
        finally:
            os.kill(worker, signal.SIGKILL)


async def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    try:
        await store.write(*opened(1))
        await store.backup(tmp_path / "backup.db")
        for name in ("skat.db", "skat.db-wal", "skat.db-shm", "skat.db.lock", "backup.db"):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
    finally:
        await store.close()


def threads() -> set[threading.Thread]:
    """Threads other than those that the event loop keeps for blocking calls."""
    return {thread for thread in threading.enumerate() if not thread.name.startswith("asyncio_")}


async def only(expected: set[threading.Thread]) -> None:
    """A thread that has been told to end does so in a moment."""
    for _ in range(100):
        if threads() == expected:
            return
        await asyncio.sleep(0.02)
    assert threads() == expected


async def test_closing_leaves_no_thread_and_no_lock(url: str) -> None:
    before = threads()
    store = await Store.open(url)
    await store.write(*opened(1))
    await asyncio.gather(*(store.table(1) for _ in range(10)))
    await store.close()
    await only(before)
    await (await Store.open(url)).close()


class Broken(Exception):
    pass


STEPS: list[tuple[object, str]] = [
    (FileLock, "take"),
    (sqlite_file, "prepare"),
    (engines, "sqlite_engine"),
    (engines, "postgres_engine"),
    (engines, "configure"),
    (engines, "require"),
    (database.Database, "_own"),
    (database.Database, "_take_advisory_lock"),
    (database.Database, "_begin"),
    (migrations, "upgrade"),
    (database.Database, "reading"),
]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("owner", "name"), STEPS, ids=[name for _, name in STEPS])
async def test_a_failing_start_leaves_no_thread_and_no_lock(
    url: str, owner: Any, name: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = threads()
    monkeypatch.setattr(owner, name, failing(getattr(owner, name), when))
    try:
        store = await Store.open(url)
    except (Broken, StoreError):
        pass
    else:
        await store.close()  # a step of the other database
    await only(before)
    monkeypatch.undo()
    store = await Store.open(url)
    try:
        await store.write(*opened(1))
    finally:
        await store.close()


def failing(step: Callable[..., Any], when: str) -> Callable[..., Any]:
    if when == "before":

        def at_once(*_: object, **__: object) -> Any:
            raise Broken

        return at_once

    def late(*arguments: Any, **named: Any) -> Any:
        result = step(*arguments, **named)
        if isinstance(result, FileLock):
            result.release()
        if not asyncio.iscoroutine(result):
            raise Broken

        async def then() -> None:
            await result
            raise Broken

        return then()

    return late


def test_a_program_whose_start_fails_ends(tmp_path: Path) -> None:
    (tmp_path / "skat.db").write_bytes(b"no database")
    start = time.monotonic()
    with program(sqlite_url(tmp_path), "leave") as started:
        out, _ = started.communicate(timeout=20)
    assert (started.returncode, out.count("\n")) == (5, 1)
    assert time.monotonic() - start < 10


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
