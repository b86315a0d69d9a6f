"""F11, F12: whoever leaves, and whenever: the deal goes on as if they had stayed, and the list adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.deal import replay, waiting_for
from game.outcome import chair_results
from game.rules import Rules
from game.scoring import result
from game.series import Series, dealer
from game.state import Finished
from tests.fakes import settle
from tests.presence.house import ANNA, BEN, CLARA, DAVID, GAMES, House, moves_of_people

if TYPE_CHECKING:
    from game.table import Table


async def length_of_the_deal(people: tuple[int, ...], rules: Rules) -> int:
    house = House()
    table = await house.started(people, rules=rules)
    await moves_of_people(house, table, 0)
    assert table.last is not None
    assert isinstance(table.last.state, Finished)
    await house.tables.close()
    return len(table.last.state.moves)


@pytest.mark.parametrize("people", [(ANNA, BEN, CLARA), (ANNA, BEN, CLARA, DAVID)], ids=["three", "four"])
async def test_each_seat_leaves_at_each_step(people: tuple[int, ...]) -> None:
    rules = Rules(chairs=4 if len(people) == 4 else 3)
    steps = await length_of_the_deal(people, rules)
    assert steps > 30
    for step in range(steps):
        for leaver in people:
            house = House()
            table = await house.started(people, rules=rules)
            await moves_of_people(house, table, 0, step)
            assert table.state is not None
            before, waited, chairs = table.state.moves, waiting_for(table.state), table.chairs
            await table.leave(leaver, "club")
            assert table.state.moves == before
            assert waiting_for(table.state) == waited
            assert [c and c.user for c in table.chairs] == [c and c.user for c in chairs]
            await moves_of_people(house, table, 0)
            await check(house, table, before, leaver)
            await house.tables.close()


async def check(house: House, table: Table, before: tuple[object, ...], leaver: int) -> None:
    deal = table.last
    assert deal is not None
    assert isinstance(deal.state, Finished)
    assert deal.state.moves[: len(before)] == before
    # `replay` takes no move out of turn, so the order of play was that of the rules.
    saved = next(stored for stored in house.store.tables[table.id].deals if stored.number == 0)
    again = replay(deal.state.deal.order, table.rules, deal.state.moves)
    assert isinstance(again, Finished)
    assert again == deal.state
    assert len(saved.moves) == len(deal.state.moves)
    series = Series(table.rules).with_result(result(again))
    assert table.series == series
    (finished,) = house.store.finished
    assert finished.results == chair_results(series, series.entries[0], table.chairs)
    assert table.dealer == dealer(1, table.rules.chairs) == 1
    assert leaver not in table.people
    assert table.host == next(user for user in (ANNA, BEN) if user != leaver)


async def test_whoever_left_may_sit_elsewhere_and_come_back() -> None:
    house = House(per_user=1)
    table = await house.started()
    await table.leave(BEN, "club")
    assert house.tables.may_sit(BEN)
    await moves_of_people(house, table, 0, 8)
    await table.join(BEN)
    assert BEN in table.present
    assert not house.tables.may_sit(BEN)
    await house.tables.close()


async def test_the_declarer_leaves_before_discarding_and_a_computer_discards_within_five_seconds() -> None:
    house = House()
    table = await house.started()
    while table.state is not None and not any(str(action) == "TakeSkat()" for _, action in table.state.moves):
        await moves_of_people(house, table, 0, len(table.state.moves) + 1)
    assert table.state is not None
    count = len(table.state.moves)
    (chair,) = table.waiting_chairs()
    sitter = table.chairs[chair]
    assert sitter is not None
    assert sitter.user is not None
    await table.leave(sitter.user, "club")
    await house.clock.advance(5)
    assert table.state is not None
    assert len(table.state.moves) > count
    await house.tables.close()


async def test_f12_everybody_leaves_and_nothing_is_left_running() -> None:
    house = House()
    table = await house.started()
    await moves_of_people(house, table, 0)
    listed = len(house.store.finished)
    await table.next_deal(ANNA, 1)
    await moves_of_people(house, table, 1, 5)
    for user in (ANNA, BEN, CLARA):
        await table.leave(user, "club")
    await settle()
    assert table.closed == "empty"
    assert house.store.tables[table.id].closed == "empty"
    assert len(house.store.finished) == listed == 1
    assert house.tables.all() == ()
    assert house.tables.in_channel(GAMES) is None
    shown = len(house.watcher.changes)
    await house.clock.advance(3600)
    assert len(house.watcher.changes) == shown
    assert house.watcher.reminded == []
    assert house.clock.sleeping == 0
    await house.tables.close()
