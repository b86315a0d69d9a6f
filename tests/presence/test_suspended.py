"""F16, F19: a table whose place is gone stays on disk alone, for as long as it may come back or be wanted."""

from __future__ import annotations

from bot.tables import SUSPENDED
from game.journal import TableClosed
from game.rules import INTERNATIONAL
from tests.fakes import settle
from tests.presence.house import ANNA, BEN, CLARA, GAMES, GUILD, LOUNGE, House, move, moves_of_people

DAY = 24 * 3600.0


async def test_nobody_finds_it_and_nobody_is_bound_by_it() -> None:
    house = House(per_user=1, per_guild=1)
    table = await house.started()
    await moves_of_people(house, table, 0, 8)
    changes = len(house.watcher.changes)
    house.tables.suspend(table, DAY)
    assert house.watcher.forgotten == [table.id]
    assert house.tables.all() == ()
    assert house.tables.suspended() == (table,)
    assert house.tables.get(table.id) is None
    assert house.tables.in_channel(GAMES) is None
    assert all(house.tables.of_user(user) == () for user in (ANNA, BEN, CLARA))
    other = await house.started(channel=LOUNGE)
    assert house.tables.of_user(ANNA) == (other,)
    assert set(house.watcher.changes[changes:]) == {other.id}
    await house.tables.close()


async def test_its_clocks_stand_still_and_it_is_closed_a_day_after_the_last_move() -> None:
    house = House()
    table = await house.started()
    await moves_of_people(house, table, 0)
    listed = list(house.store.finished)
    await table.next_deal(ANNA, 1)
    await move(table)
    await house.clock.advance(100)
    house.tables.suspend(table, DAY)
    await house.clock.advance(DAY - 101)
    assert table.closed is None
    assert len(table.deal.state.moves if table.deal.state else ()) == 1
    await house.clock.advance(2)
    assert table.closed == SUSPENDED
    assert house.store.tables[table.id].closed == SUSPENDED
    assert house.store.finished == listed
    assert house.watcher.reminded == [(table.id, house.watcher.reminded[0][1])]
    assert house.tables.suspended() == ()
    assert house.clock.sleeping == 0
    await house.tables.close()


async def test_it_is_closed_although_the_disk_was_full_at_first() -> None:
    house = House()
    table = await house.started()
    house.tables.suspend(table, DAY)
    house.store.fail_before = 2
    await house.clock.advance(DAY + 1)
    assert table.closed is None
    await house.clock.advance(20)
    assert table.closed == SUSPENDED
    assert [c for batch in house.store.batches for c in batch if isinstance(c, TableClosed)] != []
    await house.tables.close()


async def test_restored_it_goes_on_where_it_was_with_full_times() -> None:
    house = House()
    table = await house.started()
    await moves_of_people(house, table, 0, 8)
    before = table.state
    house.tables.suspend(table, 30 * DAY)
    await house.clock.advance(29 * DAY)
    changes = len(house.watcher.changes)
    house.tables.restore(table)
    assert house.tables.all() == (table,)
    assert len(house.watcher.changes) == changes + 1
    await house.clock.advance(119)
    assert table.state == before
    await house.clock.advance(2)
    assert table.state != before
    await house.clock.advance(2 * DAY)
    assert table.closed != SUSPENDED
    await house.tables.close()


async def test_while_the_bot_is_away_a_restored_table_waits_too() -> None:
    house = House()
    table = await house.started()
    house.tables.suspend(table, DAY)
    house.tables.away()
    house.tables.restore(table)
    await house.clock.advance(1000)
    assert house.watcher.reminded == []
    house.tables.back()
    await house.clock.advance(61)
    assert len(house.watcher.reminded) == 1
    await house.tables.close()


async def test_suspended_twice_or_after_the_end_is_nothing_more() -> None:
    house = House()
    table = await house.started()
    house.tables.suspend(table, DAY)
    house.tables.suspend(table, DAY)
    assert house.watcher.forgotten == [table.id]
    other, _ = await house.tables.open(GUILD, LOUNGE, BEN, INTERNATIONAL)
    await other.leave(BEN, "club")
    house.tables.suspend(other, DAY)
    assert house.tables.suspended() == (table,)
    house.tables.restore(other)
    assert house.tables.all() == ()
    await settle()
    await house.tables.close()
    assert house.clock.sleeping == 0
