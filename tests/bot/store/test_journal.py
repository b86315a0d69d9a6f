"""What is written is read back as it was, in both databases; what contradicts it is refused and changes nothing."""

import asyncio

import pytest
from sqlalchemy import delete

from bot import schema
from bot.database import Conflict
from bot.store import Store
from game.journal import (
    BoardPosted,
    ChairsChanged,
    Change,
    CutAdded,
    DealFinished,
    DealPrepared,
    DealStarted,
    HostChanged,
    JournalError,
    MoveMade,
    RulesChosen,
    SavedChair,
    SavedDeal,
    SavedTable,
    SeriesStarted,
    TableClosed,
    TableOpened,
)
from game.rules import PUB
from game.state import Seat
from tests.bot.store.sample import PEOPLE, RULES, begun, line, opened

BIG = 2**63 - 1
SEED = bytes(range(32))


def move(table: int, number: int, move: int, text: str = "pass") -> MoveMade:
    return MoveMade(table, number, move, Seat.MIDDLEHAND, text, 2000.0 + move)


async def test_every_change_is_read_back(store: Store) -> None:
    await store.write(TableOpened(1, BIG, BIG - 1, BIG - 2, RULES, 1.5))
    lobby = SavedTable(1, BIG, BIG - 1, BIG - 2, RULES, False, (), (), None, 1.5, opened=1.5)
    assert await store.table(1) == lobby

    chairs = (
        SavedChair(BIG),
        None,
        SavedChair(None, "easy"),
        SavedChair(7, "hard", stand_in=True),
        SavedChair(8, "hard", stand_in=True, left=True),
    )
    await store.write(
        RulesChosen(1, str(PUB)),
        ChairsChanged(1, PEOPLE),
        ChairsChanged(1, chairs),
        HostChanged(1, 12),
        DealPrepared(1, 0, SEED, "c0"),
        CutAdded(1, 0, 11, "café ♠"),
        CutAdded(1, 0, 12, ""),
        CutAdded(1, 0, 11, "twice"),
        SeriesStarted(1, 1600.25),
    )
    prepared = SavedDeal(0, SEED, "c0", ("café ♠", "", "twice"), False, ())
    table = SavedTable(1, BIG, BIG - 1, 12, str(PUB), True, chairs, (prepared,), None, 1.5, opened=1.5)
    assert await store.table(1) == table

    await store.write(DealStarted(1, 0, RULES, 1700.0), move(1, 0, 1), move(1, 0, 2, "announce.G.C7D8"))
    await store.write(DealFinished(1, 0, (line(0, 11),), 1800.0), DealPrepared(1, 1, b"\0" * 32, "c1"))
    await store.write(BoardPosted(1, BIG, 1801.0))
    played = SavedDeal(
        0, SEED, "c0", prepared.cuts, True, ((Seat.MIDDLEHAND, "pass"), (Seat.MIDDLEHAND, "announce.G.C7D8"))
    )
    following = SavedDeal(1, b"\0" * 32, "c1", (), False, ())
    whole = SavedTable(1, BIG, BIG - 1, 12, str(PUB), True, chairs, (played, following), BIG, 2002.0, opened=1.5)
    assert await store.open_tables() == [whole]

    await store.write(TableClosed(1, "finished", 1900.0))
    await store.write(BoardPosted(1, 5, 1901.0))
    assert await store.open_tables() == []
    assert await store.table(1) is None
    assert await store.table(99) is None


async def test_deals_and_moves_come_in_order_of_their_numbers(store: Store) -> None:
    await store.write(*opened(2), *opened(1))
    for number in range(1, 12):
        await store.write(*begun(1, number))
    for number in reversed(range(1, 25)):
        await store.write(move(1, 10, number, str(number)))
    first, second = await store.open_tables()
    assert (first.table, second.table) == (1, 2)
    assert [deal.number for deal in first.deals] == list(range(12))
    assert [text for _, text in first.deals[10].moves] == [str(number) for number in range(1, 25)]


async def test_more_tables_than_are_read_at_once(store: Store) -> None:
    for table in range(1, 20):
        await store.write(*opened(table), move(table, 0, 1, f"table {table}"))
    tables = await store.open_tables()
    assert [(table.table, table.deals[0].moves[0][1]) for table in tables] == [(n, f"table {n}") for n in range(1, 20)]


async def test_a_new_seed_takes_the_cuts_of_the_old_one_with_it(store: Store) -> None:
    await store.write(TableOpened(1, 1, 1, 1, RULES, 0.0), DealPrepared(1, 0, SEED, "old"), CutAdded(1, 0, 11, "cut"))
    await store.write(DealPrepared(1, 0, b"1" * 32, "new"))
    table = await store.table(1)
    assert table is not None
    assert table.deals == (SavedDeal(0, b"1" * 32, "new", (), False, ()),)


