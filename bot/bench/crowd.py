"""A sandbox full of tables: channels, people, boards with a button, and the rows that make the bot resume them."""

import asyncio
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from bot.sandbox import GatewayTimes, Sandbox
from bot.sandbox.compose import Draft
from bot.sandbox.people import Person
from bot.store import Store
from game.journal import BoardPosted, ChairsChanged, DealPrepared, DealStarted, SavedChair, SeriesStarted, TableOpened
from game.rules import INTERNATIONAL
from game.shuffle import commitment, new_seed
from game.table import deal_id

SEATED: Final = 3
ROW, BUTTON, TEXT, COMPONENTS_V2 = 1, 2, 10, 1 << 15

Json = dict[str, Any]


def text(content: str) -> Json:
    return {"type": TEXT, "id": 1, "content": content}


def row(number: int, *buttons: tuple[str, str]) -> Json:
    """A row of buttons, each a label and an id."""
    made = [
        {"type": BUTTON, "id": 10 * number + at, "style": 2, "label": label, "custom_id": custom_id}
        for at, (label, custom_id) in enumerate(buttons, 1)
    ]
    return {"type": ROW, "id": 10 * number, "components": made}


class Crowd:
    """`tables` tables with three people each, all in channels of their own of the sandbox's first guild."""

    def __init__(self, tables: int) -> None:
        self.sandbox = Sandbox(gateway_times=GatewayTimes(identify_spacing=0.0), log_answers=False)
        world = self.sandbox.world
        self.guild = next(iter(world.guilds.values()))
        self.users = [world.add_person(f"Player {number}") for number in range(SEATED * tables)]
        for user in self.users:
            world.join(self.guild, user)
        self.news: dict[int, asyncio.Event] = defaultdict(asyncio.Event)
        """Set by channel whenever a message comes or changes there."""
        world.on_message.append(lambda message: self.news[message.channel_id].set())
        self.channels = [world.add_channel(self.guild, f"table-{number}") for number in range(1, tables + 1)]

    def post(self, table: int, *components: Json) -> Json:
        """A public message of the bot in the channel of a table, numbered from 1."""
        world = self.sandbox.world
        channel = self.channels[table - 1]
        fields = {"content": "", "embeds": [], "attachments": [], "flags": COMPONENTS_V2, "components": [*components]}
        draft = Draft(fields, {}, has_embeds=False, has_files=False)
        return self.sandbox.postings.post(channel, world.bot.id, world.clock.new_id(), draft).payload

    def people(self, table: int) -> list[Person]:
        """Who sits at a table, watching its channel; chair 0 first."""
        seated = self.users[SEATED * (table - 1) : SEATED * table]
        found = [self.sandbox.person(user) for user in seated]
        for person in found:
            person.open(self.channels[table - 1])
        return found

    async def write(self, database: Path, tables: int) -> dict[int, Json]:
        """Writes so many tables down, dealt and waiting for the first bid; the board of each."""
        boards: dict[int, Json] = {}
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        try:
            now, rules = time.time(), INTERNATIONAL
            for table in range(1, tables + 1):
                seated = self.users[SEATED * (table - 1) : SEATED * table]
                boards[table] = self.post(table, text("…"), row(1, ("My cards", f"skat-ui:{table}-0:cards:")))
                seed = new_seed()
                channel = self.channels[table - 1].id
                await store.write(
                    TableOpened(table, self.guild.id, channel, seated[0].id, str(rules), now),
                    ChairsChanged(table, tuple(SavedChair(user.id) for user in seated)),
                    DealPrepared(table, 0, seed, commitment(deal_id(table, 0), rules, seed)),
                    SeriesStarted(table, now),
                    DealStarted(table, 0, str(rules), now),
                    BoardPosted(table, int(boards[table]["id"]), now),
                )
        finally:
            await store.close()
        return boards

    async def quiet(self, seconds: float = 2.0, within: float = 90.0) -> None:
        """Returns once the bot has made no request for a while."""
        async with asyncio.timeout(within):
            while True:
                before = len(self.sandbox.requests)
                await asyncio.sleep(seconds)
                if len(self.sandbox.requests) == before:
                    return
