"""Everything the database holds about one person: to be counted, to be handed over, to be taken out.

`PLACES` names every column that holds a person's id; a test compares it with the schema, so that none is missed.
Results outlive their person without the id and without what they say of the person's skill, so what others have stays
as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Column, delete, distinct, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.preferences import CHOICES
from bot.schema import chairs, cuts, deals, game_totals, people, ratings, results, tables, totals

PLACES: Final[tuple[Column[Any], ...]] = (
    tables.c.host,
    chairs.c.user_id,
    cuts.c.user_id,
    results.c.user_id,
    totals.c.user_id,
    game_totals.c.user_id,
    ratings.c.user_id,
    people.c.user_id,
)
NOBODY: Final = 0
"""In `ratings`: a level of computers."""

ASKED: Final = "deletion"
"""The key in `people` under which a deletion waits for the end of a deal, with the time at which it was asked for."""

STAND_IN: Final = "club"
_AT_ONCE: Final = 200


@dataclass(frozen=True, slots=True)
class Kept:
    """How much there is about a person. `first` and `last`: times of their first and last finished deal."""

    preferences: int
    results: int
    tables: int
    cuts: int
    totals: int
    ratings: int
    first: float | None
    last: float | None
    asked: float | None


async def kept(connection: AsyncConnection, user: int) -> Kept:
    """How much the database holds about a person."""

    async def count(column: Column[Any]) -> int:
        chosen = select(func.count()).select_from(column.table).where(column == user)
        return (await connection.execute(chosen)).scalar_one()

    seats = select(func.count(distinct(tables.c.id))).join_from(tables, chairs, isouter=True)
    times = (
        select(func.min(deals.c.finished_at), func.max(deals.c.finished_at))
        .join_from(deals, results)
        .where(results.c.user_id == user)
    )
    first, last = (await connection.execute(times)).one()
    asked = await asked_for(connection, user)
    return Kept(
        preferences=await _preferences(connection, user),
        results=await count(results.c.user_id),
        tables=(
            await connection.execute(seats.where(or_(chairs.c.user_id == user, tables.c.host == user)))
        ).scalar_one(),
        cuts=await count(cuts.c.user_id),
        totals=await count(totals.c.user_id) + await count(game_totals.c.user_id),
        ratings=await count(ratings.c.user_id),
        first=first,
        last=last,
        asked=asked,
    )


async def _preferences(connection: AsyncConnection, user: int) -> int:
    chosen = select(func.count()).where(people.c.user_id == user, people.c.key.in_(CHOICES))
    return (await connection.execute(chosen)).scalar_one()


async def asked_for(connection: AsyncConnection, user: int) -> float | None:
    """When a person asked for a deletion that is not carried out yet."""
    return (await waiting(connection, people.c.user_id == user)).get(user)


async def waiting(connection: AsyncConnection, *where: Any) -> dict[int, float]:
    """Deletions that wait for the end of a deal: the people, and when they asked."""
    chosen = select(people.c.user_id, people.c.value).where(people.c.key == ASKED, *where)
    return {row.user_id: float(row.value) for row in (await connection.execute(chosen)).all()}


async def everything(connection: AsyncConnection, user: int) -> dict[str, list[dict[str, Any]]]:
    """All rows about a person, by what they are; ids are texts, for JavaScript's numbers are too small for them.

    No id of another person is in it, no seed, and nothing of a deal that is not over but the person's own cuts.
    """
    chosen: dict[str, Any] = {
        "preferences": select(people.c.key, people.c.value).where(people.c.user_id == user).order_by(people.c.key),
        "chairs": select(
            chairs.c.table_id, chairs.c.chair, chairs.c.stand_in, chairs.c.left, *_OF_TABLE, _is_host(user)
        )
        .join_from(chairs, tables)
        .where(chairs.c.user_id == user)
        .order_by(chairs.c.table_id),
        "cuts": select(cuts.c.table_id, cuts.c.number, cuts.c.text)
        .where(cuts.c.user_id == user)
        .order_by(cuts.c.table_id, cuts.c.number, cuts.c.position),
        "results": select(
            tables.c.guild, deals.c.finished_at, deals.c.kind, *(c for c in results.c if c.name != "user_id")
        )
        .join_from(tables, deals)
        .join(results)
        .where(results.c.user_id == user)
        .order_by(results.c.table_id, results.c.number),
        "totals": select(*(c for c in totals.c if c.name != "user_id")).where(totals.c.user_id == user),
        "game_totals": select(*(c for c in game_totals.c if c.name != "user_id")).where(game_totals.c.user_id == user),
        "ratings": select(*(c for c in ratings.c if c.name != "user_id")).where(ratings.c.user_id == user),
    }
    return {name: await _rows(connection, one) for name, one in chosen.items()}


_OF_TABLE: Final = (tables.c.guild, tables.c.channel, tables.c.opened_at, tables.c.closed_at, tables.c.purpose)
_IDS: Final = ("guild", "channel", "table_id", "best_table")


def _is_host(user: int) -> Any:
    return (tables.c.host == user).label("host")


async def _rows(connection: AsyncConnection, chosen: Any) -> list[dict[str, Any]]:
    # Fetched in parts, so that ten thousand results do not hold up anybody's click.
    found: list[dict[str, Any]] = []
    async with connection.stream(chosen.execution_options(yield_per=_AT_ONCE)) as rows:
        async for part in rows.mappings().partitions():
            found += [{name: str(row[name]) if name in _IDS else row[name] for name in row} for row in part]
    return found


async def ids(connection: AsyncConnection) -> set[int]:
    """Everybody whose id is anywhere in the database."""
    found: set[int] = set()
    for column in PLACES:
        chosen = select(column).distinct().where(column.is_not(None), column != NOBODY)
        found.update((await connection.execute(chosen)).scalars().all())
    return found


async def forget(connection: AsyncConnection, users: Sequence[int], at: float) -> None:
    """Take the ids of people out of every row, whatever goes on at their tables; `at` is now.

    At an open table a computer has their chair from now on, in a lobby nobody, and somebody else is its host; a table
    without any other person is closed. Nothing of it may be in memory.
    """
    for start in range(0, len(users), _AT_ONCE):
        some = users[start : start + _AT_ONCE]
        await _leave_tables(connection, some, at)
        await connection.execute(update(cuts).where(cuts.c.user_id.in_(some)).values(user_id=None))
        nobody = {"user_id": None, "level": None, "mu_change": None, "sigma_change": None}
        await connection.execute(update(results).where(results.c.user_id.in_(some)).values(nobody))
        for place in (totals, game_totals, ratings, people):
            await connection.execute(delete(place).where(place.c.user_id.in_(some)))


async def _leave_tables(connection: AsyncConnection, users: Sequence[int], at: float) -> None:
    theirs = chairs.c.user_id.in_(users)
    seated = select(tables.c.id).where(tables.c.id == chairs.c.table_id, tables.c.closed_at.is_(None)).exists()
    started = (
        select(tables.c.id)
        .where(tables.c.id == chairs.c.table_id, tables.c.closed_at.is_(None), tables.c.started_at.is_not(None))
        .exists()
    )
    at_open = select(chairs.c.table_id).distinct().where(theirs, seated)
    hosted = select(tables.c.id).where(tables.c.host.in_(users), tables.c.closed_at.is_(None))
    touched = {*(await connection.execute(at_open)).scalars(), *(await connection.execute(hosted)).scalars()}
    level = func.coalesce(chairs.c.level, literal(STAND_IN))
    computer = {"user_id": None, "level": level, "stand_in": False, "left": False}
    await connection.execute(update(chairs).where(theirs, started).values(computer))
    nobody = {"user_id": None, "level": None, "stand_in": False, "left": False}
    await connection.execute(update(chairs).where(theirs).values(nobody))
    for table in sorted(touched):
        others = (
            select(chairs.c.user_id)
            .where(chairs.c.table_id == table, chairs.c.user_id.is_not(None), chairs.c.left.is_(False))
            .order_by(chairs.c.chair)
        )
        host = (await connection.execute(others.limit(1))).scalar_one_or_none()
        if host is None:
            closing = update(tables).where(tables.c.id == table).values(closed_at=at, closed_reason="empty")
            await connection.execute(closing)
        else:
            moving = update(tables).where(tables.c.id == table, tables.c.host.in_(users)).values(host=host)
            await connection.execute(moving)
    await connection.execute(update(tables).where(tables.c.host.in_(users)).values(host=None))