@pytest.mark.parametrize(
    "refused",
    [
        (move(1, 0, 1, "other"),),
        (DealPrepared(1, 0, b"2" * 32, "second deal"),),
        (DealStarted(1, 0, RULES, 9.0),),
        (DealStarted(1, 7, RULES, 9.0),),
        (CutAdded(1, 0, 11, "late"),),
        (CutAdded(1, 7, 11, "no deal"),),
        (move(1, 7, 1),),
        (DealFinished(1, 7, (), 9.0),),
        (DealPrepared(1, 1, b"1" * 32, "c"), DealFinished(1, 1, (), 9.0)),
        (move(7, 0, 1),),
        (TableOpened(1, 1, 77, 1, RULES, 0.0),),
        (TableOpened(7, 1, 5001, 1, RULES, 0.0),),
        (HostChanged(7, 1),),
        (TableClosed(7, "ended", 1.0),),
        (TableClosed(1, "ended", 1.0), TableClosed(1, "ended", 2.0)),
        (TableClosed(1, "ended", 1.0), HostChanged(1, 99)),
        (DealFinished(1, 0, (line(0, 11),), 9.0), DealFinished(1, 0, (line(0, 11),), 9.0)),
        (HostChanged(1, 99), move(1, 0, 1)),
    ],
    ids=lambda changes: "-".join(type(change).__name__ for change in changes),
)
async def test_a_contradiction_is_refused_and_nothing_of_it_stays(store: Store, refused: tuple[Change, ...]) -> None:
    await store.write(*opened(1), move(1, 0, 1, "bid.18"))
    before = await store.open_tables()
    with pytest.raises(Conflict):
        await store.write(*refused)
    assert await store.open_tables() == before
    await store.write(move(1, 0, 2))


async def test_one_bad_write_among_many_at_once_fails_alone(store: Store) -> None:
    await store.write(*opened(1), move(1, 0, 1))
    wanted = [move(1, 0, number) for number in (2, 3, 1, 4, 3, 5)]
    outcomes = await asyncio.gather(*(store.write(change) for change in wanted), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        type(None),
        Conflict,
        type(None),
        Conflict,
        type(None),
    ]
    table = await store.table(1)
    assert table is not None
    assert len(table.deals[0].moves) == 5


async def test_a_change_that_is_no_change_fails_alone(store: Store) -> None:
    await store.write(*opened(1))
    bad = MoveMade(1, 0, 1, Seat.FOREHAND, object(), 0.0)  # pyright: ignore[reportArgumentType] - that is the test
    outcomes = await asyncio.gather(store.write(bad), store.write(move(1, 0, 2)), return_exceptions=True)
    assert isinstance(outcomes[0], Conflict)
    assert outcomes[1] is None


async def test_writes_land_in_the_order_they_were_asked_for(store: Store) -> None:
    await store.write(*opened(1))
    hosts = [asyncio.create_task(store.write(HostChanged(1, host))) for host in range(1, 200)]
    await asyncio.gather(*hosts)
    table = await store.table(1)
    assert table is not None
    assert table.host == 199


async def test_a_read_sees_the_write_whose_caller_was_cancelled(store: Store) -> None:
    await store.write(*opened(1))
    for number in range(1, 40):
        write = asyncio.create_task(store.write(move(1, 0, number)))
        await asyncio.sleep(0)
        write.cancel()
        table = await store.table(1)
        assert table is not None
        assert len(table.deals[0].moves) == number
        assert write.cancelled()


async def test_a_channel_has_one_open_table(store: Store) -> None:
    await store.write(TableOpened(1, 1, 5, 1, RULES, 0.0))
    with pytest.raises(Conflict):
        await store.write(TableOpened(2, 1, 5, 1, RULES, 0.0))
    await store.write(TableClosed(1, "ended", 1.0), TableOpened(2, 1, 5, 1, RULES, 0.0))
    assert [table.table for table in await store.open_tables()] == [2]


async def test_table_numbers_are_never_given_twice(url: str) -> None:
    store = await Store.open(url)
    try:
        first, second = store.next_table_id(), store.next_table_id()
        assert second == first + 1
        await store.write(TableOpened(second, 1, 1, 1, RULES, 0.0))
        await store.write(TableClosed(second, "ended", 1.0))
    finally:
        await store.close()
    store = await Store.open(url)
    try:
        assert store.next_table_id() == second + 1
    finally:
        await store.close()


async def test_settings_preferences_and_facts(store: Store) -> None:
    assert await store.settings_of(1) == {}
    await store.choose_setting(1, "language", "de")
    await store.choose_setting(1, "language", "en")
    await store.choose_setting(1, "rules", RULES)
    await store.choose_setting(2, "language", "de")
    assert await store.settings_of(1) == {"language": "en", "rules": RULES}
    await store.choose_setting(1, "rules", None)
    assert await store.settings_of(1) == {"language": "en"}
    await store.prefer(BIG, "deck", "german")
    assert await store.preferences_of(BIG) == {"deck": "german"}
    await store.prefer(BIG, "deck", None)
    assert await store.preferences_of(BIG) == {}
    assert await store.fact("commands") is None
    await store.note("commands", "abc")
    assert await store.fact("commands") == "abc"


async def test_a_closed_store_refuses_to_write(url: str) -> None:
    store = await Store.open(url)
    await store.write(*opened(1))
    last = [asyncio.create_task(store.write(move(1, 0, number))) for number in range(1, 9)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*last)
    with pytest.raises(JournalError):
        await store.write(move(1, 0, 9))
    await store.close()
    store = await Store.open(url)
    try:
        table = await store.table(1)
        assert table is not None
        assert len(table.deals[0].moves) == 8
    finally:
        await store.close()


async def test_foreign_keys_hold(store: Store) -> None:
    await store.write(*opened(1))
    with pytest.raises(Conflict):
        async with store.database.writing() as connection:
            await connection.execute(delete(schema.tables))
