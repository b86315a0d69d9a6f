"""``python -m bot.bench.bare``: the least a bot on discord.py can do that keeps what it is told.

It commits one row (synchronous=FULL) and answers by editing a message of ten buttons; any click will do.
"""

import asyncio
import os
from typing import Any

import aiosqlite
import discord
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

TEN = 10
ROWS = 5


class Bare(discord.Client):
    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._database = database
        self._writing = asyncio.Lock()
        self._clicks = 0

    async def on_interaction(self, click: discord.Interaction[Any]) -> None:
        if click.type is not discord.InteractionType.component:
            return
        async with self._writing:
            await self._database.execute("INSERT INTO clicks (user) VALUES (?)", (click.user.id,))
            await self._database.commit()
        self._clicks += 1
        await click.response.edit_message(view=ten_buttons(f"click {self._clicks}"))


def ten_buttons(words: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words))
    for start in range(0, TEN, ROWS):
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for number in range(start, start + ROWS):
            row.add_item(ui.Button(label=str(number), custom_id=f"bare:{number}"))
        view.add_item(row)
    view.stop()
    return view


async def run(url: str, path: str) -> None:
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{url.replace('http', 'ws', 1)}/gateway")
    async with aiosqlite.connect(path) as database:
        await database.execute("PRAGMA journal_mode = WAL")
        await database.execute("PRAGMA synchronous = FULL")
        await database.execute("CREATE TABLE clicks (id INTEGER PRIMARY KEY, user INTEGER NOT NULL)")
        await database.commit()
        async with Bare(database) as client:
            await client.start("bare")


if __name__ == "__main__":
    asyncio.run(run(os.environ["SKAT_SANDBOX_URL"], os.environ["SKAT_BARE_DATABASE"]))
