"""A process that is killed: `python -m tests.bot.store.crash write|create <url or folder>`.

Forks one child after another. Child n kills itself with SIGKILL at its n-th step, until one gets through. Each child
of `write` plays on its own table and appends a line to `acks/<n>` for every write that returned; each child of
`create` opens the store in its own folder.
"""

import asyncio
import inspect
import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from game.journal import Change, DealFinished, DealPrepared, MoveMade
from game.state import Seat
from tests.bot.store.sample import line, opened, sqlite_url


def batches(table: int) -> tuple[tuple[Change, ...], ...]:
    """What a child writes, one transaction after another."""

    def move(number: int) -> MoveMade:
        return MoveMade(table, 0, number, Seat.FOREHAND, f"move {number}", 1.0)

    results = (line(0, 11, 48, seeger=98, own=True), line(1, 12), line(2, 13))
    return (
        opened(table),
        (move(1),),
        (move(2), move(3)),
        (move(4), DealFinished(table, 0, results, 1e9), DealPrepared(table, 1, bytes(32), "next")),
    )


def kill_at(step: int) -> Callable[..., None]:
    steps = count()

    def reached(*_: object, **__: object) -> None:
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    return reached


def around(owner: Any, name: str, reached: Callable[..., None]) -> None:
    original = getattr(owner, name)
    if inspect.iscoroutinefunction(original):

        async def asynchronous(*arguments: Any, **named: Any) -> Any:
            reached()
            result = await original(*arguments, **named)
            reached()
            return result

        setattr(owner, name, asynchronous)
    else:

        def synchronous(*arguments: Any, **named: Any) -> Any:
            reached()
            result = original(*arguments, **named)
            reached()
            return result

        setattr(owner, name, synchronous)


async def write(url: str, step: int, acks: Path) -> None:
    store = await Store.open(url)
    reached = kill_at(step)
    engine = store.database.engine.sync_engine
    for name in ("begin", "before_cursor_execute", "after_cursor_execute"):
        event.listen(engine, name, reached)
    around(AsyncConnection, "commit", reached)
    around(Store, "_finish", reached)
    with (acks / str(step)).open("wb", buffering=0) as file:
        for batch in batches(step + 1):
            await store.write(*batch)
            file.write(b".\n")
            reached()
    await store.close()


async def create(folder: Path, step: int) -> None:
    reached = kill_at(step)
    for name in ("begin", "commit"):
        event.listen(Engine, name, reached)
    statements = count()
    # One in five: they are all inside one transaction.
    event.listen(Engine, "before_cursor_execute", lambda *_: next(statements) % 5 or reached())
    for name in ("rename", "replace", "unlink"):
        around(Path, name, reached)
    around(os, "fsync", reached)
    own = folder / str(step)
    own.mkdir()
    store = await Store.open(sqlite_url(own))
    await store.close()


def main() -> None:
    kind, place, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    for step in count():
        child = os.fork()
        if child == 0:
            asyncio.run(write(place, step, folder) if kind == "write" else create(folder, step))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            print(step, os.waitstatus_to_exitcode(status))
            return


if __name__ == "__main__":
    main()
