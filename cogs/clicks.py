"""The one door for every click: each is answered in time, exactly once, and checked against the person's seat.

The library's own routing of component clicks is not used: views are stopped before they are sent, so that no view
lives in memory, none times out and none is lost by a restart. What a click means stands in its id alone.
"""

import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import SkatBot
from bot.texts import Texts
from cogs.answer import Answer
from cogs.render import Renderer
from cogs.screens import Screens
from cogs.slots import Shot
from cogs.ui import notes
from cogs.ui.ids import Id, parse
from game.illegal import Illegal, TableError
from game.journal import JournalError
from game.table import Table

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]

CLICKS: Final = 8
WITHIN: Final = 3.0
"""A person's clicks beyond `CLICKS` in `WITHIN` seconds are acknowledged and nothing more."""
NOTE_EVERY: Final = 10.0
REMEMBERED: Final = 2048


class Spam:
    """Who clicks too fast; a person who does gets at most one note in `NOTE_EVERY` seconds."""

    def __init__(self) -> None:
        self._clicks: OrderedDict[int, deque[float]] = OrderedDict()

    def too_fast(self, user: int, now: float) -> bool:
        recent = self._clicks.pop(user, None) or deque[float](maxlen=CLICKS)
        self._clicks[user] = recent
        while len(self._clicks) > REMEMBERED:
            self._clicks.popitem(last=False)
        fast = len(recent) == CLICKS and now - recent[0] < WITHIN
        if not fast:
            recent.append(now)
        return fast


class Seen:
    """Interactions already taken: Discord may deliver one more than once."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()

    def before(self, interaction: int) -> bool:
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        while len(self._ids) > REMEMBERED:
            self._ids.popitem(last=False)
        return False


class Desk:
    """What every handler of clicks and commands needs, built once."""

    def __init__(self, bot: SkatBot) -> None:
        self.bot = bot
        self.renderer = Renderer(bot.texts, bot.names, bot.settings.next_deal_seconds)
        self.screens = Screens(bot, self.renderer)
        bot.tables.watch(self.screens)

    def texts(self, click: Click) -> Texts:
        return self.bot.texts.of(click.locale.value)

    def greet(self, click: Click) -> None:
        """Learns how the person is called here."""
        if click.guild_id is not None:
            self.bot.names.learn(click.guild_id, click.user.id, click.user.display_name)

    async def guard(self, click: Click, answer: Answer, work: Callable[[], Awaitable[None]], table: Table | None) -> None:
        """Runs `work`; whatever goes wrong is said kindly, and what nobody expected is logged once."""
        texts = self.texts(click)
        try:
            await work()
        except Illegal as error:
            await self._refused(click, answer, table, error)
        except TableError as error:
            await answer.note(notes.refused(error.refusal, texts))
        except JournalError:
            await answer.note(notes.not_saved(texts))
        except (discord.NotFound, discord.InteractionResponded):
            # The person's client has given up on this click; what it did is shown all the same.
            log.info("an interaction had expired before it was answered")
        except Exception:
            log.exception("table %s: a click failed", table.id if table is not None else "-")
            await answer.note(notes.failed(texts))

    async def _refused(self, click: Click, answer: Answer, table: Table | None, error: Illegal) -> None:
        texts = self.texts(click)
        shot = None
        if table is not None:
            shot = self.renderer.refused_hand(table, click.user.id, texts.language, error.reason)
        if table is None or shot is None:
            await answer.note(notes.illegal(error.reason, texts))
        else:
            await self.screens.show_hand(table, click, answer, shot)


Handler = Callable[[Click, Id, Answer], Awaitable[None]]


class Clicks(commands.Cog):
    """Routes component clicks to the handlers of the other cogs, by the type of the id."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._handlers: dict[type[Any], tuple[Handler, Callable[[Any], int | None]]] = {}
        self._spam = Spam()
        self._seen = Seen()

    def route(self, kind: type[Any], handler: Handler, table_of: Callable[[Any], int | None]) -> None:
        """`handler` takes all clicks whose id is a `kind`; `table_of` names the table the id belongs to."""
        self._handlers[kind] = handler, table_of

    @commands.Cog.listener()
    async def on_interaction(self, click: Click) -> None:
        if self._seen.before(click.id):
            return
        if click.type is not discord.InteractionType.component:
            return
        self.desk.greet(click)
        data: Any = click.data or {}
        wanted = parse(str(data.get("custom_id", "")))
        private = click.message is not None and click.message.flags.ephemeral
        if self._spam.too_fast(click.user.id, self.desk.bot.clock.time()):
            async with Answer(click, update=True):
                return
        texts = self.desk.texts(click)
        async with Answer(click, update=private) as answer:
            route = self._handlers.get(type(wanted)) if wanted is not None else None
            if self.desk.bot.tables.closing:
                await answer.note(notes.restarting(texts))
                return
            if wanted is None or route is None:
                await answer.note(notes.unknown_button(texts))
                return
            handler, table_of = route
            number = table_of(wanted)
            table = self.desk.bot.tables.get(number) if number is not None else None
            if number is not None and (table is None or table.guild != click.guild_id):
                await answer.note(notes.table_gone(texts))
                return
            await self.desk.guard(click, answer, lambda: handler(click, wanted, answer), table)


def plain(view: discord.ui.LayoutView) -> Shot:
    return Shot(view)
