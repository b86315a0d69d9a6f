"""Connections as the store wants them: what every commit must survive is set and read back on each one."""

import os
import socket
from typing import Any, Final

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.refusal import Unusable

WRITES: Final = {"skat_writes": True}
"""The execution option of the one connection that writes."""

_READERS: Final = 2


def sqlite_engine(url: URL, patience: float) -> AsyncEngine:
    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=1 + _READERS,
        max_overflow=0,
        connect_args={"isolation_level": None, "timeout": patience},
    )
    event.listen(engine.sync_engine, "connect", configure)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


PRAGMAS: Final = (
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
    # Who is forgotten must not live on in the free parts of the file.
    ("secure_delete", "ON", 1),
)


def configure(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for name, value, wanted in PRAGMAS:
        cursor.execute(f"PRAGMA {name} = {value}")
        cursor.execute(f"PRAGMA {name}")
        require(cursor.fetchone() == (wanted,), f"{name} = {value}")
    cursor.close()


def require(taken: bool, pragma: str) -> None:
    if not taken:
        raise Unusable(f"SQLite refuses {pragma}; move the database to a local disk")


def _begin(connection: Connection) -> None:
    # An upgrade from reading to writing fails at once, however long one would wait: so ask for it at the start.
    writes = WRITES.items() <= connection.get_execution_options().items()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def postgres_engine(url: URL, patience: float) -> AsyncEngine:
    try:
        return create_async_engine(
            url,
            hide_parameters=True,
            pool_size=1 + _READERS,
            max_overflow=0,
            isolation_level="REPEATABLE READ",
            pool_pre_ping=True,
            connect_args={
                "timeout": 5,
                "command_timeout": patience + 5,
                "server_settings": {
                    "application_name": f"process {os.getpid()} on {socket.gethostname()}"[:63],
                    "lock_timeout": str(int(patience * 1000)),
                    "synchronous_commit": "on",
                },
            },
        )
    except ImportError:
        raise Unusable(
            "PostgreSQL needs the driver asyncpg; install it with: pip install 'skat-bot[postgres]'"
        ) from None
