"""Which dozen of daily deals a person has begun: once begun it is begun, whether it runs, is over or was given up."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import chairs, tables
from game.journal import Purpose


async def begun_since(connection: AsyncConnection, guild: int, user: int, since: float) -> int | None:
    """The number of the newest table for daily deals that a person opened in a guild since a time."""
    chosen = (
        select(tables.c.id)
        .join_from(chairs, tables, chairs.c.table_id == tables.c.id)
        .where(
            chairs.c.user_id == user,
            tables.c.guild == guild,
            tables.c.purpose == Purpose.DAILY.value,
            tables.c.opened_at >= since,
        )
        .order_by(tables.c.id.desc())
        .limit(1)
    )
    return (await connection.execute(chosen)).scalar_one_or_none()
