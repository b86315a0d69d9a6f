"""Finished deals are read back whole, by who sat in them and in their server alone; running ones by nobody."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from bot import schema
from bot.finished import FinishedDeal
from bot.store import Store
from game.journal import DealFinished, SavedChair, TableClosed
from game.rules import Rules
from tests.bot.store.played import NULL, PASSED, begun, over, table
from tests.bot.store.sample import GUILD
from tests.e2e.launch import seed_of

ANNA, BEN, CLARA, STRANGER = 11, 12, 13, 99
OTHER_GUILD = GUILD + 1


async def found(store: Store, user: int = ANNA, number: int = 0, *, guild: int = GUILD, of: int = 1) -> FinishedDeal:
    deal = await store.own_deal(guild, user, of, number)
    assert deal is not None
    return deal


async def test_a_deal_is_read_back_as_it_was_played(store: Store) -> None:
    await store.write(*table(1), *over(1, 0, NULL, 2000.0))
    deal = await found(store)
    assert deal.state() == NULL.end()
    assert (deal.table, deal.number, deal.guild, deal.purpose, deal.finished_at) == (1, 0, GUILD, "series", 2000.0)
    assert deal.seed == seed_of(NULL.seed)
    assert deal.rules == str(NULL.rules)
    assert [(line.chair, line.user, line.role) for line in deal.lines] == [
        (0, ANNA, "defender"),
        (1, BEN, "declarer"),
        (2, CLARA, "defender"),
    ]


async def test_cuts_belong_to_the_cards(store: Store) -> None:
    """Moves that fit the cut cards only; a colon in a cut is text like any other."""
    cuts = ("first: a", "second")
    await store.write(*table(1), *begun(1, 0, PASSED, cuts=cuts))
    await store.write(*over(1, 1, PASSED, 2000.0), *_ended(0))
    deal = await found(store)
    assert deal.cuts == cuts
    assert deal.state().deal.order != PASSED.end().deal.order


def _ended(number: int) -> tuple[DealFinished]:
    last = over(1, number, PASSED, 2000.0)[-1]
    assert isinstance(last, DealFinished)
    return (last,)


async def test_a_running_deal_is_found_by_nobody(store: Store) -> None:
    """Not while it is prepared, not at any of its moves: no row, no seed, no line of a history, no file."""
    await store.write(*table(1), *begun(1, 0, NULL, moves=0))
    moves = begun(1, 0, NULL)[2:]
    for change in (*moves, None):
        for user in (ANNA, BEN, CLARA):
            assert await store.own_deal(GUILD, user, 1, 0) is None
            assert await store.history(GUILD, user, 0, 10) == ()
            assert await store.latest_deals(GUILD, user, 10) == ()
            assert await store.own_deal_with(GUILD, user, seed_of(NULL.seed)) is None
        assert await store.finished_deal(GUILD, 1, 0) is None
        if change is not None:
            await store.write(change)
    await store.write(over(1, 0, NULL, 2000.0)[-1])
    assert (await found(store)).state() == NULL.end()
    # The next deal runs: the finished one beside it does not open it.
    await store.write(*begun(1, 1, NULL, moves=5))
    assert await store.own_deal(GUILD, ANNA, 1, 1) is None
    assert [line.number for line in await store.history(GUILD, ANNA, 0, 10)] == [0]
    assert [deal.number for deal in await store.latest_deals(GUILD, ANNA, 10)] == [0]


@pytest.mark.parametrize(("guild", "user"), [(GUILD, STRANGER), (OTHER_GUILD, ANNA), (0, ANNA)])
async def test_strangers_and_other_servers_find_nothing(store: Store, guild: int, user: int) -> None:
    await store.write(*table(1), *over(1, 0, NULL, 2000.0))
    assert await store.own_deal(guild, user, 1, 0) is None
    assert await store.history(guild, user, 0, 10) == ()
    assert await store.history_size(guild, user) == 0
    assert await store.latest_deals(guild, user, 10) == ()


async def test_open_and_closed_tables_alike(store: Store) -> None:
    await store.write(*table(1), *over(1, 0, NULL, 2000.0))
    before = await found(store)
    await store.write(TableClosed(1, "ended", 3000.0))
    assert await found(store) == before


async def test_who_sits_out_was_at_the_table(store: Store) -> None:
    four = replace(PASSED, rules=Rules(chairs=4))
    chairs = tuple(SavedChair(user) for user in (11, 12, 13, 14))
    await store.write(*table(1, rules=four.rules, chairs=chairs), *over(1, 0, four, 2000.0, chairs=chairs))
    (line,) = await store.history(GUILD, 11, 0, 10)
    assert line.own.role == "sitting"
    assert (await found(store, 11)).lines[0] == line.own


async def test_newest_first_and_page_by_page(store: Store) -> None:
    await store.write(*table(1), *table(2), *table(3, guild=OTHER_GUILD))
    for number in range(7):
        await store.write(*over(1, number, PASSED, 2000.0 + 10 * number))
        await store.write(*over(2, number, PASSED, 2005.0 + 10 * number))
        await store.write(*over(3, number, PASSED, 9000.0))
    assert await store.history_size(GUILD, ANNA) == 14
    first = await store.history(GUILD, ANNA, 0, 10)
    rest = await store.history(GUILD, ANNA, 10, 10)
    assert len(first) == 10
    times = [line.finished_at for line in (*first, *rest)]
    assert times == sorted(times, reverse=True)
    assert len(times) == 14
    assert {line.table for line in (*first, *rest)} == {1, 2}
    latest = await store.latest_deals(GUILD, ANNA, 3)
    assert [(deal.table, deal.number) for deal in latest] == [(2, 6), (1, 6), (2, 5)]


async def test_more_deals_than_are_read_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.finished._AT_ONCE", 2)
    await store.write(*table(1))
    for number in range(5):
        await store.write(*over(1, number, NULL if number % 2 else PASSED, 2000.0 + number))
    deals = await store.latest_deals(GUILD, ANNA, 100)
    assert [deal.number for deal in deals] == [4, 3, 2, 1, 0]
    assert [deal.state() == (NULL if deal.number % 2 else PASSED).end() for deal in deals] == [True] * 5


async def test_the_purpose_of_the_table_is_told(store: Store) -> None:
    await store.write(*table(1), *over(1, 0, NULL, 2000.0))
    async with store.database.writing() as connection:
        await connection.execute(update(schema.tables).values(purpose="daily"))
    assert (await found(store)).purpose == "daily"
    assert [line.purpose for line in await store.history(GUILD, ANNA, 0, 1)] == ["daily"]


async def test_whoever_left_before_the_end_has_no_line(store: Store) -> None:
    chairs = (SavedChair(11), SavedChair(12, "club", stand_in=True, left=True), SavedChair(None, "expert"))
    await store.write(*table(1, chairs=chairs), *over(1, 0, PASSED, 2000.0, chairs=chairs))
    assert await store.own_deal(GUILD, BEN, 1, 0) is None
    assert [line.user for line in (await found(store)).lines] == [11, None, None]


async def test_a_result_without_an_end_or_with_other_cards_is_an_error_and_no_half_deal(store: Store) -> None:
    await store.write(*table(1), *begun(1, 0, NULL, moves=9), over(1, 0, NULL, 2000.0)[-1])
    deal = await found(store)
    with pytest.raises(ValueError, match="no end"):
        deal.state()
    await store.write(*table(2), *over(2, 0, NULL, 2000.0))
    async with store.database.writing() as connection:
        await connection.execute(update(schema.deals).where(schema.deals.c.table_id == 2).values(seed=bytes(32)))
    with pytest.raises(ValueError, match="do not fit") as refused:
        (await found(store, of=2)).state()
    assert refused.value.__cause__ is None


async def test_the_server_finds_a_deal_whoever_sat_in_it(store: Store) -> None:
    await store.write(*table(1), *over(1, 0, NULL, 2000.0))
    assert await store.finished_deal(GUILD, 1, 0) == await found(store)
    for guild, number in ((OTHER_GUILD, 0), (GUILD, 1)):
        assert await store.finished_deal(guild, 1, number) is None
    deal = await found(store)
    assert deal.line_of(BEN) == deal.lines[1]
    assert deal.line_of(STRANGER) is None


async def test_a_deal_is_found_by_its_cards(store: Store) -> None:
    """The newest of those the person sat in, in that server; practice is none of them."""
    seed = seed_of(NULL.seed)
    strangers = tuple(SavedChair(user) for user in (21, 22, 23))
    await store.write(*table(1), *table(2), *table(3), *table(4, guild=OTHER_GUILD), *table(5, chairs=strangers))
    for number, at in ((1, 2000.0), (2, 2100.0), (3, 2200.0), (4, 2300.0)):
        await store.write(*over(number, 0, NULL, at))
    await store.write(*over(5, 0, NULL, 2400.0, chairs=strangers))
    async with store.database.writing() as connection:
        await connection.execute(update(schema.tables).where(schema.tables.c.id == 3).values(purpose="practice"))
    assert await store.own_deal_with(GUILD, ANNA, seed) == await found(store, of=2)
    assert await store.own_deal_with(OTHER_GUILD, ANNA, seed) == await found(store, guild=OTHER_GUILD, of=4)
    assert await store.own_deal_with(GUILD, STRANGER, seed) is None
    assert await store.own_deal_with(GUILD, ANNA, bytes(32)) is None
