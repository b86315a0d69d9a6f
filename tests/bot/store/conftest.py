"""The store's tests run on SQLite and on a PostgreSQL server of their own, started from Debian's programs."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.store import Store
from tests.bot.store.sample import sqlite_url


class Postgres:
    """A running server of our own, reached over its socket."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _url(self, database: str) -> str:
        return f"postgresql+asyncpg://postgres@/{database}?host={self._folder}"

    async def run(self, sql: str) -> None:
        engine = create_async_engine(self._url("postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        async with engine.connect() as connection:
            await connection.execute(text(sql))

    def new_database(self) -> str:
        """The URL of an empty database: the same one each time, for making one copies a thousand files."""
        asyncio.run(self.run("DROP SCHEMA public CASCADE"))
        asyncio.run(self.run("CREATE SCHEMA public"))
        return self._url("postgres")

    async def cut_off(self) -> None:
        """End every other connection, as a restart of the server does."""
        await self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is missing: apt-get install postgresql")
    user: str | None = None
    if os.getuid() == 0:
        # The server refuses to run as root.
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = "postgres" if "postgres" in names else "nobody"
    folder = Path(tempfile.mkdtemp(prefix="skat-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"

    def as_user(*command: str | Path) -> None:
        subprocess.run(
            command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=60
        )

    try:
        as_user(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=40"
        as_user(programs / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start")
        try:
            yield Postgres(folder)
        finally:
            as_user(programs / "pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
async def store(url: str) -> AsyncGenerator[Store]:
    opened = await Store.open(url)
    try:
        yield opened
    finally:
        await opened.close()
