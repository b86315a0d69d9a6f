"""What every handler of clicks and commands shares: texts, screens, and the guard that answers whatever goes wrong."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Final

import discord

from bot.app import PERMISSIONS, SkatBot
from bot.practice import Practice
from bot.texts import Texts
from bot.transport import FAULTS
from cogs.answer import Answer
from cogs.artist import Artist
from cogs.emojis import UPLOAD_GAP, CardEmojis
from cogs.render import Renderer, message_link
from cogs.screens import Screens
from cogs.ui.cards import label
from cogs.ui.notes import Notice, note, notice, notice_text
from game.actions import Action, Play
from game.illegal import Illegal, Refusal, TableError
from game.journal import JournalError
from game.table import Table

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]

NOTICES: Final = {
    Refusal.NOT_SEATED: Notice.NOT_SEATED,
    Refusal.SITTING_OUT: Notice.SITTING_OUT,
    Refusal.OTHER_DEAL: Notice.OTHER_DEAL,
    Refusal.ALREADY_MOVED: Notice.ALREADY_DONE,
    Refusal.FULL: Notice.TABLE_FULL,
    Refusal.ALREADY_SEATED: Notice.ALREADY_SEATED,
    Refusal.STARTED: Notice.ALREADY_STARTED,
    Refusal.NOT_STARTED: Notice.NOT_STARTED,
    Refusal.NOT_FULL: Notice.CHAIRS_MISSING,
    Refusal.NOT_HOST: Notice.HOST_ONLY,
    Refusal.CHAIR_TAKEN: Notice.TOO_MANY_PEOPLE,
    Refusal.NO_COMPUTER: Notice.NO_COMPUTER,
    Refusal.DEAL_RUNNING: Notice.CUT_TOO_LATE,
    Refusal.MAY_NOT_END: Notice.MAY_NOT_END,
    Refusal.CLOSED: Notice.TABLE_CLOSED,
    Refusal.CUTS_OVER: Notice.CUT_TOO_LATE,
    Refusal.SEATED_ELSEWHERE: Notice.SEATED_ELSEWHERE,
    Refusal.BAD_OPTION: Notice.BAD_CHOICE,
    Refusal.NO_TABLE: Notice.NO_TABLE,
}


NOTE_EVERY: Final = 10.0
NOTES_AT_ONCE: Final = 5
LAST_ANSWERS: Final = 5.0
"""Seconds for the answers to what was clicked before a stop."""


class Notes:
    """How many notes a person may cause: one in ten seconds, and a few more at once for who sits at a table."""

    def __init__(self) -> None:
        self._spent: OrderedDict[int, float] = OrderedDict()

    def allow(self, user: int, now: float, *, seated: bool) -> bool:
        """Counts a note; False if it would be one too many."""
        burst = NOTE_EVERY * (NOTES_AT_ONCE - 1 if seated else 0)
        free_at = max(self._spent.pop(user, now), now)
        allowed = free_at <= now + burst
        self._spent[user] = free_at + NOTE_EVERY if allowed else free_at
        while len(self._spent) > 2048:
            self._spent.popitem(last=False)
        return allowed


class Desk:
    """Built once for all cogs."""

    def __init__(self, bot: SkatBot) -> None:
        self.bot = bot
        self.emojis = CardEmojis()
        self.artist = Artist()
        self.practice = Practice(bot.store, bot.tables, bot.clock)
        self.renderer = Renderer(
            bot.texts,
            bot.names,
            bot.preferences,
            self.emojis,
            self.artist,
            self.practice,
            lambda guild: bot.tables.times_at(guild).next_deal,
        )
        self.screens = Screens(bot, self.renderer)
        self._notes = Notes()
        self._answering: set[asyncio.Task[Any]] = set()
        bot.tables.watch(self.screens)
        bot.tables.plays_forced = lambda user: bot.preferences.get(user).forced == "play"
        bot.tables.chosen_times = lambda guild, usual: bot.guild_book.get(guild).times(usual)

    @contextlib.asynccontextmanager
    async def answering(self, click: Click, *, update: bool, public: bool = False) -> AsyncGenerator[Answer]:
        """The answer to an interaction, for which a stop of the client waits."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            async with Answer(click, update=update, public=public) as answer:
                await self.greet(click)
                yield answer
        finally:
            self._answering.discard(task)

    async def close(self) -> None:
        """Lets the answers that are being given come to their end, then shows nothing more."""
        others = self._answering - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=LAST_ANSWERS)
        await self.screens.close()
        await self.artist.close()

    def texts(self, click: Click) -> Texts:
        """In the language of the person's choice, or of their Discord."""
        chosen = self.bot.preferences.get(click.user.id).language
        return self.bot.texts.of(click.locale.value if chosen == "client" else chosen)

    async def upload_emojis(self) -> None:
        """Brings the cards' faces to Discord; whenever some have come, every table is shown anew."""
        await self.bot.wait_until_ready()
        gap = UPLOAD_GAP if self.bot.settings.discord_token is not None else 0.0
        await self.emojis.upload(self.bot, self.artist.thread, self._show_all, gap)

    def _show_all(self) -> None:
        self.bot.redraw(self.bot.tables.all())

    async def greet(self, click: Click) -> None:
        """Learns how the person is called in this server, what they prefer, and what the server's moderators chose."""
        with contextlib.suppress(JournalError):
            await self.bot.preferences.load(click.user.id)
            if click.guild_id is not None:
                await self.bot.guild_book.load(click.guild_id)
        if click.guild_id is not None:
            self.bot.names.learn(click.guild_id, click.user.id, click.user.display_name)

    def link(self, table: Table) -> str:
        return message_link(table.guild, table.channel, table.board or table.channel)

    async def tell(self, click: Click, answer: Answer, what: Notice, **values: object) -> None:
        """A private note, unless the person causes too many; then a plain acknowledgement has to do."""
        seated = bool(self.bot.tables.of_user(click.user.id))
        if click.type is discord.InteractionType.application_command or self._notes.allow(
            click.user.id, self.bot.clock.time(), seated=seated
        ):
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
                log.warning("table %s: nothing can be saved: %s", table.id if table is not None else "-", error)
                self.bot.alert("not_saved")
                await self.tell(click, answer, Notice.NOT_SAVED)
        except FAULTS as error:
            # The person's client has given up on this click; what it did is shown all the same.
            log.info("an interaction could not be answered: %s", type(error).__name__)
            if not answer.tried:
                # It was something else that Discord did not take.
                await self.apologise(click, answer)
        except Exception:
            log.exception("table %s: a click failed", table.id if table is not None else "-")
            await self.apologise(click, answer)

    async def apologise(self, click: Click, answer: Answer) -> None:
        try:
            await self.tell(click, answer, Notice.ERROR)
        except FAULTS as error:
            log.info("an apology could not be delivered: %s", type(error).__name__)

    async def _illegal(
        self, click: Click, answer: Answer, table: Table | None, action: Action | None, error: Illegal
    ) -> None:
        texts = self.texts(click)
        told = None
        if table is not None and action is not None:
            told = self.renderer.refusal(table, click.user.id, texts.language, action, error.reason)
        if table is None or told is None:
            await answer.note(note(texts(f"reason.{error.reason.value}")))
        else:
            await self.screens.hands(table).show(click, answer, note=told)

    async def _refused(self, click: Click, answer: Answer, table: Table | None, error: TableError) -> None:
        what = NOTICES[error.refusal]
        texts = self.texts(click)
        if (
            what in (Notice.OTHER_DEAL, Notice.ALREADY_DONE)
            and table is not None
            and table.chair_of_user(click.user.id) is not None
        ):
            text = notice_text(what, texts)
            last = table.last_of(click.user.id)
            if what is Notice.ALREADY_DONE and isinstance(last, Play):
                text = texts("refused.card_not_held", card=label(last.card, texts))
            if table.view(click.user.id) is not None:
                await self.screens.hands(table).show(click, answer, note=text)
                return
        empty = sum(chair is None for chair in table.chairs) if table is not None else 0
        seated = self.bot.tables.of_user(click.user.id)
        await self.tell(click, answer, what, n=empty, link=self.link(seated[0]) if seated else "")


def missing_permissions(click: Click) -> list[str]:
    """What the bot lacks in the channel of a click, by discord.py's names."""
    have = click.app_permissions
    thread = isinstance(click.channel, discord.Thread)
    needless = "send_messages" if thread else "send_messages_in_threads"
    return [name for name, needed in PERMISSIONS if needed and name != needless and not getattr(have, name)]
