"""Deals that are over, and who has begun the deals of a day, read from what was written down."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.saved import chairs_of, deals_of
from bot.schema import chairs, deals, tables
from game.journal import Purpose, SavedChair, SavedDeal


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A finished deal of a table, open or closed, with its rules as text and the people and computers by chair."""

    guild: int
    table: int
    purpose: Purpose
    rules: str
    chairs: tuple[SavedChair | None, ...]
    deal: SavedDeal


_AT_THEIR_TABLES: Final = (
    select(deals.c.table_id, deals.c.number)
    .join_from(chairs, tables, chairs.c.table_id == tables.c.id)
    .join(deals, deals.c.table_id == tables.c.id)
    .where(
        chairs.c.user_id == bindparam("user"),
        tables.c.purpose != Purpose.PRACTICE.value,
        deals.c.finished_at.is_not(None),
        deals.c.seed == bindparam("seed"),
    )
    .order_by(deals.c.finished_at.desc())
    .limit(1)
)


async def past_deal(connection: AsyncConnection, table: int, number: int) -> PastDeal | None:
    """A deal that is finished; None if it is not, or unknown."""
    chosen = (
        select(tables.c.guild, tables.c.purpose, deals.c.rules)
        .join_from(tables, deals)
        .where(tables.c.id == table, deals.c.number == number, deals.c.finished_at.is_not(None))
    )
    row = (await connection.execute(chosen)).one_or_none()
    if row is None:
        return None
    seated = (await chairs_of(connection, [table]))[table]
    dealt, _ = await deals_of(connection, [table])
    deal = next(one for one in dealt[table] if one.number == number)
    return PastDeal(row.guild, table, Purpose(row.purpose), row.rules, tuple(seated), deal)


async def with_cards(connection: AsyncConnection, user: int, seed: bytes) -> PastDeal | None:
    """The newest finished deal from a seed at a table at which a person has a chair; practice apart."""
    row = (await connection.execute(_AT_THEIR_TABLES, {"user": user, "seed": seed})).one_or_none()
    return None if row is None else await past_deal(connection, row.table_id, row.number)


async def daily_since(connection: AsyncConnection, guild: int, user: int, since: float) -> int | None:
    """The number of the newest table for daily deals, open or closed, that a person opened in a guild since a time."""
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
