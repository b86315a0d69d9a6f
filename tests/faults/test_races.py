"""Two clicks in the same tick, doubled, foreign and cancelled ones: one counts, nothing is lost (F02-F06, F46)."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from game.actions import Action, to_text
from game.table import Table
from tests.fakes import FakeClock, Onlookers
from tests.faults.doorway import CHANNEL, USERS, Doorway, FakeClick, onwards, same, to_move


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skat.db'}")
    yield opened
    await opened.close()


def button(table: Table, action: Action) -> str:
    return f"skat:{table.deal_id}:{to_text(action)}"


async def on_disk(store: Store, table: Table) -> Table | None:
    saved = await store.table(table.id)
    return None if saved is None else Table(saved, store, FakeClock(), Onlookers())


def made(table: Table) -> tuple[int, int]:
    """The number of the deal and its moves; the next deal's preparation is the end of the last."""
    state = table.state
    return table.deal.number, len(state.moves) if state is not None else 0


async def both(door: Doorway, *clicks: FakeClick) -> None:
    order = list(clicks)
    door.source.shuffle(order)
    await asyncio.gather(*(door.take(click) for click in order))


async def double_clicks(door: Doorway, times: int) -> None:
    channel = CHANNEL
    table = await door.table(channel)
    for _ in range(times):
        if table.closed:
            channel += 1
            table = await door.table(channel)
        await onwards(table)
        user, legal = to_move(table)
        before = table.state
        assert before is not None
        number, moves = made(table)
        first, second = door.source.choice(legal), door.source.choice(legal)
        kind = door.source.choice(("two buttons", "twice", "delivered twice", "with a stranger", "with the others"))
        mine = door.click(user, button(table, first))
        match kind:
            case "two buttons":
                other = door.click(user, button(table, second))
            case "twice":
                other = door.click(user, button(table, first))
            case "delivered twice":
                other = FakeClick(door.weather, user, button(table, first), id=mine.id)
            case "with a stranger":
                other = door.click(99, button(table, first))
            case _:
                # F06: judged against whatever the table is when it is their turn for the lock.
                other = door.click(next(one for one in USERS if one != user), button(table, second))
        await both(door, mine, other)
        await door.quiet(table)
        if made(table)[0] == number:
            state = table.state
            assert state is not None
            added = state.moves[moves:]
            allowed = {first, second} if kind == "two buttons" else {first}
            assert added[0][1] in allowed, kind
            if kind == "with the others":
                assert len(added) in (1, 2)
            else:
                assert len(added) == 1, kind
        given = [len(mine.response.given), len(other.response.given)]
        assert sorted(given) == ([0, 1] if kind == "delivered twice" else [1, 1]), kind
    saved = await on_disk(door.store, table)
    assert saved is None or same(saved, table)


async def test_two_clicks_in_one_tick(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await double_clicks(door, 1000)


async def test_everybody_clicks_at_once(store: Store, source: random.Random) -> None:
    """Three ready marks of three people within a tick: all count; and a lobby never has more than its chairs."""
    async with Doorway(store, source) as door:
        for run in range(50):
            table, _ = await door.tables.open(900, CHANNEL + run, USERS[0], (await door.table(2000 + run)).rules)
            users = [*USERS[1:], 21, 22, 23]
            await both(door, *(door.click(user, f"skat-table:{table.id}:join", private=False) for user in users))
            seated = [chair.user for chair in table.chairs if chair is not None]
            assert len(seated) == len(set(seated)) == 3
            saved = await on_disk(store, table)
            assert saved is not None
            assert same(saved, table)


async def storm(door: Doorway, times: int) -> None:
    """F46: the handler of each click is cancelled at a random await."""
    channel = CHANNEL
    table = await door.table(channel)
    counted = 0
    for _ in range(times):
        if table.closed:
            channel += 1
            table = await door.table(channel)
        await onwards(table)
        user, legal = to_move(table)
        before = made(table)
        handler = asyncio.create_task(door.take(door.click(user, button(table, door.source.choice(legal)))))
        for _ in range(door.source.randint(0, 40)):
            await asyncio.sleep(door.source.choice((0, 0, 0, 0.0005)))
        handler.cancel()
        await asyncio.gather(handler, return_exceptions=True)
        await door.quiet(table)
        counted += made(table) != before
        assert not table._lock.locked()  # pyright: ignore[reportPrivateUsage] - nothing else tells
        saved = await on_disk(door.store, table)
        assert saved is None if table.closed else saved is not None and same(saved, table)
    writer = door.store.database.writer
    assert writer is None or not writer.in_transaction()
    assert 0 < counted < times, "some came too early, some too late"
    user, legal = to_move(table)
    last = door.click(user, button(table, legal[0]))
    await door.take(last)
    assert last.response.given == ["edit"]


async def test_cancel_storm(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await storm(door, 300)


@pytest.mark.long
async def test_long_cancel_storm(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await storm(door, 10_000)
