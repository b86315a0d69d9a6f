"""Alembic's entry: over the connection it is handed by `upgrade`, or from its command line over SKAT_DATABASE_URL."""

import asyncio
from typing import Final

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.migrations import VERSION_TABLE
from bot.schema import metadata
from bot.settings import Settings

_handed: Final[Connection | None] = context.config.attributes.get("connection")


def run(connection: Connection) -> None:
    context.configure(
        connection=connection, target_metadata=metadata, version_table=VERSION_TABLE, render_as_batch=True
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    engine = create_async_engine(Settings.load().database_url, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(run)
    finally:
        await engine.dispose()


if _handed is not None:
    run(_handed)
else:
    asyncio.run(run_alone())
