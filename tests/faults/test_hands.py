"""A person has one hand on show, whatever they click while another is on its way to them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from game.actions import Pass
from game.journal import Purpose
from game.rules import Rules
from game.series import chair_of
from game.solo import Fixed, Solo
from game.state import Seat
from tests.faults.doorway import CHANNEL, GUILD, USERS, Doorway, FakeClick, to_move
from tests.faults.test_races import store

if TYPE_CHECKING:
    import random

    from bot.store import Store

__all__ = ["store"]

DEALT = 777_000


def slow_hands(click: FakeClick) -> tuple[asyncio.Event, asyncio.Event, list[int]]:
    """New hands by this click's token wait for the second event; the first says that one is on its way.

    The list has the ids of what is deleted.
    """
    sending, arrives = asyncio.Event(), asyncio.Event()
    deleted: list[int] = []

    async def send(*_: Any, **__: Any) -> Any:
        sending.set()
        await arrives.wait()
        return SimpleNamespace(id=DEALT)

    async def delete(message: int) -> None:
        deleted.append(message)

    click.followup.send, click.followup.delete_message = send, delete
    return sending, arrives, deleted


@pytest.mark.parametrize("clicked", [True, False], ids=["clicked meanwhile", "waited"])
async def test_a_hand_dealt_too_late_is_taken_away_again(store: Store, source: random.Random, *, clicked: bool) -> None:
    async with Doorway(store, source) as door:
        table = await door.table()
        user, _ = to_move(table)
        first = door.click(user, f"skat-ui:{table.deal_id}:cards:", private=False)
        await door.take(first)
        sending, arrives, deleted = slow_hands(first)
        for _ in range(3):
            mover, _ = to_move(table)
            await table.act_for(mover, table.deal_id, Pass())
        await table.next_deal(USERS[0], 1)
        await asyncio.wait_for(sending.wait(), 10)
        if clicked:
            # On the old message, which shows the new deal already.
            await door.take(door.click(user, f"skat-ui:{table.deal_id}:back:"))
        arrives.set()
        await door.quiet(table)
        assert (DEALT in deleted) is clicked


async def test_a_table_that_is_over_is_kept_in_no_memory(store: Store, source: random.Random) -> None:
    """The answer to the last click comes when the table has been closed and shown for the last time."""
    async with Doorway(store, source) as door:
        solo = Solo(
            Purpose.PRACTICE, Rules(length="unlimited"), [Fixed(b"seed")], chair_of(Seat.FOREHAND, 0, 3), "club"
        )
        table = await door.tables.open_solo(GUILD, CHANNEL, USERS[0], solo, door.clock.time())
        for moves, seat in enumerate((Seat.MIDDLEHAND, Seat.REARHAND)):
            await table.act(table.deal_id, moves, seat, Pass())
        await door.quiet(table)
        last = door.click(USERS[0], f"skat:{table.deal_id}:pass")
        await door.take(last)
        await door.quiet(table)
        assert table.closed == "finished"
        assert last.response.given == ["edit"]
        assert not door.desk.screens._shown  # pyright: ignore[reportPrivateUsage]  # nothing else tells
