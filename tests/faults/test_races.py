"""Two clicks in the same tick, doubled and foreign ones: one counts, nothing is lost (F01-F08)."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from cogs.ui.cards import label
from game.actions import Action, Pass, Play, to_text
from game.deal import new_deal
from game.journal import Change, JournalError
from game.rules import INTERNATIONAL
from game.shuffle import commitment, shuffled
from game.state import Playing
from game.table import Table
from tests.fakes import FakeClock, Onlookers
from tests.faults.doorway import CHANNEL, TEXTS, USERS, Doorway, FakeClick, onwards, same, to_move


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


async def running(door: Doorway, table: Table) -> Table:
    """A deal to play on: this one, the next one, or that of a new table in the next channel."""
    if table.closed:
        return await door.table(table.channel + 1)
    await onwards(table)
    return table


async def double_clicks(door: Doorway, times: int) -> None:
    table = await door.table()
    for _ in range(times):
        table = await running(door, table)
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


async def advance(table: Table, moves: int) -> None:
    """Plays until so many moves are made: whoever is asked first plays, the others pass."""
    while (state := table.state) is not None and len(state.moves) < moves:
        user, legal = to_move(table)
        passing = state.moves and Pass() in legal
        await table.act_for(user, table.deal_id, Pass() if passing else legal[0])


async def test_f01_a_slow_save_is_answered_within_a_second(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        user, legal = to_move(table)
        write = store.write

        async def slow(*changes: Change) -> None:
            await asyncio.sleep(0.4)
            await write(*changes)

        monkeypatch.setattr(store, "write", slow)
        click = door.click(user, button(table, legal[0]))
        began = asyncio.get_running_loop().time()
        await door.take(click)
        assert asyncio.get_running_loop().time() - began < 1
        assert click.response.given == ["edit"]
        assert made(table)[1] == 1


async def test_f01_a_slower_save_is_deferred_and_filled_in(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        user, legal = to_move(table)
        write, saving = store.write, asyncio.Event()

        async def slow(*changes: Change) -> None:
            await saving.wait()
            await write(*changes)

        monkeypatch.setattr(store, "write", slow)
        click = door.click(user, button(table, legal[0]))
        taking = asyncio.create_task(door.take(click))
        await asyncio.wait({taking}, timeout=1.5)
        given, moves = tuple(click.response.given), made(table)[1]
        saving.set()
        await taking
        assert given == ("defer",)
        assert moves == 0
        assert made(table)[1] == 1
        assert click.response.given == ["defer"]
        assert len(click.later) == 1, "filled in"


def says(click: FakeClick, key: str, **values: str) -> bool:
    """Whether the answer to a click contains a text of the catalogue."""
    return TEXTS.of("en")(key, **values) in click.response.said


async def test_f02_f05_the_later_of_two_cards_is_told_which_was_played(store: Store, source: random.Random) -> None:
    """Also from two devices, whose messages are not the same."""
    async with Doorway(store, source) as door:
        table = await door.table()
        await advance(table, 8)
        while len((plays := to_move(table))[1]) < 2:
            await advance(table, made(table)[1] + 1)
        user, legal = plays
        phone, computer = door.click(user, button(table, legal[0])), door.click(user, button(table, legal[1]))
        computer.message.id = 2
        before = made(table)[1]
        await both(door, phone, computer)
        await door.quiet(table)
        state = table.state
        assert state is not None
        played = state.moves[before:]
        assert [who for who, _ in played] == [state.moves[before][0]]
        later = computer if played[0][1] == legal[0] else phone
        first = played[0][1]
        assert isinstance(first, Play)
        assert says(later, "refused.card_not_held", card=label(first.card, TEXTS.of("en")))
        assert later.response.given == ["edit"]


async def only_the_hand(door: Doorway, table: Table, user: int, click: FakeClick) -> bool:
    """Whether a click was answered with the hand as it is and no word more."""
    hand = await door.desk.renderer.hand(table, user, "en")
    assert hand is not None
    return click.response.given == ["edit"] and click.response.said == str(hand.view.to_components())


async def told_nothing(door: Doorway, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same button again while the first click is being saved: one move."""
    user, legal = to_move(table)
    before = made(table)
    first, again = (door.click(user, button(table, legal[0])) for _ in range(2))
    write, writing, saving = door.store.write, asyncio.Event(), asyncio.Event()

    async def slow(*changes: Change) -> None:
        writing.set()
        await saving.wait()
        await write(*changes)

    with monkeypatch.context() as disk:
        disk.setattr(door.store, "write", slow)
        one = asyncio.create_task(door.take(first))
        await writing.wait()
        two = asyncio.create_task(door.take(again))
        await asyncio.sleep(0.05)
        saving.set()
        await asyncio.gather(one, two)
    await door.quiet(table)
    assert made(table) in ((before[0], before[1] + 1), (before[0] + 1, 0))
    assert await only_the_hand(door, table, user, first)
    assert await only_the_hand(door, table, user, again)


