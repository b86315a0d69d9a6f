"""How long leaderboards, statistics and the end of a deal take with a million results, and with few.

The results are invented and put into a database of their own, where figures are summed by the database: what is
measured is reading and writing as the bot does it.
"""

import asyncio
import contextlib
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot.bench.load import percentile
from bot.periods import ALL_TIME
from bot.ratings import NEW, rated
from bot.store import Store
from game.journal import (
    ChairResult,
    ChairsChanged,
    DealFinished,
    DealPrepared,
    DealStarted,
    SavedChair,
    SeriesStarted,
    TableOpened,
)
from game.rules import INTERNATIONAL

MANY: Final = 1_000_000
FEW: Final = 10_000
PEOPLE: Final = 1_000
"""Who shares all results, few or many, so that the lists are equally long."""
TIMES: Final = 60
ROWS: Final = 10
GOALS: Final = {"leaderboard": 50.0, "stats": 100.0}
"""Milliseconds."""

_GUILD: Final = 900
_DEALS: Final = 36
_FIRST: Final = 1_767_225_600.0  # 2026
_CONTRACTS: Final = ("D", "H", "S", "C", "G", "CH", "GH", "N", "NO")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one thing takes, in milliseconds."""

    name: str
    p50: float
    p99: float


async def figures(many: int = MANY, few: int = FEW) -> None:
    """Measures both databases and prints the table."""
    found = {number: await measured(number) for number in (few, many)}
    print(f"\nfigures of {PEOPLE:,} people, SQLite, ms (p50 and p99 of {TIMES}; one rating without the database)")
    print(f"{'':28}" + "".join(f"{f'{number:,} results':>22}" for number in found) + f"{'goal':>8}")
    for lines in zip(*found.values(), strict=True):
        goal = GOALS.get(lines[0].name.partition(",")[0])
        print(
            f"{lines[0].name:28}"
            + "".join(f"{f'{line.p50:.2f} {line.p99:8.2f}':>22}" for line in lines)
            + (f"{f'< {goal:.0f}':>8}" if goal else "")
        )


async def measured(number: int) -> list[Cost]:
    """The costs with so many results."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "skat.db"
        await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()
        print(f"making {number:,} results", file=sys.stderr, flush=True)
        fill(path, number)
        store = await Store.open(f"sqlite+aiosqlite:///{path}")
        try:
            return await _costs(store)
        finally:
            await store.close()


