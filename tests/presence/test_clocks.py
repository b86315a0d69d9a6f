"""F10, F40 and the clocks: who is reminded, stood in for and brought back, and what stops all of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from game.actions import Action, Play, from_text, to_text
from game.driver import Times
from game.series import seat_of
from game.state import Finished, Playing
from tests.fakes import settle
from tests.presence.house import ANNA, BEN, CLARA, House, move, moves_of_people, user_to_move

if TYPE_CHECKING:
    from game.table import Table
    from game.view import View


def moves(table: Table) -> int:
    assert table.state is not None
    return len(table.state.moves)


async def until_it_is(house: House, table: Table, chair: int) -> None:
    while table.waiting_chairs() != (chair,):
        await moves_of_people(house, table, 0, moves(table) + 1)


async def test_f10_one_reminder_one_move_then_the_chair_until_they_are_back() -> None:
    house = House()
    table = await house.started()
    chair = table.waiting_chairs()[0]
    user = user_to_move(table)
    await house.clock.advance(59.9)
    assert house.watcher.reminded == []
    await house.clock.advance(0.2)
    assert house.watcher.reminded == [(table.id, chair)]
    await house.clock.advance(59.8)
    assert moves(table) == 0
    await house.clock.advance(0.2)
    assert moves(table) == 1
    assert house.watcher.reminded == [(table.id, chair)]
    assert user in table.present
    await until_it_is(house, table, chair)
    at = moves(table)
    await house.clock.advance(121)
    assert moves(table) > at
    assert user not in table.present
    assert user in table.people
    # From now on nobody waits for them, and nobody is reminded.
    reminded = list(house.watcher.reminded)
    await moves_of_people(house, table, 0)
    assert house.watcher.reminded == reminded
    await table.next_deal(next(iter(table.present)), 1)
    await table.back(user)
    assert user in table.present
    await house.tables.close()


async def test_whoever_acts_in_time_is_not_away() -> None:
    """Two missed moves with one of their own in between are not two in a row."""
    house = House()
    table = await house.started()
    chair, user = table.waiting_chairs()[0], user_to_move(table)
    for missed in (True, False, True):
        await until_it_is(house, table, chair)
        if missed:
            await house.clock.advance(121)
        else:
            await move(table)
    assert user in table.present
    await house.tables.close()


async def test_any_move_brings_somebody_back() -> None:
    house = House()
    table = await house.started()
    chair, user = table.waiting_chairs()[0], user_to_move(table)
    await table.stand_in(user, "club")
    assert table.plays_itself(chair)
    await table.act_for(user, table.deal_id, from_text("bid.18"))
    assert user in table.present
    await house.tables.close()


@pytest.mark.parametrize("click_first", [True, False])
async def test_a_click_in_the_tick_of_the_timer_counts_once(click_first: bool) -> None:
    house = House()
    table = await house.started()
    user = user_to_move(table)
    before = moves(table)
    state = table.state
    assert state is not None
    await house.clock.advance(119.9)
    clicking = table.act_for(user, table.deal_id, from_text("bid.18"))
    if click_first:
        await asyncio.gather(clicking, house.clock.advance(0.2), return_exceptions=True)
    else:
        await asyncio.gather(house.clock.advance(0.2), clicking, return_exceptions=True)
    await settle()
    assert moves(table) == before + 1
    await house.tables.close()


async def test_times_are_settings() -> None:
    house = House(times=Times(reminder=5, stand_in=7))
    table = await house.started()
    await house.clock.advance(5.1)
    assert len(house.watcher.reminded) == 1
    await house.clock.advance(2)
    assert moves(table) == 1
    await house.tables.close()


async def test_clocks_stand_still_while_the_bot_is_away() -> None:
    house = House()
    table = await house.started(people=(ANNA, BEN))
    await until_it_is(house, table, 0)
    at = moves(table)
    await house.clock.advance(50)
    house.tables.away()
    await house.clock.advance(3600)
    assert house.watcher.reminded == []
    assert moves(table) == at
    house.tables.back()
    await house.clock.advance(59)
    assert house.watcher.reminded == []
    await house.clock.advance(2)
    assert len(house.watcher.reminded) == 1
    await house.tables.close()


async def test_a_restart_gives_everyone_their_full_time() -> None:
    house = House()
    await house.started()
    await house.clock.advance(110)
    again = await house.again()
    (table,) = again.tables.all()
    await again.clock.advance(500)
    assert moves(table) == 0
    again.tables.back()
    await again.clock.advance(119)
    assert moves(table) == 0
    await again.clock.advance(2)
    assert moves(table) == 1
    await again.tables.close()


async def test_one_timer_a_waiting_table_and_none_afterwards() -> None:
    """INV-8."""
    house = House()
    table = await house.started()
    for _ in range(12):
        assert house.clock.sleeping == 1
        await move(table)
        await settle()
    await table.end(ANNA, "ended")
    await settle()
    assert house.clock.sleeping == 0
    await house.tables.close()


# Cards that leave no choice


def to_play(table: Table, user: int) -> list[Play]:
    view = table.view(user)
    assert view is not None
    return [action for action in view.legal if isinstance(action, Play)]


async def test_a_forced_card_plays_itself_for_whoever_asked_for_it() -> None:
    house = House()
    house.tables.plays_forced = lambda user: user == BEN
    table = await house.started()
    forced, asked = {ANNA: 0, BEN: 0, CLARA: 0}, 0
    while table.deal.number == 0 and table.state is not None:
        user = user_to_move(table)
        forced[user] += len(to_play(table, user)) == 1
        asked += user == BEN and bool(to_play(table, user))
        assert user != BEN or len(to_play(table, user)) != 1, "Ben is asked although he has no choice"
        await move(table)
        await settle()
    assert forced[ANNA] + forced[CLARA] > 0
    deal = table.last
    assert deal is not None
    assert isinstance(deal.state, Finished)
    bens = seat_of(1, 0, 3)
    assert sum(isinstance(action, Play) for seat, action in deal.state.moves if seat == bens) > asked > 0
    played = deal.state.moves
    saved = next(stored for stored in house.store.tables[table.id].deals if stored.number == 0)
    assert [(seat, to_text(action)) for seat, action in played] == list(saved.moves)
    assert house.watcher.reminded == []
    await house.tables.close()


async def test_a_forced_card_is_no_sign_of_life() -> None:
    """Cards that play themselves neither reset the count of missed moves nor the idle time."""
    house = House()
    house.tables.plays_forced = lambda _: True
    table = await house.started()
    await moves_of_people(house, table, 0, 12)
    touched = table.touched
    for _ in range(40):
        await house.clock.advance(121)
        if table.present == () or table.deal.number:
            break
    assert table.touched == touched
    assert table.present == ()
    await house.tables.close()


async def test_a_computers_forced_card_comes_at_once() -> None:
    house = House(times=Times(pace=100, reminder=1000, stand_in=2000))
    table = await house.started(people=(ANNA,))
    for _ in range(400):
        state = table.state
        if isinstance(state, Playing) and len(state.tricks) == 9:
            break
        if 0 in table.waiting_chairs():
            await move(table)
            await settle()
        else:
            await house.clock.advance(101)
    assert isinstance(table.state, Playing)
    await settle()
    if 0 in table.waiting_chairs():
        await move(table)
        await settle()
    assert table.deal.number == 1, "the computers' last cards did not wait for their pace"
    await house.tables.close()


# F40: computers that fail


class Unruly:
    """Raises, overruns, answers with what is illegal or no action at all, in turn."""

    def __init__(self) -> None:
        self.calls = 0
        self.late: list[asyncio.Event] = []

    async def choose(self, level: str, view: View) -> Action:
        del level, view
        self.calls += 1
        match self.calls % 4:
            case 0:
                raise RuntimeError("no idea")
            case 1:
                self.late.append(asyncio.Event())
                await self.late[-1].wait()
                return from_text("pass")
            case 2:
                return from_text("accept.99")
            case _:
                return None  # pyright: ignore[reportReturnType]  # the point of the test

    async def proves(self, view: View) -> bool:
        del view
        raise RuntimeError("no idea")


async def test_f40_a_legal_card_within_the_limit_whatever_the_computer_does() -> None:
    thinker = Unruly()
    house = House(thinker=thinker, times=Times(think=0.02))
    table = await house.started(people=(ANNA,))
    while table.deal.number == 0:
        if 0 in table.waiting_chairs():
            await move(table)
        at = moves(table) if table.state is not None else -1
        await house.clock.advance(0.9)
        for _ in range(20):
            if table.state is None or moves(table) != at or 0 in table.waiting_chairs():
                break
            await asyncio.sleep(0.005)
    assert thinker.calls > 10
    assert house.tables.incidents == thinker.calls
    deal = table.last
    assert deal is not None
    assert isinstance(deal.state, Finished)
    await house.tables.close()


class Patient:
    """Answers when told."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[Action] = asyncio.get_running_loop().create_future()

    async def choose(self, level: str, view: View) -> Action:
        del level
        await asyncio.shield(self.answer)
        return view.legal[0]

    async def proves(self, view: View) -> bool:
        del view
        return False


async def test_f40_an_answer_after_the_end_is_dropped() -> None:
    thinker = Patient()
    house = House(thinker=thinker)
    table = await house.started(people=(ANNA,))
    if 0 in table.waiting_chairs():
        await move(table)
    await house.clock.advance(1)
    written = len(house.store.batches)
    await table.end(ANNA, "ended")
    thinker.answer.set_result(from_text("pass"))
    await settle()
    await house.clock.advance(100)
    assert len(house.store.batches) == written + 1
    assert house.clock.sleeping == 0
    await house.tables.close()
