"""The table: one door, written before shown, resumed from its journal."""

import asyncio
import random

import pytest

from game.actions import Action, Pass, Play, from_text
from game.deal import legal_actions, waiting_for
from game.driver import Driver, Times
from game.illegal import Illegal, Reason, Refusal, TableError
from game.journal import JournalError, MoveMade
from game.rules import INTERNATIONAL, Rules
from game.shuffle import commitment, shuffled
from game.table import Table
from game.view import view_for
from tests.fakes import FakeClock, MemoryJournal, Onlookers, RuleThinker

ANNA, BEN, CLARA, DAVID, XAVER = 11, 12, 13, 14, 99


class House:
    """A table with what it needs."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.clock = FakeClock()
        self.onlookers = Onlookers()
        self.reminded: list[int] = []

    async def open(self, rules: Rules = INTERNATIONAL) -> Table:
        return await Table.open(7, 1, 2, ANNA, rules, self.journal, self.clock, self.onlookers)

    async def started(self, rules: Rules = INTERNATIONAL, people: tuple[int, ...] = (BEN, CLARA)) -> Table:
        table = await self.open(rules)
        for user in people:
            await table.join(user)
        while None in table.chairs:
            await table.add_computer(ANNA, "club")
        await table.start(ANNA)
        return table

    async def remind(self, table: Table, chair: int) -> None:
        del table
        self.reminded.append(chair)

    def drive(self, table: Table, times: Times | None = None) -> "asyncio.Task[None]":
        driver = Driver(table, self.clock, RuleThinker(), times or Times(), self.remind)
        self.onlookers.listeners.append(driver.wake)
        return asyncio.ensure_future(driver.run())

    async def resumed(self, table: int = 7) -> Table:
        saved = await self.journal.table(table)
        assert saved is not None
        return Table(saved, self.journal, self.clock, self.onlookers)


@pytest.fixture
def house() -> House:
    return House()


def user_to_move(table: Table) -> int:
    sitter = table.chairs[table.waiting_chairs()[0]]
    assert sitter is not None
    assert sitter.user is not None
    return sitter.user


def some_action(table: Table, source: random.Random) -> tuple[int, Action]:
    state = table.state
    assert state is not None
    seat = waiting_for(state)[0]
    sitter = table.chairs[table.chair_at(seat)]
    assert sitter is not None
    assert sitter.user is not None
    actions = legal_actions(state, seat)
    plays = [action for action in actions if isinstance(action, Play)]
    return sitter.user, source.choice(plays or actions)


async def test_a_move_is_on_disk_before_it_is_shown(house: House) -> None:
    table = await house.started()
    seen: list[int] = []

    def look() -> None:
        assert table.state is not None
        written = sum(isinstance(change, MoveMade) for batch in house.journal.batches for change in batch)
        assert len(table.state.moves) <= written
        seen.append(len(table.state.moves))

    house.onlookers.listeners.append(look)
    source = random.Random(3)
    for _ in range(20):
        user, action = some_action(table, source)
        await table.act_for(user, table.deal_id, action)
    assert seen == list(range(1, 21))


async def test_resumed_after_every_move_it_is_the_same_table(house: House) -> None:
    table = await house.started()
    source = random.Random(4)
    while table.deal.number == 0:
        user, action = some_action(table, source)
        await table.act_for(user, table.deal_id, action)
        again = await house.resumed()
        assert again.deal == table.deal
        assert again.chairs == table.chairs
        assert again.series == table.series
        assert again.last == table.last


async def test_two_different_clicks_in_one_tick_count_once(house: House) -> None:
    source = random.Random(5)
    for _ in range(200):
        house.__init__()
        table = await house.started()
        user = user_to_move(table)
        bids = source.sample(["bid.18", "bid.20", "pass", "bid.33"], 2)
        outcomes = await asyncio.gather(
            *(table.act_for(user, table.deal_id, from_text(bid)) for bid in bids), return_exceptions=True
        )
        assert table.state is not None
        assert len(table.state.moves) == 1
        assert [o for o in outcomes if o is True] == [True]
        other = next(o for o in outcomes if o is not True)
        assert isinstance(other, Illegal)
        assert other.reason is Reason.WRONG_TURN


async def test_a_repeated_click_is_silent_and_changes_nothing(house: House) -> None:
    table = await house.started()
    user = user_to_move(table)
    assert await table.act_for(user, table.deal_id, from_text("bid.18")) is True
    before = table.deal
    assert await table.act_for(user, table.deal_id, from_text("bid.18")) is False
    assert table.deal == before


async def test_refusals_of_the_door(house: House) -> None:
    table = await house.started()
    user = user_to_move(table)
    for who, deal, refusal in (
        (XAVER, table.deal_id, Refusal.NOT_SEATED),
        (user, "7-1", Refusal.OTHER_DEAL),
        (user, "8-0", Refusal.OTHER_DEAL),
    ):
        with pytest.raises(TableError) as caught:
            await table.act_for(who, deal, Pass())
        assert caught.value.refusal is refusal
    assert table.state is not None
    assert table.state.moves == ()


async def test_the_sitting_dealer_sees_only_the_board(house: House) -> None:
    table = await house.started(Rules(chairs=4), (BEN, CLARA, DAVID))
    assert table.dealer == 0
    view = table.view(ANNA)
    assert view is not None
    assert view.seat is None
    assert view.hand == ()
    with pytest.raises(TableError) as caught:
        await table.act_for(ANNA, table.deal_id, Pass())
    assert caught.value.refusal is Refusal.SITTING_OUT


async def test_after_a_failed_write_nothing_has_changed_and_the_next_click_works(house: House) -> None:
    table = await house.started()
    user = user_to_move(table)
    before = table.deal
    house.journal.fail_before = 1
    with pytest.raises(JournalError):
        await table.act_for(user, table.deal_id, from_text("bid.18"))
    assert table.deal == before
    assert await table.act_for(user, table.deal_id, from_text("bid.18")) is True


async def test_a_write_whose_answer_was_lost_is_read_again(house: House) -> None:
    table = await house.started()
    user = user_to_move(table)
    house.journal.fail_after = 1
    with pytest.raises(JournalError):
        await table.act_for(user, table.deal_id, from_text("bid.18"))
    assert await table.act_for(user, table.deal_id, from_text("bid.18")) is False
    assert table.state is not None
    assert len(table.state.moves) == 1


async def test_a_cancelled_caller_tears_nothing(house: House) -> None:
    source = random.Random(6)
    table = await house.started()
    house.journal.delay = 0.0
    for _ in range(300):
        if table.state is None:
            await table.next_deal(ANNA, table.deal.number)
        user, action = some_action(table, source)
        task = asyncio.ensure_future(table.act_for(user, table.deal_id, action))
        for _ in range(source.randrange(4)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await table.settled()
        again = await house.resumed()
        assert again.deal == table.deal


async def test_leaving_gives_the_chair_to_a_computer_until_the_person_returns(house: House) -> None:
    table = await house.started()
    await table.leave(ANNA, "club")
    assert table.host == BEN
    assert ANNA not in table.people
    assert table.plays_itself(0)
    await table.join(ANNA)
    assert ANNA in table.present
    assert not table.plays_itself(0)


async def test_who_may_end_a_table(house: House) -> None:
    table = await house.started()
    with pytest.raises(TableError) as caught:
        await table.end(BEN, "ended")
    assert caught.value.refusal is Refusal.MAY_NOT_END
    with pytest.raises(TableError) as caught:
        await table.end(XAVER, "ended")
    assert caught.value.refusal is Refusal.NOT_SEATED
    await house.clock.advance(601)
    await table.end(BEN, "ended")
    assert table.closed == "ended"


async def test_a_moderator_ends_any_table(house: House) -> None:
    table = await house.started()
    await table.end(XAVER, "ended", moderator=True)
    assert table.closed == "ended"


async def test_a_move_that_comes_behind_the_end_is_refused(house: House) -> None:
    table = await house.started()
    user, action = some_action(table, random.Random(1))
    ending = asyncio.ensure_future(table.end(ANNA, "ended"))
    with pytest.raises(TableError) as caught:
        await asyncio.gather(ending, table.act_for(user, table.deal_id, action))
    assert caught.value.refusal is Refusal.CLOSED
    assert not any(isinstance(change, MoveMade) for batch in house.journal.batches for change in batch)


async def test_the_commitment_holds_for_every_deal(house: House) -> None:
    table = await house.started(people=())
    assert table.state is not None
    assert table.deal.commitment == commitment("7-0", INTERNATIONAL, table.deal.seed)
    assert table.state.deal.order == shuffled(table.deal.seed)


async def test_a_cut_changes_the_cards_and_is_kept(house: House) -> None:
    table = await house.open()
    await table.cut(ANNA, "rabbit")
    await table.add_computer(ANNA, "club")
    await table.add_computer(ANNA, "club")
    await table.start(ANNA)
    assert table.state is not None
    assert table.state.deal.order == shuffled(table.deal.seed, ["rabbit"]) != shuffled(table.deal.seed)
    with pytest.raises(TableError) as caught:
        await table.cut(ANNA, "again")
    assert caught.value.refusal is Refusal.CUTS_OVER
    assert (await house.resumed()).deal == table.deal


async def test_views_of_a_table_are_those_of_the_seat(house: House) -> None:
    table = await house.started()
    for user in (ANNA, BEN, CLARA):
        chair = table.chair_of_user(user)
        assert chair is not None
        assert table.state is not None
        assert table.view(user) == view_for(table.state, table.seat_of_chair(chair))
    assert table.view(XAVER) == table.view(None)
