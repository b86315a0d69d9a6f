"""An open database that this process owns: one connection that writes, a few that read.

A write is one transaction, alone (BEGIN IMMEDIATE; on PostgreSQL by the advisory lock that the writing connection
itself holds, so that a process that lost the lock has lost the means to write too). After any failed write the
transaction is rolled back and a connection in doubt is replaced.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, delete, insert, make_url, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import engines, migrations, sqlite_file
from bot.lock import FileLock
from bot.meta import DATABASE_ID, OPENED_AT, new_id
from bot.refusal import InUse, StoreError, Unusable
from bot.schema import meta, metadata
from game.journal import JournalError

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds to wait for another program's lock on the database before a write is given up."""

_WIPE_PATIENCE: Final = 200
"""Milliseconds for which every write waits at most until readers let go of the log."""

_ADVISORY_LOCK: Final = int.from_bytes(b"skat-bot", "big")
_REASONS: Final = {
    "SQLITE_BUSY": "another program keeps the database locked",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database has become read-only",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_IOERR": "the disk cannot be read or written",
    "53100": "the disk of the database server is full",
    "25006": "the database server is read-only",
    "55P03": "another program keeps the database locked",
}


class Conflict(JournalError):
    """What was to be written contradicts what is there, such as a move that exists already."""


def pin_loggers() -> None:
    """Keep the libraries below from writing statements and values, that is cards, into a log of any level."""
    for name, least in (
        ("alembic", logging.WARNING),
        ("sqlalchemy", logging.WARNING),
        ("aiosqlite", logging.INFO),
        ("asyncpg", logging.INFO),
    ):
        logger = logging.getLogger(name)
        logger.setLevel(max(least, logger.level))


def reason_of(error: BaseException) -> str:
    """Why the database refused, in words that hold no statement and no value."""
    original: Any = error.orig if isinstance(error, DBAPIError) else error
    code = str(getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None) or "")
    known = _REASONS.get("_".join(code.split("_")[:2]))
    if known is not None:
        return f"{known} ({code})"
    return code or type(original).__name__