def fill(path: Path, number: int) -> None:
    """Puts so many results and their figures into a new database that is not open."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        deals = number // 3
        connection.executemany(
            "INSERT INTO tables (id, guild, channel, host, rules, opened_at, started_at, closed_at, closed_reason)"
            " VALUES (?, ?, ?, 1, ?, ?, ?, ?, 'finished')",
            ((table, _GUILD, table, str(INTERNATIONAL), at, at, at) for table, at in _tables(deals)),
        )
        connection.executemany(
            "INSERT INTO deals (table_id, number, seed, commitment, rules, started_at, finished_at, kind)"
            " VALUES (?, ?, x'00', '', ?, ?, ?, 'people')",
            (
                (1 + deal // _DEALS, deal % _DEALS, str(INTERNATIONAL), _at(deal, deals), _at(deal, deals))
                for deal in range(deals)
            ),
        )
        connection.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 18)})", _results(deals))  # noqa: S608 - marks
        for period in ("'all'", _QUARTER, "strftime('%Y-%m', at)", "strftime('%Y-%m-%d', at)"):
            connection.execute(_TOTALS.format(period=period))
        connection.execute(_GAMES)
        connection.executemany(
            "INSERT INTO ratings VALUES (?, ?, '', ?, ?, 100, ?)",
            ((_GUILD, user, 25 + user / PEOPLE, 2.0, 19 + user / PEOPLE) for user in range(1, PEOPLE + 1)),
        )
        connection.commit()


_QUARTER: Final = "strftime('%Y-Q', at) || ((strftime('%m', at) + 2) / 3)"
_OWN: Final = "role = 'declarer'"
_PLAYED: Final = (
    "(SELECT r.*, datetime(d.finished_at, 'unixepoch') AS at FROM results r"
    " JOIN deals d ON d.table_id = r.table_id AND d.number = r.number)"
)
_TOTALS: Final = (
    "INSERT INTO totals SELECT "  # noqa: S608 - constants
    f"{_GUILD}, user_id, {{period}} AS period, 'people', count(*), sum({_OWN}), sum({_OWN} AND won),"
    f" sum({_OWN} AND NOT won), sum(role = 'defender'), sum(role = 'defender' AND NOT won), sum(score), sum(seeger),"
    f" 0, 0, 0, 0, CASE WHEN count(*) >= 12 THEN avg(seeger) END FROM {_PLAYED} GROUP BY user_id, period"
)
_GAMES: Final = (
    "INSERT INTO game_totals SELECT "  # noqa: S608 - constants
    f"{_GUILD}, user_id, 'people', substr(contract, 1, 1), count(*), sum(won), 0, 0, 0, 0, sum(value), sum(score),"
    f" max(score), table_id, number FROM results WHERE {_OWN} GROUP BY user_id, substr(contract, 1, 1)"
)


def _at(deal: int, deals: int) -> float:
    """The deals are spread over the year."""
    return _FIRST + deal * 360 * 86400 / deals


def _tables(deals: int) -> Iterator[tuple[int, float]]:
    return ((1 + first // _DEALS, _at(first, deals)) for first in range(0, deals, _DEALS))


def _results(deals: int) -> Iterator[tuple[Any, ...]]:
    chance = random.Random(1)
    seated: list[int] = []
    for deal in range(deals):
        table, number = 1 + deal // _DEALS, deal % _DEALS
        if not number:
            seated = chance.sample(range(1, PEOPLE + 1), 3)
        for line in _lines(seated, deal, won=chance.random() < 0.8, value=chance.randint(18, 96)):
            yield (
                table, number, line.chair, line.user, None, line.role, line.score, line.list_points, line.seeger,
                line.won, line.contract, line.bid, line.value, False, False, False, None, None,
            )  # fmt: skip


def _lines(seated: list[int], deal: int, *, won: bool, value: int) -> tuple[ChairResult, ...]:
    contract = _CONTRACTS[deal % len(_CONTRACTS)]
    lines: list[ChairResult] = []
    for chair, user in enumerate(seated):
        own = chair == deal % 3
        score = (value if won else -2 * value) if own else 0
        seeger = score + ((50 if won else -50) if own else 0 if won else 40)
        lines.append(
            ChairResult(
                chair,
                user,
                None,
                "declarer" if own else "defender",
                score,
                seeger,
                seeger,
                won,
                contract,
                18,
                value,
                overbid=False,
                schneider=False,
                schwarz=False,
            )
        )
    return tuple(lines)


async def _costs(store: Store) -> list[Cost]:
    users = random.Random(2).sample(range(1, PEOPLE + 1), TIMES)

    async def page(user: int, number: int, period: str = ALL_TIME) -> None:
        await store.season(_GUILD, _FIRST)
        await store.leaderboard_size(_GUILD, period, "people", "seeger")
        await store.leaderboard(_GUILD, period, "people", "seeger", number * ROWS, ROWS)
        await store.standing_of(_GUILD, user, period, "people", "seeger")

    async def skill(user: int) -> None:
        await store.skills_size(_GUILD)
        await store.skills(_GUILD, 0, ROWS)
        await store.skill_of(_GUILD, user)

    return [
        await _cost("leaderboard, first page", users, lambda user: page(user, 0)),
        await _cost("leaderboard, a page inside", users, lambda user: page(user, 40)),
        await _cost("leaderboard, season", users, lambda user: page(user, 0, "2026-Q4")),
        await _cost("leaderboard, skill", users, skill),
        await _cost("race of a season", users, lambda _: store.race(_GUILD, _FIRST + 359 * 86400, "people")),
        await _cost("stats", users, lambda user: store.stats(_GUILD, user, None)),
        await _cost("stats, one kind of table", users, lambda user: store.stats(_GUILD, user, "people")),
        await _finishing(store, users),
        _rating(users),
    ]


async def _cost(name: str, users: list[int], work: Callable[[int], Awaitable[object]]) -> Cost:
    await work(users[0])
    seconds: list[float] = []
    for user in users:
        began = time.perf_counter()
        await work(user)
        seconds.append(time.perf_counter() - began)
    return _of(name, seconds)


async def _finishing(store: Store, users: list[int]) -> Cost:
    """The transaction of a deal's end: result, figures, skill; a disk's patience included."""
    seconds: list[float] = []
    for number, user in enumerate(users):
        table = store.next_table_id()
        seated = [user, user % PEOPLE + 1, (user + 1) % PEOPLE + 1]
        at, rules = _FIRST + 361 * 86400 + number, str(INTERNATIONAL)
        await store.write(
            TableOpened(table, _GUILD, 10**9 + table, user, rules, at),
            ChairsChanged(table, tuple(SavedChair(one) for one in seated)),
            DealPrepared(table, 0, b"", ""),
            SeriesStarted(table, at),
            DealStarted(table, 0, rules, at),
        )
        end = DealFinished(table, 0, _lines(seated, number, won=True, value=24), at)
        began = time.perf_counter()
        await store.write(end)
        seconds.append(time.perf_counter() - began)
    return _of("finishing one deal", seconds)


def _rating(users: list[int]) -> Cost:
    seconds: list[float] = []
    for number, user in enumerate(users):
        lines = _lines([user, user + 1, user + 2], number, won=True, value=24)
        began = time.process_time()
        rated({(user, ""): NEW}, lines)
        seconds.append(time.process_time() - began)
    return _of("rating one deal", seconds)


def _of(name: str, seconds: list[float]) -> Cost:
    return Cost(name, 1000 * median(seconds), 1000 * percentile(seconds, 0.99))


if __name__ == "__main__":
    asyncio.run(figures())
