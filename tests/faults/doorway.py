"""The real door, desk, screens, tables and store in this process; only Discord is made up.

Every call to Discord takes a random number of rounds of the event loop, so that a seed decides what overtakes what.
"""

import asyncio
import random
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any, Self, cast

import discord

from bot.app import SkatBot
from bot.deletions import Deletions
from bot.forgotten import ForgottenList, place
from bot.names import Names
from bot.settings import Settings
from bot.store import Store
from bot.tables import Tables
from bot.texts import Texts
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.play import Play
from cogs.ui.ids import ActionId, ChoiceId, TableId
from game.actions import Action, to_text
from game.computer import rule_of_thumb
from game.computer.advice import Advice
from game.deal import legal_actions, waiting_for
from game.driver import Times
from game.rules import INTERNATIONAL
from game.table import Table
from game.view import View
from tests.fakes import FakeClock, RuleThinker

GUILD, CHANNEL = 900, 901
USERS = (11, 12, 13)
TEXTS = Texts.load()


@dataclass
class Weather:
    """How long Discord takes: up to `rounds` of the event loop."""

    source: random.Random
    rounds: int = 4

    async def wait(self) -> None:
        for _ in range(self.source.randint(0, self.rounds)):
            await asyncio.sleep(0)


class Response:
    """`given` are the acknowledgements Discord took; a second one is refused.

    `thinking`: a message that says so, until something is filled in.
    """

    def __init__(self, weather: Weather) -> None:
        self._weather = weather
        self.given: list[str] = []
        self.said = ""
        self.thinking = False

    def is_done(self) -> bool:
        return bool(self.given)

    async def _give(self, what: str) -> Any:
        await self._weather.wait()
        self.given.append(what)
        await self._weather.wait()
        return SimpleNamespace(message_id=next(_ids))

    async def defer(self, *, thinking: bool = False, **_: Any) -> None:
        self.thinking = thinking
        await self._give("defer")

    async def edit_message(self, *, view: Any, **_: Any) -> None:
        self.said = str(view.to_components())
        await self._give("edit")

    async def send_message(self, *, view: Any, **_: Any) -> Any:
        self.said = str(view.to_components())
        return await self._give("message")

    async def send_modal(self, *_: Any) -> None:
        await self._give("modal")


_ids = count(10_000)


class FakeClick:
    """What the door uses of an interaction. `later` are the texts of what was sent after the acknowledgement."""

    def __init__(self, weather: Weather, user: int, custom_id: str, *, private: bool = True, id: int = 0) -> None:  # noqa: A002
        self.id = id or next(_ids)
        self.type = discord.InteractionType.component
        self.user = SimpleNamespace(id=user, display_name=f"User {user}")
        self.guild_id, self.channel_id = GUILD, CHANNEL
        self.channel = SimpleNamespace(last_message_id=None)
        self.message: Any = SimpleNamespace(id=1, flags=SimpleNamespace(ephemeral=private))
        self.data: dict[str, Any] = {"custom_id": custom_id}
        self.locale = SimpleNamespace(value="en-US")
        self.permissions = discord.Permissions.none()
        self.app_permissions = discord.Permissions.all()
        self.extras: dict[str, Any] = {}
        self.response = Response(weather)
        self.later: list[str] = []
        self._weather = weather
        self.followup = SimpleNamespace(send=self._send, edit_message=self._send, delete_message=self._send)

    async def _send(self, *_: Any, **named: Any) -> Any:
        assert self.response.given, "a token is used before the acknowledgement"
        await self._weather.wait()
        self.later.append(type(named.get("view")).__name__)
        return SimpleNamespace(id=next(_ids))

    edit_original_response = delete_original_response = original_response = _send


@dataclass
class Channel:
    """Where boards go."""

    weather: Weather
    posts: int = 0
    edits: int = 0

    async def send(self, **_: Any) -> Any:
        await self.weather.wait()
        self.posts += 1
        return SimpleNamespace(id=next(_ids))

    def get_partial_message(self, _: int) -> Any:
        async def edit(**_: Any) -> None:
            await self.weather.wait()
            self.edits += 1

        return SimpleNamespace(edit=edit)


class NoAdviser:
    async def advise(self, view: View) -> Advice:
        return Advice(rule_of_thumb(view))


@dataclass
class Doorway:
    store: Store
    source: random.Random
    clock: FakeClock = field(default_factory=FakeClock)

    async def __aenter__(self) -> Self:
        self.weather = Weather(self.source)
        self.tables = Tables(self.store, self.clock, RuleThinker(), Times(), per_user=1000, per_guild=1000)
        settings = Settings(database_url="sqlite:///unused.db")
        listed = ForgottenList.open(place(self.store.database.url.render_as_string(), None))
        deletions = Deletions(self.store, self.tables, listed, self.clock)
        self.bot = SkatBot(settings, self.store, self.tables, TEXTS, Names(), self.clock, NoAdviser(), deletions)
        self.channel = Channel(self.weather)
        bot: Any = self.bot
        bot.get_partial_messageable = self._messageable
        self.desk = Desk(self.bot)
        artist: Any = self.desk.artist
        artist.table = artist.sheet = _no_picture
        play = Play(self.desk)
        self.clicks = Clicks(self.desk)
        self.clicks.route(ActionId, play.act, table_of_deal)
        self.clicks.route(ChoiceId, play.choose, table_of_deal)
        self.clicks.route(TableId, play.at_table, table_of_table)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.desk.close()
        await self.tables.close()
        await self.bot.close()

    def _messageable(self, *_: Any, **__: Any) -> Channel:
        return self.channel

    async def table(self, channel: int = CHANNEL) -> Table:
        """A table of three, dealt."""
        table, _ = await self.tables.open(GUILD, channel, USERS[0], INTERNATIONAL)
        for user in USERS[1:]:
            await table.join(user)
        await table.start(USERS[0])
        return table

    def click(self, user: int, custom_id: str, **named: Any) -> FakeClick:
        # People do not click faster than anybody can: that would be another test.
        self.clock.now += 1.0
        return FakeClick(self.weather, user, custom_id, **named)

    async def take(self, click: FakeClick) -> None:
        await self.clicks.on_interaction(cast("Any", click))

    async def quiet(self, table: Table) -> None:
        """Lets everything come to its end."""
        await table.settled()
        for _ in range(20):
            await asyncio.sleep(0)


async def _no_picture(*_: Any) -> None:
    return None


def to_move(table: Table) -> tuple[int, tuple[Action, ...]]:
    """The user who is asked first, and what they may do except giving up and claiming."""
    state = table.state
    assert state is not None
    seat = waiting_for(state)[0]
    sitter = table.chairs[table.chair_at(seat)]
    assert sitter is not None
    assert sitter.user is not None
    legal = tuple(one for one in legal_actions(state, seat) if to_text(one) not in ("claim", "concede"))
    return sitter.user, legal


async def onwards(table: Table) -> None:
    """The next deal if this one is over."""
    if table.state is None and not table.closed:
        await table.next_deal(USERS[0], table.deal.number)


def same(table: Table, other: Table) -> bool:
    """Whether two tables are in the same state, cards and chairs included."""
    return (table.deal, table.chairs, table.series, table.host, table.started) == (
        other.deal, other.chairs, other.series, other.host, other.started,
    )  # fmt: skip
