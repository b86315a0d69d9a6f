"""Reminders go with the move they were for, however late they were sent and whatever became of the one before (F10)."""

from __future__ import annotations

import asyncio
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from discord import ui

from cogs.reminders import Reminders
from cogs.slots import Gate, Shot
from tests.fakes import settle
from tests.presence.house import ANNA, BEN, House, move

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from game.table import Table


class Channel:
    """Messages are sent once `open` is set."""

    def __init__(self) -> None:
        self.shown: set[int] = set()
        self.open = asyncio.Event()
        self.open.set()
        self._numbers = count(1)

    async def send(self, **_: object) -> Any:
        await self.open.wait()
        number = next(self._numbers)
        self.shown.add(number)

        async def delete() -> None:
            self.shown.discard(number)

        return SimpleNamespace(delete=delete)


class Post:
    """The reminders of a table, and what runs beside them."""

    def __init__(self, table: Table) -> None:
        self.channel = Channel()
        self.tasks: set[asyncio.Task[None]] = set()
        self.reminders = Reminders(table, Gate(), self._spawn)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.create_task(work))

    async def remind(self, user: int) -> None:
        view = ui.LayoutView().add_item(ui.TextDisplay("it is your turn"))
        await self.reminders.post(cast("Any", self.channel), user, Shot(view))


async def test_it_goes_although_it_was_sent_after_the_move() -> None:
    house = House()
    table = await house.started()
    post = Post(table)
    post.channel.open.clear()
    sending = asyncio.create_task(post.remind(ANNA))
    await settle()
    await move(table)
    post.reminders.clear()
    post.channel.open.set()
    await sending
    await settle()
    assert post.channel.shown == set()
    await house.tables.close()


async def test_all_go_that_are_of_earlier_moves() -> None:
    """Also those of one person, who was reminded of several moves before anything could be shown."""
    house = House()
    table = await house.started()
    post = Post(table)
    await post.remind(BEN)
    post.channel.open.clear()
    late = [asyncio.create_task(post.remind(BEN)) for _ in range(2)]
    await settle()
    await move(table)
    post.channel.open.set()
    await asyncio.gather(*late)
    post.reminders.clear()
    await settle()
    assert post.channel.shown == set()
    await house.tables.close()


async def test_it_stays_while_everybody_waits() -> None:
    house = House()
    table = await house.started()
    post = Post(table)
    await post.remind(ANNA)
    post.reminders.clear()
    await settle()
    assert post.channel.shown == {1}
    await table.end(ANNA, "ended")
    post.reminders.clear()
    await settle()
    assert post.channel.shown == set()
    await house.tables.close()
