"""The migrations lead to what `bot.schema` says, on both databases, from wherever the program is started."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from bot import migrations, schema
from bot.store import Store
from tests.bot.store.sample import sqlite_url

ROOT = Path(__file__).parents[3]


def differences(connection: Connection) -> list[Any]:
    options = {"version_table": migrations.VERSION_TABLE, "compare_type": True, "compare_server_default": True}
    return compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata)


async def test_migrations_lead_to_the_schema(store: Store) -> None:
    async with store.database.reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(migrations.revision) == migrations.head()


async def test_a_difference_would_be_seen(store: Store) -> None:
    async with store.database.writing() as connection:
        await connection.execute(text("ALTER TABLE moves ADD COLUMN extra TEXT"))
        await connection.execute(text("DROP INDEX ix_results_user_id"))
        assert len(await connection.run_sync(differences)) == 2


async def test_keys_are_what_the_schema_says(store: Store) -> None:
    """Alembic compares no primary keys."""

    def keys(connection: Connection) -> dict[str, list[str]]:
        return {
            name: inspect(connection).get_pk_constraint(name)["constrained_columns"] for name in schema.metadata.tables
        }

    async with store.database.reading() as connection:
        found = await connection.run_sync(keys)
    assert found == {name: [c.name for c in table.primary_key] for name, table in schema.metadata.tables.items()}


def test_migrations_are_found_from_any_folder(tmp_path: Path) -> None:
    code = f"import asyncio; from bot.store import Store; asyncio.run(Store.open({sqlite_url(tmp_path)!r}))"
    subprocess.run((sys.executable, "-c", code), cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, check=True, timeout=30)
    assert (tmp_path / "skat.db").stat().st_size > 4096
