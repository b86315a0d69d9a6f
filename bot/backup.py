"""A copy of a SQLite database taken while it is in use, checked before it is called a backup.

Needs no lock, so it works from another process too: the copy is what one reader sees at one moment.
"""

import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path

from sqlalchemy import URL, make_url

from bot import sqlite_file
from bot.refusal import Unusable


class BackupError(Exception):
    """No backup was made; the sentence says what to do."""


async def backup(url: str | URL, path: Path) -> None:
    """Copy the database at `url` to the new file `path`, without holding up the event loop.

    Raises BackupError; then no file is left at `path` that was not there before.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BackupError("this database is on PostgreSQL: use pg_dump to back it up")
    await asyncio.to_thread(copy, Path(parsed.database or ""), path)


def copy(source: Path, target: Path) -> None:
    """Copy a live database file to a new one and check the copy. Raises BackupError."""
    if not source.is_file():
        raise BackupError(f"there is no database at {source}; check SKAT_DATABASE_URL")
    try:
        # Reserves the name; running deals are in it, so it is for this user alone.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise BackupError(f"{target} exists already; choose another name") from None
    except OSError as error:
        raise BackupError(f"{target} cannot be written ({error.strerror}); choose another place") from None
    try:
        with contextlib.closing(sqlite_file.read_only(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
        sqlite_file.inspect(target)
        with target.open("rb") as file:
            os.fsync(file.fileno())
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, (sqlite3.Error, OSError, Unusable)):
            raise BackupError(f"{source} was not copied ({error}); free some space or check the database") from None
        raise
