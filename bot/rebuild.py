"""Results made again from moves, and figures and skill from results: all that is kept of the game besides the moves.

What is right already is not touched, so nothing changes where nothing was wrong.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from sqlalchemy import Row, Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import game_totals, ratings, replayed, schema, totals
from bot.game_totals import GameFigures, game_figures_of
from bot.periods import SEASON_RESETS, Resets, periods, read
from bot.ratings import Skill, SkillChange
from bot.rerating import SAME, Rerating
from bot.schema import COUNTS, deals, meta, results, settings, tables
from bot.totals import Figures, figures_of
from game.journal import ChairResult

STALE: Final = "figures"
"""The fact that a migration notes when it leaves figures to be made again."""

Key = tuple[Any, ...]
Rows = dict[Key, Any]

_RESULTS: Final = (
    select(
        tables.c.guild,
        tables.c.opened_at,
        deals.c.kind,
        deals.c.finished_at,
        deals.c.table_id,
        deals.c.number,
        results.c.mu_change,
        results.c.sigma_change,
        *(results.c[name] for name in replayed.COLUMNS),
    )
    .join_from(tables, deals)
    .join(results)
    .where(deals.c.finished_at.is_not(None), deals.c.kind.is_not(None))
    # As they were written: who was rated when matters.
    .order_by(deals.c.finished_at, deals.c.table_id, deals.c.number, results.c.chair)
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of `table` that was not what it should be, by its key; None where there was, or is to be, none."""

    table: str
    key: Key
    was: object
    now: object

    def __str__(self) -> str:
        return f"{self.table} {' '.join(map(str, self.key))}: was {self.was}, is now {self.now}"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was different, and how many finished deals have moves that cannot be replayed; their results stay."""

    differences: tuple[Difference, ...]
    unplayable: int


async def rebuild(connection: AsyncConnection) -> Rebuilt:
    """Make everything what the moves say, within the transaction that is open on `connection`."""
    unplayable = 0
    found: list[Difference] = []
    async for deal in replayed.replayed(connection):
        if deal.now is None:
            unplayable += 1
        elif deal.now != deal.was:
            found.append(Difference(results.name, (deal.table, deal.number), deal.was, deal.now))
            await replayed.write(connection, deal)
    return Rebuilt((*found, *await from_results(connection)), unplayable)


async def mend(connection: AsyncConnection) -> None:
    """Make the figures that a migration left to be made."""
    await from_results(connection)
    await connection.execute(delete(meta).where(meta.c.key == STALE))


async def from_results(connection: AsyncConnection) -> list[Difference]:
    """Make totals, ratings and what each deal changed of them what the results say. Returns what was different."""
    fold = _Fold(await _resets(connection))
    async with connection.stream(_RESULTS) as rows:
        async for row in rows:
            fold.take(row)
    fold.end_deal()
    await fold.rerating.correct(connection)
    return [
        *(_changes_of(guild, deals) for guild, deals in sorted(fold.rerating.differing.items()) if deals),
        *await _mend(connection, schema.totals, fold.figures(), _figures_kept, _figures_row),
        *await _mend(connection, schema.game_totals, fold.games, _games_kept, _games_row),
        *await _mend(connection, schema.ratings, fold.rerating.skills, _skill_kept, _skill_row),
    ]


def _changes_of(guild: int, number: int) -> Difference:
    """One for all deals of a guild: where one was wrong, those after it mostly are."""
    return Difference(results.name, (guild, "skill"), f"different in {number} deals", "as rated")


class _Fold:
    """Figures and skills by the keys of their rows, deal after deal."""

    def __init__(self, resets: dict[int, Resets]) -> None:
        self._resets = resets
        self._sums: dict[Key, list[int]] = {}
        self.games: Rows = {}
        self.rerating = Rerating()
        self._deal: tuple[int, int] | None = None
        self._guild = 0
        self._rated = False
        self._lines: list[ChairResult] = []
        self._gained: dict[int, SkillChange] = {}

    def figures(self) -> Rows:
        return {key: Figures(key[1], *counts) for key, counts in self._sums.items()}

    def take(self, row: Row[Any]) -> None:
        guild, opened_at, kind, at, table, number, mu, sigma, *values = _cells(row)
        line = ChairResult(*values)
        if (table, number) != self._deal:
            self.end_deal()
            self._deal = table, number
            self._guild, self._rated = guild, kind != "daily"
        self._lines.append(line)
        if mu is not None and sigma is not None:
            self._gained[line.chair] = SkillChange(mu, sigma)
        if line.user is None:
            return
        gained = figures_of(line.user, line)
        counts = [int(getattr(gained, name)) for name in COUNTS]
        for period in periods(at, self._resets.get(guild, ()), opened_at if kind == "daily" else None):
            sums = self._sums.setdefault((guild, line.user, period, kind), [0] * len(counts))
            for place, count in enumerate(counts):
                sums[place] += count
        game = game_figures_of(table, number, line)
        if game is not None:
            key = guild, line.user, kind, game.game
            self.games[key] = self.games[key].plus(game) if key in self.games else game

    def end_deal(self) -> None:
        if self._deal is not None:
            followed = self.rerating.take if self._rated else self.rerating.unrated
            followed(self._guild, self._deal, self._lines, self._gained)
        self._lines, self._gained = [], {}


def _cells(row: Iterable[Any]) -> list[Any]:
    return list(row)


async def _resets(connection: AsyncConnection) -> dict[int, Resets]:
    chosen = select(settings.c.guild, settings.c.value).where(settings.c.key == SEASON_RESETS)
    return {row.guild: read(row.value) for row in (await connection.execute(chosen)).all()}


async def _mend(
    connection: AsyncConnection,
    table: Table,
    now: Rows,
    kept: Callable[[Row[Any]], Any],
    row_of: Callable[[Key, Any], dict[str, Any]],
) -> list[Difference]:
    """Make a table hold `now` and nothing else."""
    names = table.primary_key.columns.keys()
    found = (await connection.execute(select(table))).all()
    was: Rows = {tuple(getattr(row, name) for name in names): kept(row) for row in found}
    differences: list[Difference] = []
    for key in sorted(was.keys() | now.keys()):
        before, after = was.get(key), now.get(key)
        if before == after or (before is not None and after is not None and _close(before, after)):
            continue
        differences.append(Difference(table.name, key, before, after))
        await connection.execute(delete(table).filter_by(**dict(zip(names, key, strict=True))))
        if after is not None:
            await connection.execute(insert(table), row_of(key, after))
    return differences


def _close(one: object, other: object) -> bool:
    if not isinstance(one, Skill) or not isinstance(other, Skill):
        return False
    return one.deals == other.deals and abs(one.mu - other.mu) + abs(one.sigma - other.sigma) < SAME


def _figures_kept(row: Row[Any]) -> Figures:
    return Figures(row.user_id, *(getattr(row, name) for name in COUNTS))


def _figures_row(key: Key, figures: Figures) -> dict[str, Any]:
    return totals.row_of(key[0], key[2], key[3], figures)


def _games_kept(row: Row[Any]) -> GameFigures:
    return GameFigures(**{field.name: getattr(row, field.name) for field in fields(GameFigures)})


def _games_row(key: Key, figures: GameFigures) -> dict[str, Any]:
    return game_totals.row_of(key[0], key[1], key[2], figures)


def _skill_kept(row: Row[Any]) -> Skill:
    return Skill(row.mu, row.sigma, row.deals)


def _skill_row(key: Key, skill: Skill) -> dict[str, Any]:
    return ratings.row_of(key[0], (key[1], key[2]), skill)
