"""The one door for every click: each is answered in time, exactly once, and routed by the type of its id.

The library's own routing of component clicks is not used: views are stopped before they are sent, so that no view
lives in memory, none times out and none is lost by a restart. What a click means stands in its id alone.
"""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.answer import Answer
from cogs.desk import Click, Desk, missing_permissions
from cogs.ui.ids import ActionId, ChoiceId, Id, TableId, parse
from cogs.ui.notes import Notice, paused

CLICKS: Final = 24
WITHIN: Final = 3.0
"""A person's clicks beyond `CLICKS` in `WITHIN` seconds, more than any hand can do, are acknowledged and no more."""
REMEMBERED: Final = 2048
MOVES: Final = "moves"
"""What `moves_when_clicked` is kept under in an interaction."""


class Spam:
    """Who clicks too fast."""

    def __init__(self) -> None:
        self._clicks: OrderedDict[int, deque[float]] = OrderedDict()

    def too_fast(self, user: int, now: float) -> bool:
        recent = self._clicks.pop(user, None) or deque[float](maxlen=CLICKS)
        self._clicks[user] = recent
        while len(self._clicks) > REMEMBERED:
            self._clicks.popitem(last=False)
        fast = len(recent) == CLICKS and now - recent[0] < WITHIN
        # Who goes on clicking goes on being too fast.
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


Handler = Callable[[Click, Any, Answer], Awaitable[None]]
Route = tuple[Handler, Callable[[Any], int | None]]


class Clicks(commands.Cog):
    """Takes component clicks and forms from the gateway and hands them to whoever asked for their kind of id."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._routes: dict[type[Any], Route] = {}
        self._spam = Spam()
        self._seen = Seen()

    def route(self, kind: type[Any], handler: Handler, table_of: Callable[[Any], int | None]) -> None:
        """`handler` takes every click whose id is a `kind`; `table_of` names the table it belongs to, if any."""
        self._routes[kind] = handler, table_of

    @commands.Cog.listener()
    async def on_interaction(self, click: Click) -> None:
        if click.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if self._seen.before(click.id):
            return
        data: Any = click.data or {}
        wanted = parse(str(data.get("custom_id", "")))
        if isinstance(wanted, ActionId | ChoiceId):
            self._note_moves(click, wanted)
        private = click.message is not None and click.message.flags.ephemeral
        async with self._desk.answering(click, update=private or click.message is not None) as answer:
            if not self._spam.too_fast(click.user.id, self._desk.bot.clock.time()):
                answer.update = private
                await self._take(click, wanted, answer)

    async def cog_unload(self) -> None:
        """The client stops: what has been clicked is answered first."""
        await self._desk.close()

    def _note_moves(self, click: Click, wanted: ActionId | ChoiceId) -> None:
        # At once: whatever is waited for later may let another click of the same person go first.
        table = self._desk.bot.tables.get(wanted.deal.table)
        if table is not None:
            click.extras[MOVES] = table.moves_of(click.user.id)

    async def _take(self, click: Click, wanted: Id | None, answer: Answer) -> None:
        desk = self._desk
        route = self._routes.get(type(wanted))
        if desk.bot.tables.closing:
            await desk.guard(click, answer, lambda: desk.tell(click, answer, Notice.RESTARTING))
            return
        if desk.bot.deletions.waits(click.user.id) and isinstance(wanted, ActionId | TableId):
            await desk.guard(click, answer, lambda: desk.tell(click, answer, Notice.BEING_FORGOTTEN))
            return
        if wanted is None or route is None:
            await desk.guard(click, answer, lambda: desk.tell(click, answer, Notice.UNKNOWN_BUTTON))
            return
        handler, table_of = route
        number = table_of(wanted)
        table = desk.bot.tables.get(number) if number is not None else None
        if table is not None and table.solo and click.user.id not in table.people:
            # As if it did not exist: the cards on it may be before others, too.
            table = None
        if number is not None and (table is None or table.guild != click.guild_id):
            await desk.guard(click, answer, lambda: desk.tell(click, answer, Notice.TABLE_CLOSED))
            return
        if table is not None and desk.screens.paused(table):
            missing = missing_permissions(click)
            if missing:
                await desk.guard(click, answer, lambda: answer.note(paused(missing, desk.texts(click))))
                return
            desk.screens.recover(table)
        if table is not None and click.message is not None and not click.message.flags.ephemeral:
            desk.screens.board(table).found(click.message.id)
        if table is not None and click.channel is not None:
            desk.screens.board(table).buried(getattr(click.channel, "last_message_id", None))
        action = wanted.action if isinstance(wanted, ActionId) else None
        await desk.guard(click, answer, lambda: handler(click, wanted, answer), table, action)


def moves_when_clicked(click: Click) -> int | None:
    """How many moves the person had made in the deal when the click came."""
    return click.extras.get(MOVES)


def table_of_deal(wanted: ActionId | ChoiceId) -> int:
    return wanted.deal.table


def table_of_table(wanted: TableId) -> int:
    return wanted.table
