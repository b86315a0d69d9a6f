"""The SQLite file before it is opened for play: made whole or not at all, refused untouched, brought up to date.

Everything here blocks and runs in a thread, under the lock. What is only looked at is opened read-only, because the
last ordinary connection to a database folds its log into the file when it closes.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, event, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot import migrations
from bot.meta import DATABASE_ID, new_id
from bot.refusal import Unusable
from bot.schema import meta

APPLICATION_ID: Final = int.from_bytes(b"Skat", "big")
"""In the header of every file of ours, so that no other program's database is ever touched."""

_MAGIC: Final = b"SQLite format 3\0"
_SPACE: Final = 1 << 20


def beside(path: Path, ending: str) -> Path:
    """A companion of the database: ``lock``, ``id`` (which database belongs here), ``new`` (one in the making)."""
    return path.with_name(f"{path.name}.{ending}")


def prepare(path: Path) -> None:
    """Make, check and upgrade the database at `path`.

    Raises Unusable, and then the file is as it was.
    """
    marker = beside(path, "id")
    expected = marker.read_text().strip() if marker.exists() else None
    if not path.exists():
        if expected is not None or Path(f"{path}-wal").exists():
            raise Unusable(
                f"{path} is missing but was here before; restore a backup to that place, "
                f"or remove {marker} and {path}-wal to start anew on purpose"
            )
        _room(path)
        found = _create(path)
    else:
        found, version = inspect(path)
        if expected is not None and found != expected:
            raise Unusable(
                f"{path} is not the database that belongs here; restore the right one, "
                f"or remove {marker} to use this one on purpose"
            )
        _writable(path)
        _room(path)
        if version != migrations.head():
            _upgrade(path)
    if expected is None:
        _write_marker(marker, found)


def inspect(path: Path) -> tuple[str, str]:
    """The id and schema version of a sound database of ours. Raises Unusable."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise Unusable(f"{path} cannot be read ({error.strerror}); give this user access to it") from None
    if not start:
        raise Unusable(f"{path} is empty; restore a backup, or remove the file to start anew on purpose")
    if start != _MAGIC:
        raise Unusable(f"{path} is no SQLite database; set SKAT_DATABASE_URL to another file or restore a backup")
    try:
        # Without a log there is nothing but the file, and no need to put an empty log beside it.
        look = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
        with contextlib.closing(_look(path, look)) as connection:
            return _contents(path, connection)
    except sqlite3.OperationalError as error:
        raise Unusable(f"{path} cannot be read ({error}); give this user access to it and its folder") from None
    except sqlite3.DatabaseError as error:
        raise Unusable(f"{path} is damaged ({error}); keep it and restore a backup") from None


def _contents(path: Path, connection: sqlite3.Connection) -> tuple[str, str]:
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise Unusable(f"{path} belongs to another program; set SKAT_DATABASE_URL to another file")
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise Unusable(f"{path} is damaged (quick_check); keep it and restore a backup")
    (version,) = connection.execute(f"SELECT version_num FROM {migrations.VERSION_TABLE}").fetchone()  # noqa: S608 - a constant
    if not migrations.known(version):
        raise Unusable(
            f"{path} has schema {version} of a newer program; install that version again or restore an older backup"
        )
    (found,) = connection.execute("SELECT value FROM meta WHERE key = ?", (DATABASE_ID,)).fetchone()
    return found, version


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, not even when it is the last one to close."""
    return _look(path, "mode=ro")


def holds(path: Path, ids: Iterable[int]) -> bool:
    """Whether an id is anywhere in a database file, in a row or where one was. Ids below 2**31 are not looked for."""
    wanted = [form for number in ids for form in forms(number)]
    if not wanted:
        return False
    longest = max(map(len, wanted))
    with path.open("rb") as file:
        rest = b""
        while part := file.read(_SPACE):
            piece = rest + part
            if any(form in piece for form in wanted):
                return True
            rest = piece[-longest:]
    return False


def forms(number: int) -> tuple[bytes, ...]:
    """How SQLite writes a number of at least 2**31: in as many bytes of 6 and 8 as it needs, or as a text."""
    if number < 1 << 31:
        return ()
    return number.to_bytes(6 if number < 1 << 47 else 8, "big"), str(number).encode()


def _look(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True, isolation_level=None, timeout=10)


def _writable(path: Path) -> None:
    for place in (path, path.parent):
        if not os.access(place, os.W_OK):
            raise Unusable(f"{place} is read-only; give this user write access to it")


def _room(path: Path) -> None:
    if shutil.disk_usage(path.parent).free < _SPACE:
        raise Unusable(f"the disk of {path} is full; free some space")


def _create(path: Path) -> str:
    """Make the database under another name first: a crash leaves none rather than half of one."""
    new = beside(path, "new")
    for leftover in (new, Path(f"{new}-journal"), Path(f"{new}-wal"), Path(f"{new}-shm")):
        leftover.unlink(missing_ok=True)
    identity = new_id()
    try:
        # Running deals are in it: for nobody but this user.
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with contextlib.closing(sqlite3.connect(new)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA journal_mode = WAL")
        _upgrade(new, identity)
        with new.open("rb") as file:
            os.fsync(file.fileno())
        new.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise Unusable(f"{path} cannot be made ({error.strerror}); free some space or choose another place") from None
    except sqlite3.Error as error:
        raise Unusable(f"{path} cannot be made ({error}); free some space or choose another place") from None
    return identity


def _upgrade(path: Path, identity: str | None = None) -> None:
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def explicit(connection: sqlite3.Connection, _record: object) -> None:  # pyright: ignore[reportUnusedFunction] - a listener
        connection.isolation_level = None
        connection.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def immediate(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction] - a listener
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            migrations.upgrade(connection)
            if identity is not None:
                connection.execute(insert(meta), {"key": DATABASE_ID, "value": identity})
    except DBAPIError as error:
        reason = error.orig
    else:
        return
    raise Unusable(f"the schema of {path} cannot be brought up to date ({reason}); the old one is kept")


def _write_marker(marker: Path, identity: str) -> None:
    new = marker.with_name(f"{marker.name}.new")
    try:
        with new.open("w") as file:
            file.write(f"{identity}\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(marker)
        _sync_folder(marker.parent)
    except OSError as error:
        raise Unusable(f"{marker} cannot be written ({error.strerror}); free some space") from None


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
