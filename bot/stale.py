"""What the database need not hold any longer, as statements: found, and deleted a few tables at a time."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import person
from bot.schema import chairs, cuts, deals, game_totals, moves, people, ratings, results, settings, tables, totals

NOTICED: Final = "noticed"
"""The key in `people` of a time: since when somebody of whom nothing has a date has been known."""

_AT_ONCE: Final = 20
"""Tables that are deleted in one transaction: some thousands of moves, for which others wait some 10 ms."""


async def last_seen(connection: AsyncConnection) -> dict[int, float | None]:
    """Everybody in the database who sits at no open table: when they last played; None if nothing has a date."""
    seen: dict[int, float | None] = dict.fromkeys(await person.ids(connection))
    dated: tuple[Any, ...] = (
        select(results.c.user_id, func.max(deals.c.finished_at)).join_from(results, deals).group_by(results.c.user_id),
        select(chairs.c.user_id, func.max(tables.c.closed_at)).join_from(chairs, tables).group_by(chairs.c.user_id),
        select(tables.c.host, func.max(tables.c.opened_at)).group_by(tables.c.host),
    )
    for chosen in dated:
        for user, at in await _pairs(connection, chosen):
            _later(seen, user, at)
    noticed = select(people.c.user_id, people.c.value).where(people.c.key == NOTICED)
    for user, at in await _pairs(connection, noticed):
        _later(seen, user, float(at))
    seated = select(chairs.c.user_id).join_from(chairs, tables).where(tables.c.closed_at.is_(None))
    for user in (await connection.execute(seated)).scalars():
        seen.pop(user, None)
    return seen


def _later(seen: dict[int, float | None], user: int | None, at: float | None) -> None:
    if user in seen and at is not None:
        seen[user] = max(at, seen[user] or 0.0)


async def _pairs(connection: AsyncConnection, chosen: Any) -> list[Sequence[Any]]:
    return list((await connection.execute(chosen)).all())


async def guilds(connection: AsyncConnection) -> set[int]:
    """Every server of which there is anything."""
    found: set[int] = set()
    for column in (tables.c.guild, totals.c.guild, game_totals.c.guild, ratings.c.guild, settings.c.guild):
        found.update((await connection.execute(select(column).distinct())).scalars())
    return found


async def delete_unplayed(connection: AsyncConnection, before: float) -> int:
    """Delete some tables that were closed before a time without a single finished deal; how many."""
    played = select(deals.c.number).where(deals.c.table_id == tables.c.id, deals.c.finished_at.is_not(None))
    return await _delete(connection, tables.c.closed_at < before, ~played.exists())


async def delete_guild(connection: AsyncConnection, guild: int) -> int:
    """Delete some closed tables of a server, at last with everything else of it; how many tables."""
    deleted = await _delete(connection, tables.c.guild == guild, tables.c.closed_at.is_not(None))
    if not deleted:
        for place in (totals, game_totals, ratings, settings):
            await connection.execute(delete(place).where(place.c.guild == guild))
    return deleted


async def _delete(connection: AsyncConnection, *where: Any) -> int:
    # The newest one stays: its number is what the next table's is counted from, and no number may come twice.
    newest = select(func.max(tables.c.id)).scalar_subquery()
    chosen = select(tables.c.id).where(*where, tables.c.id != newest).order_by(tables.c.id).limit(_AT_ONCE)
    ids = list((await connection.execute(chosen)).scalars())
    if ids:
        await _delete_tables(connection, ids)
    return len(ids)


async def _delete_tables(connection: AsyncConnection, ids: Iterable[int]) -> None:
    for place in (moves, cuts, results, deals, chairs):
        await connection.execute(delete(place).where(place.c.table_id.in_(ids)))
    await connection.execute(delete(tables).where(tables.c.id.in_(ids)))
