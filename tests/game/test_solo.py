"""A table at which a person plays alone: its deals are fixed, it waits for them, and it ends with the last one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from game.computer import rule_of_thumb
from game.driver import Driver, Times
from game.illegal import Refusal, TableError
from game.journal import DealFinished, DealPrepared, Purpose, SavedChair
from game.rules import INTERNATIONAL, Rules
from game.shuffle import commitment, shuffled
from game.solo import Fixed, Solo, opening
from game.table import Table
from tests.fakes import FakeClock, MemoryJournal, Onlookers, RuleThinker, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

ANNA, GUILD, CHANNEL = 11, 1, 21
A_DAY = 86_400.0
DEALS = (Fixed((1).to_bytes(32, "big")), Fixed((2).to_bytes(32, "big"), ("left", "right")), Fixed(bytes(32)))


class Den:
    """One table for one person, with its driver."""

    def __init__(self, journal: MemoryJournal | None = None, clock: FakeClock | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.clock = clock or FakeClock()
        self.onlookers = Onlookers()
        self.reminded: list[int] = []

    async def open(
        self, deals: Sequence[Fixed] = DEALS, purpose: Purpose = Purpose.PRACTICE, rules: Rules = INTERNATIONAL
    ) -> Table:
        solo = Solo(purpose, rules, deals, 1, "club")
        await self.journal.write(*opening(7, GUILD, CHANNEL, ANNA, solo, self.clock.time()))
        return await self.again()

    async def again(self) -> Table:
        """The table as it is written down, driven anew."""
        saved = await self.journal.table(7)
        assert saved is not None
        self.table = Table(saved, self.journal, self.clock, self.onlookers)
        driver = Driver(self.table, self.clock, RuleThinker(), Times(), self._remind)
        self.onlookers.listeners = [driver.wake]
        self.driving: asyncio.Task[None] = asyncio.create_task(driver.run())
        await settle()
        return self.table

    async def _remind(self, table: Table, chair: int) -> None:
        del table
        self.reminded.append(chair)

    async def play(self, number: int) -> None:
        """The person moves as soon as they may, until deal `number` is over."""
        table = self.table
        while table.deal.number == number and not table.closed:
            if table.waiting_chairs() == (table.chair_of_user(ANNA),):
                view = table.view(ANNA)
                assert view is not None
                await table.act_for(ANNA, table.deal_id, rule_of_thumb(view))
                await settle()
            else:
                await self.clock.advance(1)


async def test_it_begins_at_once_with_the_cards_it_was_opened_with() -> None:
    den = Den()
    table = await den.open()
    assert table.solo
    assert table.started
    assert table.purpose is Purpose.PRACTICE
    assert table.opened == den.clock.time()
    assert table.chairs == (SavedChair(None, "club"), SavedChair(ANNA), SavedChair(None, "club"))
    assert table.state is not None
    assert table.state.deal.order == shuffled(DEALS[0].seed)
    assert table.deal.commitment == commitment("7-0", INTERNATIONAL, DEALS[0].seed)


async def test_its_deals_follow_each_other_on_a_click_and_the_last_one_ends_it() -> None:
    den = Den()
    table = await den.open()
    orders: list[object] = []
    for number in range(3):
        assert table.deal.number == number
        assert table.state is not None
        orders.append(table.state.deal.order)
        await den.play(number)
        if number < 2:
            await den.clock.advance(3600)
            assert table.state is None
            await table.next_deal(ANNA, number + 1)
    assert orders == [shuffled(deal.seed, deal.cuts) for deal in DEALS]
    assert table.closed == "finished"
    assert table.last is not None
    assert table.last.number == 2
    assert [one.number for one in den.journal.finished] == [0, 1, 2]
    prepared = [c for batch in den.journal.batches for c in batch if isinstance(c, DealPrepared)]
    assert [one.number for one in prepared] == [0, 1, 2]
    await settle()
    assert den.driving.done()


async def test_a_restart_between_and_within_deals_loses_nothing() -> None:
    den = Den()
    table = await den.open()
    await den.play(0)
    for _ in range(2):
        den.driving.cancel()
        table = await den.again()
        assert (table.deal.number, table.state) == (1, None)
        assert table.last is not None
        assert len(table.series.entries) == 1
    await table.next_deal(ANNA, 1)
    before = table.state
    den.driving.cancel()
    table = await den.again()
    assert table.state == before
    await den.play(1)
    await table.next_deal(ANNA, 2)
    await den.play(2)
    assert table.closed == "finished"
    assert len(table.series.entries) == 3


async def test_nobody_is_reminded_or_stood_in_for_and_after_a_day_it_closes() -> None:
    den = Den()
    table = await den.open()
    while table.waiting_chairs() != (1,):
        await den.clock.advance(1)
    assert table.state is not None
    moves = len(table.state.moves)
    await den.clock.advance(A_DAY - 60)
    assert table.state is not None
    assert len(table.state.moves) == moves
    assert table.present == (ANNA,)
    assert den.reminded == []
    assert table.closed is None
    await den.clock.advance(120)
    assert table.closed == "idle"


async def test_a_move_gives_it_another_day() -> None:
    den = Den()
    table = await den.open()
    while table.waiting_chairs() != (1,):
        await den.clock.advance(1)
    await den.clock.advance(A_DAY / 2)
    view = table.view(ANNA)
    assert view is not None
    await table.act_for(ANNA, table.deal_id, rule_of_thumb(view))
    await den.clock.advance(A_DAY * 0.9)
    assert table.closed is None


async def test_nobody_cuts_cards_that_are_the_same_for_all() -> None:
    den = Den()
    table = await den.open()
    await den.play(0)
    with pytest.raises(TableError) as refused:
        await table.cut(ANNA, "my own")
    assert refused.value.refusal is Refusal.CUTS_OVER
    await table.next_deal(ANNA, 1)
    assert table.state is not None
    assert table.state.deal.order == shuffled(DEALS[1].seed, DEALS[1].cuts)


async def test_a_list_that_is_over_by_its_rules_ends_with_its_last_deal() -> None:
    den = Den()
    deals = [Fixed(number.to_bytes(32, "big")) for number in range(12)]
    table = await den.open(deals, Purpose.DAILY, Rules(length="12"))
    for number in range(12):
        await den.play(number)
        if number < 11:
            await table.next_deal(ANNA, number + 1)
    assert table.closed == "finished"
    finished: list[DealFinished] = den.journal.finished
    assert len(finished) == 12
