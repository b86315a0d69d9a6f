"""One process owns a database; when it closes, fails to start or is killed, no thread and no lock is left."""

import asyncio
import os
import signal
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import database, engines, migrations, sqlite_file
from bot.lock import FileLock
from bot.refusal import InUse, StoreError
from bot.store import Store
from tests.bot.store.sample import opened, sqlite_url
from tests.bot.store.test_opening import made, program


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
