"""Each change of the journal as statements of one transaction; what contradicts the database is a Conflict.

A deal is prepared, then started, then finished, each once, so that no second deal can take a number's place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, assert_never

from sqlalchemy import Table, Update, bindparam, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import game_totals, periods, person, ratings, totals
from bot.database import Conflict
from bot.meta import FORGOTTEN_UNTIL
from bot.replayed import row_of
from bot.schema import chairs, cuts, deals, meta, moves, people, results, settings, tables
from game.journal import (
    BoardPosted,
    ChairResult,
    ChairsChanged,
    Change,
    CutAdded,
    DealFinished,
    DealPrepared,
    DealStarted,
    HostChanged,
    MoveMade,
    RulesChosen,
    SavedChair,
    SeriesStarted,
    TableClosed,
    TableOpened,
)


@dataclass(frozen=True, slots=True)
class SettingChosen:
    """A guild's setting; None removes it."""

    guild: int
    key: str
    value: str | None


@dataclass(frozen=True, slots=True)
class PreferenceChosen:
    """A person's preference; None removes it."""

    user: int
    key: str
    value: str | None


@dataclass(frozen=True, slots=True)
class FactNoted:
    """What the program remembers of itself; None forgets it."""

    key: str
    value: str | None


@dataclass(frozen=True, slots=True)
class DeletionAsked:
    """A person wants to be forgotten; `noted`: the time of the entry for it in the list of `bot.forgotten`."""

    user: int
    at: float
    noted: float


@dataclass(frozen=True, slots=True)
class PeopleForgotten:
    """Nothing of some people is kept any more."""

    users: Sequence[int]
    at: float


@dataclass(frozen=True, slots=True)
class SeasonReset:
    """A guild's season begins anew at a time."""

    guild: int
    at: float


Note = SettingChosen | PreferenceChosen | FactNoted | SeasonReset | DeletionAsked | PeopleForgotten

_INSERT_MOVE: Final = insert(moves)
_OPEN_DEAL: Final = (deals.c.table_id == bindparam("of_table")) & (deals.c.number == bindparam("of_number"))
_START_DEAL: Final = update(deals).where(_OPEN_DEAL, deals.c.started_at.is_(None))
_FINISH_DEAL: Final = update(deals).where(_OPEN_DEAL, deals.c.started_at.is_not(None), deals.c.finished_at.is_(None))


async def record_all(connection: AsyncConnection, changes: Iterable[Change | Note]) -> None:
    """Write changes in order. Raises Conflict or the database's own error.

    Moves that follow each other are one statement: each statement is several trips to another thread and back.
    """
    for moved, run in groupby(changes, lambda change: isinstance(change, MoveMade)):
        if moved:
            rows = [_move_row(change) for change in run if isinstance(change, MoveMade)]
            await connection.execute(_INSERT_MOVE, rows)
        else:
            for change in run:
                await record(connection, change)


def _move_row(change: MoveMade) -> dict[str, Any]:
    return {
        "table_id": change.table,
        "number": change.number,
        "move": change.move,
        "seat": int(change.seat),
        "text": change.text,
        "at": change.at,
    }


async def record(connection: AsyncConnection, change: Change | Note) -> None:
    """Write one change. Raises Conflict or the database's own error."""
    match change:
        case MoveMade():
            await connection.execute(_INSERT_MOVE, _move_row(change))
        case TableOpened(table, guild, channel, host, rules, at, purpose):
            row = {"id": table, "guild": guild, "channel": channel, "host": host, "rules": rules, "opened_at": at}
            await connection.execute(insert(tables), {**row, "purpose": purpose.value})
        case RulesChosen(table, rules):
            await _change_table(connection, table, rules=rules)
        case HostChanged(table, host):
            await _change_table(connection, table, host=host)
        case SeriesStarted(table, at):
            await _change_table(connection, table, started_at=at)
        case TableClosed(table, reason, at):
            await _change_table(connection, table, closed_at=at, closed_reason=reason)
        case BoardPosted(table, message, at):
            # The last message of a table is posted when it is closed.
            posted = update(tables).where(tables.c.id == table).values(board=message, board_at=at)
            await connection.execute(posted)
        case ChairsChanged(table, seated):
            await _seat(connection, table, seated)
        case DealPrepared(table, number, seed, commitment):
            await _prepare(connection, table, number, seed, commitment)
        case CutAdded(table, number, user, text):
            await _cut(connection, table, number, user, text)
        case DealStarted(table, number, rules, at):
            await _change_deal(connection, _START_DEAL, table, number, rules=rules, started_at=at)
        case DealFinished(table, number, lines, at):
            await _finish(connection, table, number, lines, at)
        case SettingChosen(guild, key, value):
            await _note(connection, settings, {"guild": guild, "key": key}, value)
        case PreferenceChosen(user, key, value):
            await _note(connection, people, {"user_id": user, "key": key}, value)
        case FactNoted(key, value):
            await _note(connection, meta, {"key": key}, value)
        case DeletionAsked(user, at, noted):
            await _note(connection, people, {"user_id": user, "key": person.ASKED}, repr(at))
            await _note(connection, meta, {"key": FORGOTTEN_UNTIL}, repr(noted))
        case PeopleForgotten(users, at):
            await person.forget(connection, users, at)
        case SeasonReset(guild, at):
            await _reset_season(connection, guild, at)
        case _:
            assert_never(change)


