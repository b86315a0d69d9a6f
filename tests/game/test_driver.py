"""What a driver does at a table by itself: computers move, people are reminded and stood in for, lobbies end."""

import asyncio
import random

import pytest

from game.actions import Action, from_text
from game.driver import Driver, Times
from game.journal import DealFinished, TableClosed
from game.rules import Rules
from game.state import Playing
from tests.fakes import RuleThinker, settle
from tests.game.test_table import ANNA, BEN, CLARA, House, house, some_action, user_to_move

__all__ = ["house"]


async def test_a_person_and_two_computers_end_the_list_once(house: House) -> None:
    table = await house.started(Rules(length="12"), ())
    running = house.drive(table)
    source = random.Random(8)
    for _ in range(4000):
        await house.clock.advance(10)
        if running.done():
            break
        if 0 in table.waiting_chairs():
            user, action = some_action(table, source)
            await table.act_for(user, table.deal_id, action)
    await running
    assert table.closed == "finished"
    finished = [c for batch in house.journal.batches for c in batch if isinstance(c, DealFinished)]
    assert [deal.number for deal in finished] == list(range(12))
    closed = [c for batch in house.journal.batches for c in batch if isinstance(c, TableClosed)]
    assert [c.reason for c in closed] == ["finished"]
    totals = [sum(deal.results[chair].list_points for deal in finished) for chair in range(3)]
    assert totals == [line.total for line in sorted(table.series.standings(), key=lambda line: line.chair)]
    assert house.clock.sleeping == 0


async def test_f10_reminder_then_one_move_then_the_chair(house: House) -> None:
    table = await house.started(people=(BEN, CLARA))
    running = house.drive(table)
    chair = table.waiting_chairs()[0]
    user = user_to_move(table)
    await house.clock.advance(59)
    assert house.reminded == []
    await house.clock.advance(2)
    assert house.reminded == [chair]
    await house.clock.advance(60)
    assert table.state is not None
    assert len(table.state.moves) == 1
    sitter = table.chairs[chair]
    assert sitter is not None
    assert not sitter.stand_in
    for _ in range(40):
        if table.waiting_chairs() == (chair,):
            break
        other, action = some_action(table, random.Random(1))
        await table.act_for(other, table.deal_id, action)
    assert table.waiting_chairs() == (chair,)
    await house.clock.advance(121)
    sitter = table.chairs[chair]
    assert sitter is not None
    assert sitter.stand_in
    await table.back(user)
    assert user in table.present
    running.cancel()


@pytest.mark.parametrize("proven", [True, False])
async def test_rules_7_a_proven_claim_is_accepted_for_all(house: House, proven: bool) -> None:
    table = await house.started()
    source = random.Random(9)
    while not isinstance(table.state, Playing):
        if table.state is None:
            await table.next_deal(ANNA, table.deal.number)
        user, action = some_action(table, source)
        await table.act_for(user, table.deal_id, action)
    thinker = RuleThinker()
    thinker.proven = proven
    driver = Driver(table, house.clock, thinker, Times(), house.remind)
    house.onlookers.listeners.append(driver.wake)
    running = asyncio.ensure_future(driver.run())
    number = table.deal.number
    await table.act_for(user_to_move(table), table.deal_id, from_text("claim"))
    await house.clock.advance(1)
    assert (len(table.series.entries) > number) is proven
    running.cancel()


async def test_f12_the_last_person_leaving_closes_the_table(house: House) -> None:
    table = await house.started(people=())
    running = house.drive(table)
    await table.leave(ANNA, "club")
    await settle()
    assert table.closed == "empty"
    assert running.done()
    assert house.clock.sleeping == 0


async def test_an_idle_lobby_closes(house: House) -> None:
    table = await house.open()
    running = house.drive(table)
    await house.clock.advance(1799)
    assert not table.closed
    for _ in range(20):
        await table.join(BEN)
        await table.leave(BEN, "club")
    await house.clock.advance(2)
    assert table.closed == "idle"
    await running


async def test_a_computer_that_fails_is_replaced_by_a_rule(house: House) -> None:
    table = await house.started(people=())
    calls: list[str] = []

    class Broken:
        async def choose(self, level: str, view: object) -> Action:
            del view
            calls.append(level)
            if len(calls) % 3 == 0:
                await asyncio.Event().wait()
            if len(calls) % 3 == 1:
                raise RuntimeError("no idea")
            return from_text("accept.99")

        async def proves(self, view: object) -> bool:
            del view
            return False

    driver = Driver(table, house.clock, Broken(), Times(think=0.01, stand_in=1, reminder=9), house.remind)
    house.onlookers.listeners.append(driver.wake)
    running = asyncio.ensure_future(driver.run())
    for _ in range(200):
        await house.clock.advance(5)
        await asyncio.sleep(0.012)
        if table.series.entries:
            break
    assert table.series.entries
    assert driver.incidents == len(calls)
    running.cancel()
