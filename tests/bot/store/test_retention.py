"""What goes by itself, and when: unplayed tables, servers long left, people long away; and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.retention import DAY, FIRST, GUILD_KEPT, UNPLAYED_KEPT, Retention
from bot.schema import chairs, deals, moves, results, settings, tables, totals
from game.journal import ChairsChanged, DealFinished, MoveMade, SavedChair, TableClosed, TableOpened
from game.state import Seat
from tests.bot.store.sample import GUILD, RULES, begun, line
from tests.fakes import FakeClock, settle

if TYPE_CHECKING:
    from sqlalchemy import Table

    from bot.store import Store

BASE = 1_100_000_000_000_000_000
ANNA, BEN, CLARA = BASE + 11, BASE + 12, BASE + 13
ELSEWHERE = GUILD + 1
NOW = 1_800_000_000.0
DAYS = 730


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(NOW)


@pytest.fixture
def forgotten() -> list[int]:
    return []


@pytest.fixture
def retention(store: Store, clock: FakeClock, forgotten: list[int]) -> Retention:
    return Retention(store, clock, DAYS, forgotten.append)


async def a_table(store: Store, number: int, *, guild: int = GUILD, at: float = NOW, finished: bool = True) -> None:
    await store.write(
        TableOpened(number, guild, 5000 + number, ANNA, RULES, at),
        ChairsChanged(number, (SavedChair(ANNA), SavedChair(BEN), SavedChair(CLARA))),
        *begun(number, 0, at=at),
        MoveMade(number, 0, 1, Seat.FOREHAND, "pass", at),
    )
    if finished:
        lines = tuple(line(chair, user, 20) for chair, user in enumerate((ANNA, BEN, CLARA)))
        await store.write(DealFinished(number, 0, lines, at))


async def close(store: Store, number: int, at: float = NOW) -> None:
    await store.write(TableClosed(number, "ended", at))


async def ids(store: Store, table: Table = tables) -> list[int]:
    column = table.c.id if table is tables else table.c.table_id
    async with store.database.reading() as connection:
        return list((await connection.execute(select(column).distinct().order_by(column))).scalars())


async def test_tables_that_never_played(store: Store, retention: Retention, clock: FakeClock) -> None:
    for number in range(1, 45):
        await a_table(store, number, finished=False)
        await close(store, number)
    await a_table(store, 45)
    await close(store, 45)
    await a_table(store, 46, finished=False)
    await a_table(store, 47, finished=False)
    await close(store, 47)
    clock.now += UNPLAYED_KEPT - 1
    await retention.sweep(None)
    assert len(await ids(store)) == 47
    clock.now += 2
    await retention.sweep(None)
    # One that was played, one that is open, and the newest, from which the next number is counted.
    for table in (tables, chairs, deals, moves):
        assert await ids(store, table) == [45, 46, 47]


async def test_a_server_that_was_left(store: Store, retention: Retention, clock: FakeClock) -> None:
    for number in (1, 2, 3):
        await a_table(store, number, guild=ELSEWHERE)
        await close(store, number)
    await a_table(store, 4)
    await close(store, 4)
    await store.choose_setting(ELSEWHERE, "language", "de")
    await store.choose_setting(GUILD, "language", "de")
    await retention.sweep({GUILD, ELSEWHERE})
    await retention.sweep({GUILD})
    clock.now += GUILD_KEPT - 1
    await retention.sweep({GUILD})
    assert await ids(store) == [1, 2, 3, 4]
    # Not knowing where the bot is, is no reason to delete anything.
    clock.now += 2
    await retention.sweep(None)
    assert await ids(store) == [1, 2, 3, 4]
    await retention.sweep({GUILD})
    assert await ids(store) == [4]
    assert await ids(store, results) == [4]
    async with store.database.reading() as connection:
        for place in (totals, settings):
            assert set((await connection.execute(select(place.c.guild))).scalars()) == {GUILD}
    assert await store.guilds() == {GUILD}


async def test_a_server_that_invites_again_finds_everything(
    store: Store, retention: Retention, clock: FakeClock
) -> None:
    await a_table(store, 1, guild=ELSEWHERE)
    await close(store, 1)
    await a_table(store, 2)
    await retention.sweep({GUILD})
    clock.now += GUILD_KEPT - DAY
    await retention.sweep({GUILD, ELSEWHERE})
    clock.now += 2 * DAY
    await retention.sweep({GUILD})
    clock.now += GUILD_KEPT - DAY
    await retention.sweep({GUILD})
    assert await ids(store) == [1, 2]


async def test_people_long_away(store: Store, retention: Retention, clock: FakeClock, forgotten: list[int]) -> None:
    await a_table(store, 1)
    await close(store, 1)
    clock.now += (DAYS - 10) * DAY
    await store.write(
        TableOpened(2, GUILD, 1, BEN, RULES, clock.now),
        ChairsChanged(2, (SavedChair(BEN), SavedChair(None, "club"), SavedChair(None, "club"))),
        *begun(2, 0, at=clock.now),
        DealFinished(2, 0, (line(0, BEN, 20),), clock.now),
        TableClosed(2, "ended", clock.now),
    )
    # Clara still sits somewhere.
    await store.write(TableOpened(3, GUILD, 2, CLARA, RULES, NOW), ChairsChanged(3, (SavedChair(CLARA), None, None)))
    before = await store.totals_of(GUILD, BEN)
    clock.now += 9 * DAY
    await retention.sweep(None)
    assert await store.people() == {ANNA, BEN, CLARA}
    clock.now += 2 * DAY
    await retention.sweep(None)
    assert await store.people() == {BEN, CLARA}
    assert forgotten == [ANNA]
    assert await store.totals_of(GUILD, BEN) == before
    assert (await store.rebuild()).differences == ()


async def test_people_of_whom_nothing_has_a_date(store: Store, retention: Retention, clock: FakeClock) -> None:
    await store.prefer(ANNA, "deck", "de")
    await retention.sweep(None)
    clock.now += (DAYS - 1) * DAY
    await retention.sweep(None)
    assert (await store.preferences_of(ANNA))["deck"] == "de"
    assert (await store.kept_of(ANNA)).preferences == 1
    clock.now += 2 * DAY
    await retention.sweep(None)
    assert await store.people() == set()


async def test_zero_days_keep_everybody(store: Store, clock: FakeClock, forgotten: list[int]) -> None:
    await a_table(store, 1)
    await close(store, 1)
    clock.now += 100 * 365 * DAY
    await Retention(store, clock, 0, forgotten.append).sweep(None)
    assert await store.people() == {ANNA, BEN, CLARA}


async def test_once_a_day(clock: FakeClock, forgotten: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Soon after the start and every day from then on; a database that refuses is no end of it."""
    import asyncio
    from typing import Any, cast

    from game.journal import JournalError

    swept: list[float] = []
    retention = Retention(cast("Any", None), clock, DAYS, forgotten.append)

    async def sweep(present: object) -> None:
        assert present == {GUILD}
        swept.append(clock.now)
        raise JournalError("locked")

    monkeypatch.setattr(retention, "sweep", sweep)
    running = asyncio.create_task(retention.run(lambda: {GUILD}))
    await settle()
    await clock.advance(FIRST + 2 * DAY + 1)
    running.cancel()
    assert swept == [NOW + FIRST, NOW + FIRST + DAY, NOW + FIRST + 2 * DAY]
