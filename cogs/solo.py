"""What one plays alone: ``/daily``, the list of the day, and a finished deal once more. Every answer is private."""

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.daily import Daily
from bot.periods import day
from bot.practice import NotYours
from bot.rankings import Place
from bot.tables import TooManyTables
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.slots import Shot
from cogs.ui.leaderboard import Row
from cogs.ui.names import clean
from cogs.ui.notes import Notice, note
from cogs.ui.past_ids import AgainId, DailyId
from cogs.ui.solo import Standings, standings, unfinished

ROWS: Final = 15


class Playing(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._daily = Daily(desk.bot.store, desk.bot.tables, desk.bot.clock)

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                if self._bot.tables.closing:
                    await self._desk.tell(interaction, answer, Notice.RESTARTING)
                    return
                await self._desk.guard(interaction, answer, lambda: self._today(interaction, answer))

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("daily.name"), description=texts("daily.description"), callback=callback
        )
        command.guild_only = True
        return command

    async def _today(self, click: Click, answer: Answer) -> None:
        """The hand of today's dozen, or its list once it is played; a choice while an older one is not finished."""
        running = self._daily.running(click.guild_id or 0, click.user.id)
        if running is not None and not self._daily.of_today(running):
            texts = self._desk.texts(click)
            await answer.show(Shot(unfinished(day(running.opened), self._daily.today, running.series.number, texts)))
            return
        await self._begin(click, answer)

    async def _begin(self, click: Click, answer: Answer) -> None:
        if self._bot.deletions.waits(click.user.id):
            await self._desk.tell(click, answer, Notice.BEING_FORGOTTEN)
            return
        try:
            table = await self._daily.begin(click.guild_id or 0, click.channel_id or 0, click.user.id)
        except TooManyTables:
            await self._desk.tell(click, answer, Notice.TOO_MANY_TABLES)
            return
        if table is None:
            await self._list(click, self._daily.today, answer)
        else:
            await self._desk.screens.hands(table).show(click, answer)

    async def of_day(self, click: Click, wanted: DailyId, answer: Answer) -> None:
        """A button of the list, or of the question which dozen to play."""
        running = self._daily.running(click.guild_id or 0, click.user.id)
        match wanted.verb:
            case "list":
                answer.update = False
                await self._list(click, wanted.day, answer)
            case "resume" if running is not None:
                await self._desk.screens.hands(running).show(click, answer)
            case _:
                await self._begin(click, answer)

    async def _list(self, click: Click, of_day: str, answer: Answer) -> None:
        guild, user, store = click.guild_id or 0, click.user.id, self._bot.store
        places = await store.leaderboard(guild, of_day, "daily", "seeger", 0, ROWS)
        own = await store.standing_of(guild, user, of_day, "daily", "seeger")
        players = await store.leaderboard_size(guild, of_day, "daily", "seeger")
        state = await self._daily.state(guild, user) if of_day == self._daily.today else "over"
        shown = Standings(
            of_day,
            tuple(self._row(guild, place) for place in places),
            None if own is None else self._row(guild, own),
            players,
            state,
        )
        await answer.show(Shot(standings(shown, self._desk.texts(click))))

    def _row(self, guild: int, place: Place) -> Row:
        figures = place.figures
        name = self._bot.names.get(guild, figures.user)
        known = None if name is None else clean(name)
        return Row(place.rank, known, figures.seeger, figures.deals, figures.won, figures.lost)

    async def again(self, click: Click, wanted: AgainId, answer: Answer) -> None:
        """A finished deal once more. The message of a practice that is over makes room for the next one."""
        guild, user, texts = click.guild_id or 0, click.user.id, self._desk.texts(click)
        answer.update = answer.update and wanted.seat is not None
        deal = (wanted.deal.table, wanted.deal.number)
        if self._bot.deletions.waits(user):
            await self._desk.tell(click, answer, Notice.BEING_FORGOTTEN)
            return
        try:
            table = await self._desk.practice.again(guild, click.channel_id or 0, user, deal, wanted.seat)
        except NotYours:
            answer.update = False
            await answer.note(note(texts("again.not_yours")))
        except TooManyTables:
            await self._desk.tell(click, answer, Notice.TOO_MANY_TABLES)
        else:
            await self._desk.screens.hands(table).show(click, answer)
