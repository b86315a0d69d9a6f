"""Deals that are over, read back from the database whole: one by its id or its cards, or the latest of a person.

A deal that still runs is found by none of these functions. All but `finished_deal` find only deals that the person sat
in; of what that one finds, `bot.proof` says who may see it.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, Text, cast, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import cuts, deals, moves, results, tables
from game.actions import from_text
from game.deal import replay
from game.illegal import Illegal
from game.journal import ChairResult, Purpose
from game.rules import Rules
from game.shuffle import shuffled
from game.state import SEATS, Finished, Seat

_AT_ONCE: Final = 100
"""Deals whose moves are read at once."""

_SEPARATOR: Final = "\x1f"

_Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over. `moves` are seat and text in order; `lines` the chairs' results, one a chair, in order.

    `purpose` is that of the table. `finished_at` is in seconds since 1970.
    """

    table: int
    number: int
    guild: int
    purpose: Purpose
    rules: str
    seed: bytes
    commitment: str
    cuts: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...]
    lines: tuple[ChairResult, ...]
    finished_at: float

    def state(self) -> Finished:
        """The end of the deal, replayed; about a millisecond. Raises ValueError if its moves do not lead there."""
        order = shuffled(self.seed, self.cuts)
        try:
            over = replay(order, Rules.parse(self.rules), [(seat, from_text(text)) for seat, text in self.moves])
        except Illegal:
            # Which move it was, and why, would tell of cards.
            raise ValueError(f"the moves of deal {self.table}-{self.number} do not fit its cards") from None
        if isinstance(over, Finished):
            return over
        raise ValueError(f"deal {self.table}-{self.number} has a result and no end")

    def line_of(self, user: int) -> ChairResult | None:
        """A person's line of the result; None if they did not sit in the deal."""
        return next((line for line in self.lines if line.user == user), None)


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A deal as a person's history lists it; `own` is the person's line of the result."""

    table: int
    number: int
    purpose: Purpose
    finished_at: float
    own: ChairResult


def _own(guild: int, user: int, *columns: Any) -> Select[*tuple[Any, ...]]:
    """The finished deals of a guild in which a person has a line."""
    return (
        select(*columns)
        .select_from(results)
        .join(deals, (deals.c.table_id == results.c.table_id) & (deals.c.number == results.c.number))
        .join(tables, tables.c.id == results.c.table_id)
        .where(results.c.user_id == user, tables.c.guild == guild, deals.c.finished_at.is_not(None))
    )


_NEWEST_FIRST: Final = (deals.c.finished_at.desc(), deals.c.table_id.desc(), deals.c.number.desc())


async def history_size(connection: AsyncConnection, guild: int, user: int) -> int:
    """How many finished deals a person has in a guild."""
    return (await connection.execute(_own(guild, user, func.count()))).scalar_one()


async def history(
    connection: AsyncConnection, guild: int, user: int, offset: int, limit: int
) -> tuple[HistoryLine, ...]:
    """A page of a person's finished deals in a guild, newest first."""
    wanted = _own(guild, user, tables.c.purpose, deals.c.finished_at, *results.c)
    page = wanted.order_by(*_NEWEST_FIRST).offset(offset).limit(limit)
    return tuple(
        HistoryLine(row.table_id, row.number, Purpose(row.purpose), row.finished_at, _line(row))
        for row in (await connection.execute(page)).all()
    )


async def finished_deal(connection: AsyncConnection, guild: int, table: int, number: int) -> FinishedDeal | None:
    """A deal of a guild, whoever sat in it; None if it is not over or not there."""
    wanted = (
        select(*_DEAL)
        .join_from(deals, tables)
        .where(
            tables.c.guild == guild,
            deals.c.table_id == table,
            deals.c.number == number,
            deals.c.finished_at.is_not(None),
        )
    )
    return await _one(connection, wanted)


async def own_deal(connection: AsyncConnection, guild: int, user: int, table: int, number: int) -> FinishedDeal | None:
    """A deal of a guild in which the person sat; None if it is not over, not there or not theirs."""
    return await _one(connection, _own(guild, user, *_DEAL).where(deals.c.table_id == table, deals.c.number == number))


async def own_deal_with(connection: AsyncConnection, guild: int, user: int, seed: bytes) -> FinishedDeal | None:
    """The newest deal from a seed in which the person sat; practice apart."""
    wanted = _own(guild, user, *_DEAL).where(deals.c.seed == seed, tables.c.purpose != Purpose.PRACTICE.value)
    return await _one(connection, wanted.order_by(*_NEWEST_FIRST).limit(1))


