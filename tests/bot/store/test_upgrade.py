"""A database of an older version with a series in it is brought up to date: nothing is lost, all figures are there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from alembic import command
from sqlalchemy import URL, Connection, create_engine, text

from bot import migrations
from bot.meta import DATABASE_ID
from bot.rebuild import STALE, Rebuilt
from bot.sqlite_file import APPLICATION_ID
from bot.store import Store
from tests.bot.store.evenings import BEGIN, play
from tests.bot.store.sample import sqlite_url

if TYPE_CHECKING:
    import random
    from pathlib import Path

TABLES = ("tables", "chairs", "deals", "moves", "results", "settings", "people")
FIGURES = ("totals", "game_totals", "ratings")
VERSIONS = pytest.mark.parametrize("version", ["0001", "0002"])


def upgrade_to(connection: Connection, version: str) -> None:
    command.upgrade(migrations.configuration(connection), version)


def make_old(path: Path, filled: Path, version: str) -> None:
    """A database of an older version with the rows of a filled one, and figures that know less."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    with engine.begin() as connection:
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
        upgrade_to(connection, version)
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("ATTACH ? AS filled", (str(filled),))
        figures = FIGURES if version > "0001" else ("totals",)
        for table in (*TABLES, *figures):
            names = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM filled.{table}")  # noqa: S608 - names of our own schema
        connection.execute("INSERT INTO meta SELECT * FROM filled.meta WHERE key = ?", (DATABASE_ID,))
        connection.commit()


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)  # noqa: S608 - names of our own schema
            for table in (*TABLES, *FIGURES)
        }


@VERSIONS
async def test_an_older_database_is_upgraded_with_all_figures(
    tmp_path: Path, source: random.Random, version: str
) -> None:
    filled, old = tmp_path / "filled", tmp_path / "old"
    filled.mkdir()
    old.mkdir()
    store = await Store.open(sqlite_url(filled))
    for evening in range(4):
        await play(store, source, BEGIN + evening * 86400)
    await store.prefer(11, "deck", "de")
    # Of what a deal did to the others' skill the old versions kept nothing.
    await store.forget([12], BEGIN + 4 * 86400)
    await store.close()
    make_old(old / "skat.db", filled / "skat.db", version)

    upgraded = await Store.open(sqlite_url(old))
    try:
        assert await upgraded.fact(STALE) is None
        assert await upgraded.rebuild() == Rebuilt((), 0)
        assert await upgraded.preferences_of(11) == {"deck": "de"}
        # What the deals from before the upgrade changed of skill is known as well.
        await upgraded.forget([11], BEGIN + 4 * 86400)
        assert await upgraded.rebuild() == Rebuilt((), 0)
        # It can go on.
        await play(upgraded, source, BEGIN + 5 * 86400)
        assert await upgraded.rebuild() == Rebuilt((), 0)
    finally:
        await upgraded.close()


@VERSIONS
async def test_an_upgraded_database_holds_what_it_held(tmp_path: Path, source: random.Random, version: str) -> None:
    filled, old = tmp_path / "filled", tmp_path / "old"
    filled.mkdir()
    old.mkdir()
    store = await Store.open(sqlite_url(filled))
    await play(store, source, BEGIN)
    await store.close()
    make_old(old / "skat.db", filled / "skat.db", version)
    await (await Store.open(sqlite_url(old))).close()
    before, after = rows(filled / "skat.db"), rows(old / "skat.db")
    assert after == before
    assert all(before[table] for table in ("moves", "results", "totals"))


async def test_a_new_database_has_nothing_to_make_again(store: Store) -> None:
    assert await store.fact(STALE) is None
