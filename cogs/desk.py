"""What every handler of clicks and commands shares: texts, screens, and the guard that answers whatever goes wrong."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.app import SkatBot
from bot.texts import Texts
from cogs.answer import Answer
from cogs.render import Renderer, message_link
from cogs.screens import Screens
from cogs.ui.notes import Notice, note, notice, notice_text
from game.actions import Action
from game.illegal import Illegal, Refusal, TableError
from game.journal import JournalError
from game.table import Table

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]

NOTICES: Final = {
    Refusal.NOT_SEATED: Notice.NOT_SEATED,
    Refusal.SITTING_OUT: Notice.SITTING_OUT,
    Refusal.OTHER_DEAL: Notice.OTHER_DEAL,
    Refusal.FULL: Notice.TABLE_FULL,
    Refusal.ALREADY_SEATED: Notice.ALREADY_SEATED,
    Refusal.STARTED: Notice.ALREADY_STARTED,
    Refusal.NOT_STARTED: Notice.NOT_STARTED,
    Refusal.NOT_FULL: Notice.CHAIRS_MISSING,
    Refusal.NOT_HOST: Notice.HOST_ONLY,
    Refusal.CHAIR_TAKEN: Notice.TOO_MANY_PEOPLE,
    Refusal.DEAL_RUNNING: Notice.CUT_TOO_LATE,
    Refusal.MAY_NOT_END: Notice.MAY_NOT_END,
    Refusal.CLOSED: Notice.TABLE_CLOSED,
    Refusal.CUTS_OVER: Notice.CUT_TOO_LATE,
    Refusal.SEATED_ELSEWHERE: Notice.SEATED_ELSEWHERE,
    Refusal.BAD_OPTION: Notice.UNKNOWN_BUTTON,
    Refusal.NO_TABLE: Notice.NO_TABLE,
}


class Desk:
    """Built once for all cogs."""

    def __init__(self, bot: SkatBot) -> None:
        self.bot = bot
        self.renderer = Renderer(bot.texts, bot.names, bot.settings.next_deal_seconds)
        self.screens = Screens(bot, self.renderer)
        bot.tables.watch(self.screens)

    def texts(self, click: Click) -> Texts:
        return self.bot.texts.of(click.locale.value)

    def greet(self, click: Click) -> None:
        """Learns how the person is called in this server."""
        if click.guild_id is not None:
            self.bot.names.learn(click.guild_id, click.user.id, click.user.display_name)

    def link(self, table: Table) -> str:
        return message_link(table.guild, table.channel, table.board or table.channel)

    async def tell(self, click: Click, answer: Answer, what: Notice, **values: object) -> None:
        await answer.note(notice(what, self.texts(click), **values))

    async def guard(
        self,
        click: Click,
        answer: Answer,
        work: Callable[[], Awaitable[None]],
        table: Table | None = None,
        action: Action | None = None,
    ) -> None:
        """Runs `work`; whatever goes wrong is said kindly, and what nobody expected is logged once."""
        try:
            try:
                await work()
            except Illegal as error:
                await self._illegal(click, answer, table, action, error)
            except TableError as error:
                await self._refused(click, answer, table, error)
            except JournalError as error:
                log.error("table %s: nothing can be saved: %s", table.id if table is not None else "-", error)
                await self.tell(click, answer, Notice.NOT_SAVED)
        except discord.HTTPException as error:
            # The person's client has given up on this click; what it did is shown all the same.
            log.info("an interaction could not be answered: %s %s", error.status, error.code)
        except Exception:
            log.exception("table %s: a click failed", table.id if table is not None else "-")
            await self.apologise(click, answer)

    async def apologise(self, click: Click, answer: Answer) -> None:
        try:
            await self.tell(click, answer, Notice.ERROR)
        except discord.HTTPException as error:
            log.info("an apology could not be delivered: %s %s", error.status, error.code)

    async def _illegal(
        self, click: Click, answer: Answer, table: Table | None, action: Action | None, error: Illegal
    ) -> None:
        texts = self.texts(click)
        shot = None
        if table is not None and action is not None:
            shot = self.renderer.refused_hand(table, click.user.id, texts.language, action, error.reason)
        if table is None or shot is None:
            await answer.note(note(texts(f"reason.{error.reason.value}")))
        else:
            await self.screens.show_hand(table, click, answer, shot)

    async def _refused(self, click: Click, answer: Answer, table: Table | None, error: TableError) -> None:
        what = NOTICES[error.refusal]
        texts = self.texts(click)
        if what is Notice.OTHER_DEAL and table is not None and table.chair_of_user(click.user.id) is not None:
            text = notice_text(what, texts)
            shot = self.renderer.hand(table, click.user.id, texts.language, note=text)
            if shot is not None:
                await self.screens.show_hand(table, click, answer, shot)
                return
        empty = sum(chair is None for chair in table.chairs) if table is not None else 0
        seated = self.bot.tables.of_user(click.user.id)
        await self.tell(click, answer, what, n=empty, link=self.link(seated[0]) if seated else "")