async def latest_deals(connection: AsyncConnection, guild: int, user: int, limit: int) -> tuple[FinishedDeal, ...]:
    """A person's latest finished deals in a guild, newest first."""
    wanted = _own(guild, user, *_DEAL).order_by(*_NEWEST_FIRST).limit(limit)
    rows = (await connection.execute(wanted)).all()
    found: list[FinishedDeal] = []
    for start in range(0, len(rows), _AT_ONCE):
        found += await _whole(connection, rows[start : start + _AT_ONCE])
    return tuple(found)


_DEAL: Final = (
    tables.c.guild,
    tables.c.purpose,
    func.coalesce(deals.c.rules, tables.c.rules).label("rules"),
    deals.c.table_id,
    deals.c.number,
    deals.c.seed,
    deals.c.commitment,
    deals.c.finished_at,
)


async def _one(connection: AsyncConnection, wanted: Select[*tuple[Any, ...]]) -> FinishedDeal | None:
    found = await _whole(connection, (await connection.execute(wanted)).all())
    return found[0] if found else None


async def _whole(connection: AsyncConnection, rows: Sequence[Any]) -> list[FinishedDeal]:
    """Deals with their cuts, moves and results, in the order of the rows."""
    keys: list[_Key] = [(row.table_id, row.number) for row in rows]
    if not keys:
        return []
    cut = await _cuts(connection, keys)
    made = await _moves(connection, keys)
    lines = await _lines(connection, keys)
    return [
        FinishedDeal(
            table=row.table_id,
            number=row.number,
            guild=row.guild,
            purpose=Purpose(row.purpose),
            rules=row.rules,
            seed=row.seed,
            commitment=row.commitment,
            cuts=tuple(cut[key]),
            moves=made.get(key, ()),
            lines=tuple(lines[key]),
            finished_at=row.finished_at,
        )
        for row, key in zip(rows, keys, strict=True)
    ]


async def _cuts(connection: AsyncConnection, keys: Sequence[_Key]) -> dict[_Key, list[str]]:
    found: defaultdict[_Key, list[str]] = defaultdict(list)
    chosen = select(cuts.c.table_id, cuts.c.number, cuts.c.text).where(tuple_(cuts.c.table_id, cuts.c.number).in_(keys))
    for table, number, text in (await connection.execute(chosen.order_by(cuts.c.position))).all():
        found[table, number].append(text)
    return found


async def _moves(connection: AsyncConnection, keys: Sequence[_Key]) -> dict[_Key, tuple[tuple[Seat, str], ...]]:
    # A row a deal, as in `bot.saved`: fetching a row costs more than cutting up a text.
    piece = cast(moves.c.move, Text) + ":" + cast(moves.c.seat, Text) + ":" + moves.c.text
    chosen = (
        select(moves.c.table_id, moves.c.number, func.aggregate_strings(piece, _SEPARATOR))
        .where(tuple_(moves.c.table_id, moves.c.number).in_(keys))
        .group_by(moves.c.table_id, moves.c.number)
    )
    return {(table, number): _cut_up(joined) for table, number, joined in (await connection.execute(chosen)).all()}


def _cut_up(joined: str) -> tuple[tuple[Seat, str], ...]:
    """The moves of a deal from ``move:seat:text``, which the database joins in any order."""
    pieces = sorted(
        (int(move), seat, text) for move, seat, text in (one.split(":") for one in joined.split(_SEPARATOR))
    )
    return tuple((SEATS[int(seat)], text) for _, seat, text in pieces)


async def _lines(connection: AsyncConnection, keys: Sequence[_Key]) -> dict[_Key, list[ChairResult]]:
    found: defaultdict[_Key, list[ChairResult]] = defaultdict(list)
    chosen = select(results).where(tuple_(results.c.table_id, results.c.number).in_(keys))
    for row in (await connection.execute(chosen.order_by(results.c.chair))).all():
        found[row.table_id, row.number].append(_line(row))
    return found


def _line(row: Any) -> ChairResult:
    return ChairResult(
        chair=row.chair,
        user=row.user_id,
        level=row.level,
        role=row.role,
        score=row.score,
        list_points=row.list_points,
        seeger=row.seeger,
        won=row.won,
        contract=row.contract,
        bid=row.bid,
        value=row.value,
        overbid=row.overbid,
        schneider=row.schneider,
        schwarz=row.schwarz,
    )