async def test_f04_the_same_card_twice_is_answered_without_a_word(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a deal, and with its very last card."""
    async with Doorway(store, source) as door:
        table = await door.table()
        await advance(table, 8)
        await told_nothing(door, table, monkeypatch)
        while True:
            state = table.state
            assert isinstance(state, Playing)
            if len(state.tricks) == 9 and len(state.trick) == 2:
                break
            await advance(table, made(table)[1] + 1)
        await told_nothing(door, table, monkeypatch)
        assert table.state is None


async def test_f04_the_same_card_again_when_others_have_moved(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        await advance(table, 8)
        user, legal = to_move(table)
        custom_id = button(table, legal[0])
        await door.take(door.click(user, custom_id))
        await advance(table, made(table)[1] + 1)
        before = made(table)
        again = door.click(user, custom_id)
        await door.take(again)
        assert made(table) == before
        assert await only_the_hand(door, table, user, again)


async def test_f07_a_button_of_an_earlier_deal(store: Store, source: random.Random) -> None:
    """It says nothing about this one, whatever it says."""
    async with Doorway(store, source) as door:
        table = await door.table()
        earlier = table.deal_id
        while table.deal.number == 0:
            user, _ = to_move(table)
            await table.act_for(user, table.deal_id, Pass())
        await onwards(table)
        user, legal = to_move(table)
        assert Pass() in legal
        before = made(table)
        click = door.click(user, f"skat:{earlier}:bid.18")
        await door.take(click)
        assert made(table) == before == (1, 0)
        assert says(click, "note.other_deal")
        assert f"skat:{table.deal_id}:bid.18" in click.response.said, "the cards of this deal"


async def test_f30_nothing_new_is_begun_while_the_bot_stops(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        user, legal = to_move(table)
        door.tables.closing = True
        click = door.click(user, button(table, legal[0]))
        await door.take(click)
        assert made(table)[1] == 0
        assert says(click, "note.restarting")


async def test_f31_a_deal_whose_start_was_not_saved_is_not_shown(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the deal that comes in the end is the one that was promised."""
    async with Doorway(store, source) as door:
        table, _ = await door.tables.open(900, CHANNEL, USERS[0], INTERNATIONAL)
        for user in USERS[1:]:
            await table.join(user)
        promised = table.deal.commitment

        async def full(*_: Change) -> None:
            raise JournalError("the disk is full")

        with monkeypatch.context() as trouble:
            trouble.setattr(store, "write", full)
            with pytest.raises(JournalError):
                await table.start(USERS[0])
        assert (table.state, table.started) == (None, False)
        await table.start(USERS[0])
        deal = table.deal
        assert deal.state is not None
        assert deal.commitment == promised == commitment(table.deal_id, table.rules, deal.seed)
        assert deal.state == new_deal(shuffled(deal.seed, deal.cuts), table.rules)
        saved = await on_disk(store, table)
        assert saved is not None
        assert same(saved, table)


async def test_f07_a_button_of_an_earlier_trick(store: Store, source: random.Random) -> None:
    """A card still held and legal is played; one that is gone gives a note and the hand as it is."""
    async with Doorway(store, source) as door:
        table = await door.table()
        await advance(table, 14)
        state = table.state
        assert isinstance(state, Playing)
        user, legal = to_move(table)
        seat = state.turn
        gone = [action for who, action in state.moves if who == seat and isinstance(action, Play)]
        assert gone, "the one to move has played a card"
        before = made(table)
        # Their last move repeated is a plain answer, so an older one is pressed where there is one.
        stale = door.click(user, button(table, gone[0]))
        await door.take(stale)
        assert made(table) == before
        assert stale.response.given == ["edit"]
        assert to_text(legal[0]) in stale.response.said, "the fresh hand"
        held = door.click(user, button(table, legal[-1]))
        await door.take(held)
        assert made(table) != before
        assert held.response.given == ["edit"]


@pytest.mark.parametrize("what", ["skat:{deal}:{card}", "skat-ui:{deal}:cards:", "skat-table:{table}:leave"])
async def test_f08_who_does_not_sit_here_changes_nothing(store: Store, source: random.Random, what: str) -> None:
    async with Doorway(store, source) as door:
        table, other = await door.table(), await door.tables.open(900, 777, 31, INTERNATIONAL)
        await advance(table, 8)
        while to_move(table)[0] != USERS[0]:
            await advance(table, made(table)[1] + 1)
        _, legal = to_move(table)
        card = to_text(legal[0])
        before, chairs = made(table), table.chairs
        # A stranger, and somebody who sits at another table.
        for user in (99, 31):
            click = door.click(user, what.format(deal=table.deal_id, card=card, table=table.id), private=False)
            await door.take(click)
            assert click.response.given == ["message"]
            assert says(click, "note.not_seated")
            assert card not in click.response.said
        assert (made(table), table.chairs) == (before, chairs)
        assert other[0].people == (31,)
