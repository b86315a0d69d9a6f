"""No click and no command is left with a message that says "thinking" for ever, whatever becomes of what was asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.translator import CommandTexts
from cogs.answer import HOLD
from cogs.lobby import Lobby
from cogs.play import Play
from cogs.scores import Scores
from game.actions import Pass
from game.rules import INTERNATIONAL
from tests.faults.doorway import CHANNEL, GUILD, TEXTS, USERS, Doorway, FakeClick, to_move
from tests.faults.test_races import store

if TYPE_CHECKING:
    import random

    from bot.store import Store

__all__ = ["store"]


def command(door: Doorway, user: int) -> FakeClick:
    """What the handlers of a command use of its interaction."""
    made = door.click(user, "")
    made.type = discord.InteractionType.application_command
    made.message = None
    return made


@pytest.mark.parametrize("verb", ["next.1", "start", "join", "add.club", "leave"])
async def test_a_click_on_a_board_that_has_just_been_replaced(store: Store, source: random.Random, verb: str) -> None:
    """Two press the same button; when the second click arrives, the first has brought a new board already."""
    async with Doorway(store, source) as door:
        if verb == "next.1":
            table = await door.table()
            for _ in range(3):
                await table.act_for(to_move(table)[0], table.deal_id, Pass())
            await table.next_deal(USERS[0], 1)
        else:
            table, _ = await door.tables.open(GUILD, CHANNEL, USERS[0], INTERNATIONAL)
            for user in USERS[1:] if verb == "start" else USERS[1:2]:
                await table.join(user)
        await door.quiet(table)
        late = door.click(USERS[2] if verb == "join" else USERS[1], f"skat-table:{table.id}:{verb}", private=False)
        assert late.message.id != table.board
        await door.take(late)
        await door.quiet(table)
        assert len(late.response.given) == 1
        assert not late.response.thinking


async def test_a_command_whose_board_discord_does_not_take(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        await door.table()
        asked = command(door, USERS[0])

        async def refused(**_: Any) -> None:
            raise TimeoutError

        cast("Any", door.channel).send = refused
        shown = next(one for one in _group(door).commands if one.name == "table")
        await cast("Any", shown).callback(asked)
        assert TEXTS.of("en")("note.error") in asked.response.said
        assert not asked.response.thinking


def _group(door: Doorway) -> discord.app_commands.Group:
    return Lobby(door.desk, Play(door.desk)).group(CommandTexts(TEXTS))


@pytest.mark.parametrize("listed", ["yes", "no"])
async def test_a_leaderboard_is_acknowledged_although_preferences_are_read_slowly(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch, listed: str
) -> None:
    """And nobody who wants to be on no public list is shown to others because of it."""
    async with Doorway(store, source) as door:
        read = store.preferences_of
        await store.prefer(USERS[0], "listed", listed)

        async def slow(user: int) -> dict[str, str]:
            await asyncio.sleep(HOLD + 0.3)
            return await read(user)

        monkeypatch.setattr(store, "preferences_of", slow)
        asked = command(door, USERS[0])
        private: list[bool] = []

        async def defer(*, ephemeral: bool = False, **_: object) -> None:
            private.append(ephemeral)
            asked.response.given.append("defer")

        asked.response.defer = defer
        made: Any = Scores(door.desk).command(CommandTexts(TEXTS))
        asking = asyncio.create_task(made.callback(asked))
        await asyncio.sleep(HOLD + 0.1)
        assert asked.response.given == ["defer"]
        await asking
        assert private == [True], "until it is known"
        assert asked.later == ["LayoutView"]