async def _change_table(connection: AsyncConnection, table: int, **values: Any) -> None:
    changed = await connection.execute(
        update(tables).where(tables.c.id == table, tables.c.closed_at.is_(None)).values(**values)
    )
    if changed.rowcount != 1:
        raise Conflict(f"table {table} is not open")


async def _change_deal(connection: AsyncConnection, where: Update, table: int, number: int, **values: Any) -> None:
    changed = await connection.execute(where.values(**values), {"of_table": table, "of_number": number})
    if changed.rowcount != 1:
        raise Conflict(f"deal {table}-{number} is not at the point where this can happen")


async def _seat(connection: AsyncConnection, table: int, seated: Sequence[SavedChair | None]) -> None:
    await connection.execute(delete(chairs).where(chairs.c.table_id == table))
    rows = [
        {
            "table_id": table,
            "chair": number,
            "user_id": chair.user if chair else None,
            "level": chair.level if chair else None,
            "stand_in": chair is not None and chair.stand_in,
            "left": chair is not None and chair.left,
        }
        for number, chair in enumerate(seated)
    ]
    if rows:
        await connection.execute(insert(chairs), rows)


async def _prepare(connection: AsyncConnection, table: int, number: int, seed: bytes, commitment: str) -> None:
    # Cuts go with the seed they were made for: a seed chosen after them could be chosen to suit them.
    unstarted = (deals.c.table_id == table) & (deals.c.number == number) & deals.c.started_at.is_(None)
    await connection.execute(
        delete(cuts).where(
            cuts.c.table_id == table, cuts.c.number == number, select(deals.c.number).where(unstarted).exists()
        )
    )
    await connection.execute(delete(deals).where(unstarted))
    row = {"table_id": table, "number": number, "seed": seed, "commitment": commitment}
    await connection.execute(insert(deals), row)


async def _cut(connection: AsyncConnection, table: int, number: int, user: int, text: str) -> None:
    position = select(func.count()).where(cuts.c.table_id == table, cuts.c.number == number).scalar_subquery()
    source = select(deals.c.table_id, deals.c.number, position, literal(user), literal(text)).where(
        deals.c.table_id == table, deals.c.number == number, deals.c.started_at.is_(None)
    )
    added = await connection.execute(
        insert(cuts).from_select(["table_id", "number", "position", "user_id", "text"], source)
    )
    if added.rowcount != 1:
        raise Conflict(f"deal {table}-{number} takes no cut")


async def _finish(
    connection: AsyncConnection, table: int, number: int, lines: Sequence[ChairResult], at: float
) -> None:
    found = await connection.execute(
        select(
            tables.c.guild,
            tables.c.purpose,
            tables.c.opened_at,
            func.coalesce(deals.c.rules, tables.c.rules).label("rules"),
            settings.c.value.label("resets"),
        )
        .join_from(tables, deals)
        .join(settings, (settings.c.guild == tables.c.guild) & (settings.c.key == periods.SEASON_RESETS), isouter=True)
        .where(deals.c.table_id == table, deals.c.number == number)
    )
    row = found.one_or_none()
    if row is None:
        raise Conflict(f"deal {table}-{number} is unknown")
    kind = totals.kind_of(row.purpose, row.rules, lines)
    await _change_deal(connection, _FINISH_DEAL, table, number, finished_at=at, kind=kind)
    if not lines:
        return
    gained: dict[int, ratings.SkillChange] = {}
    if kind is not None:
        daily = row.opened_at if kind == "daily" else None
        counted_in = periods.periods(at, periods.read(row.resets), daily)
        await totals.add(connection, row.guild, kind, counted_in, lines)
        await game_totals.add(connection, row.guild, kind, table, number, lines)
        if kind != "daily":
            gained = await ratings.add(connection, row.guild, lines)
    rows = [row_of(table, number, line, gained.get(line.chair)) for line in lines]
    await connection.execute(insert(results), rows)


async def _reset_season(connection: AsyncConnection, guild: int, at: float) -> None:
    key = {"guild": guild, "key": periods.SEASON_RESETS}
    kept = (await connection.execute(select(settings.c.value).filter_by(**key))).scalar_one_or_none()
    await _note(connection, settings, key, periods.written((*periods.read(kept), int(at))))


async def _note(connection: AsyncConnection, place: Table, key: dict[str, Any], value: str | None) -> None:
    await connection.execute(delete(place).filter_by(**key))
    if value is not None:
        await connection.execute(insert(place), {**key, "value": value})
