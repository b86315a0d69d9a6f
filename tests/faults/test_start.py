"""What Discord does not take at the start is tried again: otherwise it would be missing until the next start."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

import bot.app
import cogs.emojis
from bot.translator import CommandTexts, CommandTranslator
from bot.transport import Unavailable
from cogs.emojis import CardEmojis
from cogs.pictures.emojis import emojis
from cogs.preferences import Preferring
from game.cards import DECK
from tests.faults.doorway import TEXTS, Doorway
from tests.faults.test_races import store

if TYPE_CHECKING:
    import random

    from bot.store import Store

__all__ = ["store"]


class Application:
    """Has all emojis and says so at the second time of asking."""

    def __init__(self) -> None:
        self.asked = 0

    async def fetch_application_emojis(self) -> list[Any]:
        self.asked += 1
        if self.asked == 1:
            raise Unavailable("503")
        return [SimpleNamespace(name=one.name, id=number) for number, one in enumerate(emojis(), 1)]

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        raise AssertionError(f"{name} was there already ({len(image)} bytes)")


async def test_faces_are_found_although_discord_was_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.emojis, "ASK_AGAIN", 0.01)
    found, application = CardEmojis(), Application()
    with ThreadPoolExecutor(1) as drawer:
        await asyncio.wait_for(found.upload(application, drawer, lambda: None, 0.0), 10)
    assert application.asked == 2
    assert len(found.of("fr", "en")) == len(DECK)


def answer(status: int) -> Any:
    return SimpleNamespace(status=status, reason="")


@pytest.mark.parametrize("fault", [TimeoutError(), discord.DiscordServerError(answer(503), "busy")])
async def test_commands_are_told_although_discord_was_out_of_reach(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    monkeypatch.setattr(bot.app, "SYNC_AGAIN", 0.01)
    async with Doorway(store, source) as door:
        tries = await sync(door, fault)
        assert tries == 2
        assert door.bot.command_ids == {"preferences": 7}
        assert await store.fact("commands")


async def test_commands_that_are_refused_are_not_told_again(store: Store, source: random.Random) -> None:
    async with Doorway(store, source) as door:
        assert await sync(door, discord.HTTPException(answer(400), "no")) == 1
        assert door.bot.command_ids == {}
        assert await store.fact("commands") is None


async def sync(door: Doorway, fault: Exception) -> int:
    """How often the commands were told, the first time in vain."""
    tree: Any = door.bot.tree
    await tree.set_translator(CommandTranslator(TEXTS))
    tree.add_command(Preferring(door.desk).command(CommandTexts(TEXTS)))
    told: list[int] = []

    async def tell() -> list[Any]:
        told.append(1)
        if len(told) == 1:
            raise fault
        return [SimpleNamespace(name="preferences", id=7)]

    tree.sync = tell
    syncing = door.bot._sync_commands()  # pyright: ignore[reportPrivateUsage]  # without a gateway nobody else calls it
    await asyncio.wait_for(syncing, 10)
    return len(told)
