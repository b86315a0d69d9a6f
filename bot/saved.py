"""Open tables as they were written down, read a few tables at a time so that the event loop stays free."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sqlalchemy import Text, bindparam, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import chairs, cuts, deals, moves, tables
from game.journal import Purpose, SavedChair, SavedDeal, SavedTable
from game.state import SEATS, Seat

_AT_ONCE: Final = 10
"""Tables that are read at once: some 200 deals of some 40 moves, about 10 ms of this process."""

_SEPARATOR: Final = "\x1f"

# A row a deal, not a row a move: fetching a row costs more than cutting up a text.
_MOVES: Final = (
    select(
        moves.c.table_id,
        moves.c.number,
        func.aggregate_strings(
            cast(moves.c.move, Text) + ":" + cast(moves.c.seat, Text) + ":" + moves.c.text, _SEPARATOR
        ),
        func.max(moves.c.at),
    )
    .where(moves.c.table_id.in_(bindparam("ids", expanding=True)))
    .group_by(moves.c.table_id, moves.c.number)
)

_Deal = tuple[int, int]


async def open_tables(connection: AsyncConnection, only: int | None = None) -> list[SavedTable]:
    """All open tables in order of their number, or the one that is asked for if it is open."""
    chosen = select(tables).where(tables.c.closed_at.is_(None)).order_by(tables.c.id)
    if only is not None:
        chosen = chosen.where(tables.c.id == only)
    rows = (await connection.execute(chosen)).all()
    found: list[SavedTable] = []
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        ids = [row.id for row in some]
        seated = await chairs_of(connection, ids)
        dealt, last = await deals_of(connection, ids)
        touched = {row.id: row.opened_at for row in some} | last
        found += [
            SavedTable(
                table=row.id,
                guild=row.guild,
                channel=row.channel,
                host=row.host,
                rules=row.rules,
                started=row.started_at is not None,
                chairs=tuple(seated[row.id]),
                deals=tuple(dealt[row.id]),
                board=row.board,
                touched=touched[row.id],
                purpose=Purpose(row.purpose),
                opened=row.opened_at,
            )
            for row in some
        ]
    return found


async def chairs_of(connection: AsyncConnection, ids: Sequence[int]) -> dict[int, list[SavedChair | None]]:
    """The chairs by table, open or closed."""
    chosen = select(chairs).where(chairs.c.table_id.in_(ids)).order_by(chairs.c.table_id, chairs.c.chair)
    seated: defaultdict[int, list[SavedChair | None]] = defaultdict(list)
    for row in (await connection.execute(chosen)).all():
        empty = row.user_id is None and row.level is None
        seated[row.table_id].append(None if empty else SavedChair(row.user_id, row.level, row.stand_in, row.left))
    return seated


async def deals_of(
    connection: AsyncConnection, ids: Sequence[int]
) -> tuple[dict[int, list[SavedDeal]], dict[int, float]]:
    """The deals by table, and the time of each table's last move."""
    cut: defaultdict[_Deal, list[str]] = defaultdict(list)
    chosen = select(cuts.c.table_id, cuts.c.number, cuts.c.text).where(cuts.c.table_id.in_(ids))
    for table, number, text in (await connection.execute(chosen.order_by(cuts.c.position))).all():
        cut[table, number].append(text)

    made: dict[_Deal, tuple[tuple[Seat, str], ...]] = {}
    last: dict[int, float] = {}
    for table, number, joined, at in (await connection.execute(_MOVES, {"ids": ids})).all():
        made[table, number] = _moves(joined)
        last[table] = max(at, last.get(table, at))

    dealt: defaultdict[int, list[SavedDeal]] = defaultdict(list)
    all_deals = select(deals).where(deals.c.table_id.in_(ids)).order_by(deals.c.table_id, deals.c.number)
    for row in (await connection.execute(all_deals)).all():
        key = (row.table_id, row.number)
        started = row.started_at is not None
        dealt[row.table_id].append(
            SavedDeal(row.number, row.seed, row.commitment, tuple(cut[key]), started, made.get(key, ()))
        )
    return dealt, last


def _moves(joined: str) -> tuple[tuple[Seat, str], ...]:
    """The moves of a deal from ``move:seat:text``, which the database joins in any order."""
    pieces = (piece.split(":", 1) for piece in joined.split(_SEPARATOR))
    return tuple(_move(rest) for _, rest in sorted((int(number), rest) for number, rest in pieces))


@lru_cache(maxsize=4096)
def _move(piece: str) -> tuple[Seat, str]:
    # The same few hundred moves come again and again: one object each keeps a resume light.
    seat, text = piece.split(":", 1)
    return SEATS[int(seat)], text