def _failure(error: SQLAlchemyError | OSError) -> JournalError:
    original: Any = error.orig if isinstance(error, DBAPIError) else error
    bad_value = str(getattr(original, "sqlstate", None)).startswith("22")
    if bad_value or isinstance(error, (IntegrityError, DataError, ProgrammingError)):
        return Conflict(f"not written, it does not fit what is there: {reason_of(error)}")
    return JournalError(f"nothing can be written: {reason_of(error)}")


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Does what no cancellation may interrupt, and passes one that came meanwhile on afterwards.

    A cancelled commit goes on in the driver's thread, and would land after it was given up.
    """
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()
        raise cancelled
    task.result()


class Database:
    """Use `open`, then `writing` and `reading`, then `close`."""

    def __init__(self, url: URL, engine: AsyncEngine, patience: float) -> None:
        self.url = url
        self.engine = engine
        self.sqlite = url.get_backend_name() == "sqlite"
        self._patience = patience
        self.turn = asyncio.Lock()
        self.writer: AsyncConnection | None = None
        self.resources = AsyncExitStack()

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Database":
        """Own, check, upgrade and open the database. Raises StoreError, and then nothing is left behind."""
        pin_loggers()
        parsed = make_url(url)
        async with AsyncExitStack() as resources:
            if parsed.get_backend_name() == "sqlite":
                path = _sqlite_path(parsed)
                parsed = parsed.set(database=str(path))
                resources.callback(FileLock.take(sqlite_file.beside(path, "lock"), path).release)
                await asyncio.to_thread(sqlite_file.prepare, path)
                engine = engines.sqlite_engine(parsed, patience)
            else:
                engine = engines.postgres_engine(parsed, patience)
            resources.push_async_callback(engine.dispose)
            database = cls(parsed, engine, patience)
            resources.push_async_callback(database.drop_writer)
            try:
                await database._own()
                await database._begin()
                if database.sqlite:
                    # A kill may have come between a deletion and its wiping.
                    await database.wipe()
            except StoreError:
                raise
            except (SQLAlchemyError, OSError, JournalError) as error:
                reason = str(error) if isinstance(error, JournalError) else reason_of(error)
            else:
                database.resources = resources.pop_all()
                return database
            raise Unusable(
                f"{_shown(parsed)} cannot be used: {reason}; check SKAT_DATABASE_URL, the disk and the server"
            )

    async def _begin(self) -> None:
        """The first write: proves that there can be more."""
        if not self.sqlite:
            await self._upgrade_postgres()
        async with self.writing() as connection:
            await connection.execute(delete(meta).where(meta.c.key == OPENED_AT))
            await connection.execute(insert(meta), {"key": OPENED_AT, "value": repr(time.time())})

    async def _upgrade_postgres(self) -> None:
        async with self.writing() as connection:
            version = await connection.run_sync(migrations.revision)
            if version is not None and not migrations.known(version):
                raise Unusable(
                    f"{_shown(self.url)} has schema {version} of a newer program; install that version again"
                )
            await connection.run_sync(migrations.upgrade)
            if version is None:
                await connection.execute(insert(meta), {"key": DATABASE_ID, "value": new_id()})

    async def close(self) -> None:
        """Give back connections, threads and the lock, in that order."""
        async with self.turn:
            await self.resources.aclose()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """A connection on which everything read is of one moment. Raises JournalError."""
        try:
            async with self.engine.connect() as connection, connection.begin():
                yield connection
        except (SQLAlchemyError, OSError) as error:
            reason = reason_of(error)
        else:
            return
        raise JournalError(f"nothing can be read: {reason}")

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """The one transaction that writes; committed at the end of the block, rolled back by any exception.

        Raises Conflict or JournalError, without the statement and its values. A commit that failed may have
        happened all the same where the connection broke.
        """
        async with self.turn:
            try:
                try:
                    writer = await self._get_writer()
                except StoreError as error:
                    raise JournalError(str(error)) from None
                try:
                    await writer.begin()
                    yield writer
                    await _to_its_end(writer.commit())
                except BaseException as error:
                    await _to_its_end(self._undo(writer, error))
                    raise
            except (SQLAlchemyError, OSError) as error:
                failure = _failure(error)
            else:
                return
        raise failure

    async def wipe(self, ids: Sequence[int] = ()) -> bool:
        """Let nothing of what was deleted stay in SQLite's log or in PostgreSQL's dead rows, nor `ids` anywhere.

        False if another program's reading keeps the log in use; nobody's write waits for that. Raises JournalError.
        """
        try:
            if not self.sqlite:
                async with self.engine.connect() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                    await connection.exec_driver_sql(f"VACUUM {', '.join(map(_quoted, metadata.tables))}")
                return True
            if not await self._run_alone(_empty_log):
                return False
            # SQLite overwrites deleted rows, but not what it leaves behind when it moves rows from page to page.
            if not await asyncio.to_thread(sqlite_file.holds, Path(str(self.url.database)), ids):
                return True
            await self._run_alone(_rewrite)
            return await self._run_alone(_empty_log)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            reason = reason_of(error)
        raise JournalError(f"the log cannot be emptied: {reason}")

    async def _run_alone(self, work: Callable[[Connection], T]) -> T:
        async with self.turn:
            writer = await self._get_writer()
            return await writer.run_sync(work)

    async def _own(self) -> None:
        """Take hold of the writing connection for the first time. Raises StoreError."""
        async with self.turn:
            await self._get_writer()

    async def _get_writer(self) -> AsyncConnection:
        if self.writer is not None and (self.writer.closed or self.writer.invalidated):
            await self.drop_writer()
        if self.writer is None:
            writer = await self.engine.connect()
            try:
                await writer.execution_options(**engines.WRITES)
                if not self.sqlite:
                    await self._take_advisory_lock(writer)
            except BaseException:
                await writer.invalidate()
                await writer.close()
                raise
            self.writer = writer
        return self.writer

    async def _undo(self, writer: AsyncConnection, error: BaseException) -> None:
        # Whatever else went wrong may have ended SQLite's transaction by itself: a fresh connection has no past.
        sound = isinstance(error, (IntegrityError, Conflict)) or (
            not self.sqlite and isinstance(error, DBAPIError) and not error.connection_invalidated
        )
        try:
            await writer.rollback()
        except (SQLAlchemyError, OSError):
            sound = False
        if not sound:
            await self.drop_writer()

    async def drop_writer(self) -> None:
        """Give up the writing connection; the next write makes another."""
        writer, self.writer = self.writer, None
        if writer is not None:
            with suppress(SQLAlchemyError, OSError):
                await writer.invalidate()
            with suppress(SQLAlchemyError, OSError):
                await writer.close()

    async def _take_advisory_lock(self, writer: AsyncConnection) -> None:
        # A connection that has just broken may take a moment to be buried by the server.
        for wait in (0.1, 0.2, 0.4, None):
            taken = (await writer.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _ADVISORY_LOCK})).scalar()
            holder = None if taken else (await writer.execute(_HOLDER, {"key": _ADVISORY_LOCK})).scalar()
            await writer.commit()
            if taken:
                return
            if wait is None:
                raise InUse(f"{_shown(self.url)} is in use by {holder or 'another process'}; stop that process first")
            await asyncio.sleep(wait)


_HOLDER: Final = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = :key LIMIT 1"
)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _empty_log(connection: Connection) -> bool:
    """Outside of any transaction, in which SQLite would refuse it."""
    cursor: Any = connection.connection.cursor()
    try:
        cursor.execute("PRAGMA busy_timeout")
        (patience,) = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {_WIPE_PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = cursor.fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
        return not busy
    finally:
        cursor.close()


def _rewrite(connection: Connection) -> None:
    """The whole file anew, a second for some fifty megabytes, in which moves wait."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute("VACUUM")
    finally:
        cursor.close()


def _sqlite_path(url: URL) -> Path:
    path = Path(url.database or "").expanduser()
    try:
        # Two names of one file must meet at one lock.
        return path.resolve()
    except (OSError, RuntimeError):
        raise Unusable(f"{path} cannot be reached; set SKAT_DATABASE_URL to another file") from None


def _shown(url: URL) -> str:
    return (
        f"{url.host or 'the local server'}/{url.database}" if url.get_backend_name() != "sqlite" else str(url.database)
    )
