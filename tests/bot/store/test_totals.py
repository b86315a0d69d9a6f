"""Totals are the fold of the results, leaderboards are an index read from one end."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import delete, insert, text, update

from bot import schema
from bot.periods import day, day_of_season, days_of, month, periods, read, season, week, written
from bot.rankings import Order, Place, by_figures
from bot.store import Store
from bot.totals import AVERAGE_DEALS, Figures, Kind, kind_of
from game.journal import ChairResult, DealFinished
from game.rules import INTERNATIONAL, PUB, Rules
from tests.bot.store.sample import GUILD, RULES, begun, line, opened


def at(year: int, month: int, day: int, hour: int = 12) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("when", "wanted"),
    [
        (at(2026, 1, 1), ("all", "2026-Q1", "2026-01", "2026-W01", "2026-01-01")),
        (at(2027, 1, 1), ("all", "2027-Q1", "2027-01", "2026-W53", "2027-01-01")),
        (at(2026, 12, 31), ("all", "2026-Q4", "2026-12", "2026-W53", "2026-12-31")),
        (at(2026, 4, 1, 0), ("all", "2026-Q2", "2026-04", "2026-W14", "2026-04-01")),
        (at(2026, 4, 1, 0) - 1, ("all", "2026-Q1", "2026-03", "2026-W14", "2026-03-31")),
    ],
)
def test_periods(when: float, wanted: tuple[str, ...]) -> None:
    assert periods(when) == wanted == ("all", season(when), month(when), week(when), day(when))


def test_a_season_begun_anew() -> None:
    resets = tuple(map(int, (at(2026, 1, 31), at(2026, 5, 1), at(2026, 5, 2))))
    assert season(at(2026, 1, 31), resets) == season(at(2026, 1, 31) + 0.9, resets) == "2026-Q1"
    assert season(at(2026, 1, 31) + 1, resets) == season(at(2026, 3, 31), resets) == "2026-Q1.2"
    assert [season(at(2026, 5, day), resets) for day in (1, 2, 3)] == ["2026-Q2", "2026-Q2.2", "2026-Q2.3"]
    assert season(at(2026, 7, 1), resets) == "2026-Q3"
    assert day_of_season(at(2026, 5, 2, 13), resets) == "2026-05-02.3"
    assert days_of("2026-Q2.3") == ("2026-04-01", "2026-07-01", ".3")
    assert days_of("2026-Q4") == ("2026-10-01", "2027-01-01", "")
    assert read(written(resets)) == resets
    assert read(None) == read("") == read("soon") == ()


@pytest.mark.parametrize(
    ("rules", "users", "kind"),
    [
        (INTERNATIONAL, (1, 2, 3), "people"),
        (Rules(chairs=4, length="12", scoring="classic"), (1, 2, 3, 4), "people"),
        (INTERNATIONAL, (1, 2, None), "computer"),
        (PUB, (1, 2, 3), "pub"),
        (PUB, (1, None, None), "pub"),
        (Rules(bock="on"), (1, 2, 3), "pub"),
    ],
)
def test_kinds(rules: Rules, users: tuple[int | None, ...], kind: Kind) -> None:
    assert kind_of("series", str(rules), [line(chair, user) for chair, user in enumerate(users)]) == kind


def test_a_daily_dozen_is_a_kind_of_its_own_and_practice_is_none() -> None:
    lines = [line(0, 1), line(1, None), line(2, None)]
    assert kind_of("daily", RULES, lines) == "daily"
    assert kind_of("practice", RULES, lines) is None


def test_a_person_whom_a_computer_stood_in_for_makes_no_computer_table() -> None:
    lines = [line(0, 1), replace(line(1, 2), level="easy"), line(2, 3)]
    assert kind_of("series", RULES, lines) == "people"


async def finish(store: Store, number: int, lines: list[ChairResult], when: float, table: int = 1) -> None:
    await store.write(*begun(table, number), DealFinished(table, number, tuple(lines), when))


async def test_what_a_deal_adds(store: Store) -> None:
    await store.write(*opened(1))
    own = replace(line(0, 11, 60, seeger=110, own=True), schneider=True)
    await store.write(DealFinished(1, 0, (own, line(1, 12, seeger=0), line(2, None)), at(2026, 3, 14)))
    lost = replace(
        line(0, 11, -48, seeger=-98, won=False, own=True), contract="H", schneider=True, schwarz=True, overbid=True
    )
    await finish(store, 1, [lost, line(1, 12, seeger=40, won=False), line(2, None)], at(2026, 4, 1))
    passed = replace(line(0, 11, won=None), role="passed", contract=None)
    await finish(store, 2, [passed, replace(passed, chair=1, user=12), line(2, None)], at(2026, 4, 2))

    first = Figures(11, deals=1, declared=1, won=1, points=60, seeger=110, hand=1, schneider=1)
    second = Figures(11, deals=2, declared=1, lost=1, points=-48, seeger=-98, overbid=1)
    found = await store.totals_of(GUILD, 11)
    assert found["2026-03", "computer"] == first
    assert found["2026-Q2", "computer"] == found["2026-04", "computer"] == found["2026-W14", "computer"] == second
    assert found["all", "computer"] == first.plus(second)
    assert {kind for _, kind in found} == {"computer"}
    assert (await store.totals_of(GUILD, 12))["all", "computer"] == Figures(
        12, deals=3, defended=2, defeated=1, seeger=40
    )
    assert await store.totals_of(GUILD + 1, 11) == {}


async def test_kinds_and_guilds_are_kept_apart(store: Store) -> None:
    await store.write(*opened(1), *opened(2, rules=str(PUB)), *opened(3, guild=5))
    for table in (1, 2, 3):
        await store.write(DealFinished(table, 0, (line(0, 11, table, seeger=table),), at(2026, 1, 1)))
    wanted: tuple[tuple[int, Kind, int], ...] = ((GUILD, "people", 1), (GUILD, "pub", 2), (5, "people", 3))
    for guild, kind, points in wanted:
        (place,) = await store.leaderboard(guild, "all", kind, "points", 0, 10)
        assert place.figures.points == points
    assert await store.leaderboard(GUILD, "all", "computer", "points", 0, 10) == ()


async def test_ranks_ties_and_pages(store: Store) -> None:
    await store.write(*opened(1))
    scores = {21: 30, 22: 50, 23: 30, 24: 10, 25: 30, 26: -5}
    lines = [line(chair, user, score, seeger=-score) for chair, (user, score) in enumerate(scores.items())]
    await store.write(DealFinished(1, 0, tuple(lines), at(2026, 1, 1)))

    async def page(order: Order, offset: int, limit: int) -> list[tuple[int, int]]:
        places = await store.leaderboard(GUILD, "all", "people", order, offset, limit)
        return [(place.rank, place.figures.user) for place in places]

    assert await page("points", 0, 10) == [(1, 22), (2, 25), (2, 23), (2, 21), (5, 24), (6, 26)]
    assert await page("points", 2, 2) == [(2, 23), (2, 21)]
    assert await page("points", 4, 9) == [(5, 24), (6, 26)]
    assert await page("points", 6, 9) == []
    assert [user for _, user in await page("seeger", 0, 10)] == [26, 24, 25, 23, 21, 22]
    own = await store.standing_of(GUILD, 21, "all", "people", "points")
    assert own == Place(2, Figures(21, deals=1, defended=1, points=30, seeger=-30))
    assert await store.standing_of(GUILD, 99, "all", "people", "points") is None


async def test_an_average_is_compared_from_twelve_deals_on(store: Store) -> None:
    await store.write(*opened(1))
    for number in range(1, AVERAGE_DEALS + 1):
        lines = [line(0, 11, seeger=3 * number), *([line(1, 12, seeger=1000)] if number > 1 else [])]
        await finish(store, number, lines, at(2026, 1, 1))
    (place,) = await store.leaderboard(GUILD, "all", "people", "average", 0, 10)
    assert (place.rank, place.figures.user, place.figures.average) == (1, 11, 19.5)
    assert await store.standing_of(GUILD, 12, "all", "people", "average") is None


async def test_rebuild_says_and_mends_what_was_wrong(store: Store) -> None:
    chance = random.Random(3)
    await store.write(*opened(1), *opened(2, rules=str(PUB)))
    for number in range(1, 30):
        lines = [
            line(chair, user, chance.randint(-200, 200), seeger=chance.randint(-200, 200), own=chair == number % 3)
            for chair, user in enumerate((11, 12, None if number % 5 == 0 else 13))
        ]
        await finish(store, number, lines, at(2026, 1, 1) + number * 1e6, table=1 + number % 2)
    assert (await store.rebuild()).differences == ()
    before = await store.totals_of(GUILD, 11)
    async with store.database.writing() as connection:
        await connection.execute(update(schema.totals).where(schema.totals.c.user_id == 11).values(points=0))
        await connection.execute(delete(schema.totals).where(schema.totals.c.user_id == 12))
        invented = {column.name: 1 for column in schema.totals.c} | {"period": "all", "kind": "pub", "user_id": 99}
        await connection.execute(insert(schema.totals), invented)
        await connection.execute(update(schema.ratings).where(schema.ratings.c.user_id == 0).values(mu=30))
        await connection.execute(update(schema.game_totals).where(schema.game_totals.c.user_id == 13).values(best=1000))
    differences = (await store.rebuild()).differences
    of_totals = [difference for difference in differences if difference.table == "totals"]
    assert {difference.key[1] for difference in of_totals} == {11, 12, 99}
    assert all(difference.now is None for difference in of_totals if difference.key[1] == 99)
    assert all(difference.was is None for difference in of_totals if difference.key[1] == 12)
    others = {(difference.table, difference.key[1:]) for difference in differences if difference not in of_totals}
    assert others == {
        ("ratings", (0, "easy")),
        ("game_totals", (13, "people", "H")),
    }
    assert await store.totals_of(GUILD, 11) == before
    assert (await store.rebuild()).differences == ()


@pytest.mark.parametrize("order", ["seeger", "points", "average", "won"])
async def test_a_page_is_read_from_the_index(store: Store, order: Order) -> None:
    """No sort and no scan: 3,000 people cost as many rows as the page has."""
    rows = [
        {**{column.name: number for column in schema.totals.c}, "guild": number % 2, "kind": "people", "period": "all"}
        for number in range(3000)
    ]
    async with store.database.writing() as connection:
        await connection.execute(insert(schema.totals), rows)
        if not store.database.sqlite:
            await connection.execute(text("ANALYZE totals"))
    async with store.database.reading() as connection:
        page = by_figures(1, "all", "people", order).page(0, 10)
        compiled = page.compile(connection.sync_connection, compile_kwargs={"literal_binds": True})
        explain = "EXPLAIN QUERY PLAN" if store.database.sqlite else "EXPLAIN"
        shown = str((await connection.execute(text(f"{explain} {compiled}"))).all())
    assert f"ix_totals_{order}" in shown
    assert "B-TREE" not in shown
    assert "Sort" not in shown
    assert len(await store.leaderboard(1, "all", "people", order, 100, 10)) == 10
