"""Weeks of play before the first picture is taken, so that lists and charts have something to show."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from bot.store import Store
from tests.bot.store.evenings import play

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EVENINGS = 30
DAY = 86400


async def live_through(database: Path, guild: int, people: Sequence[int]) -> None:
    """A series of international Skat every day for a month, at changing tables of these people and computers."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    try:
        source = random.Random(guild)
        for ago in range(EVENINGS, 0, -1):
            for table in range(2):
                begin = time.time() - ago * DAY + table * 10 * 3600
                await play(store, source, begin, guilds=(guild,), people=people, deals=6)
    finally:
        await store.close()
