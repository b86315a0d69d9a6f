"""The commands around a table: ``/skat open | table | hand | leave | end``."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.tables import TooManyTables
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk, missing_permissions
from cogs.play import STAND_IN_LEVEL, Play
from cogs.settings import allowed_instead
from cogs.slots import Shot
from cogs.ui import menus, notes
from cogs.ui.notes import Notice
from game.illegal import Refusal, TableError
from game.table import Table


class Lobby(commands.Cog):
    def __init__(self, desk: Desk, play: Play) -> None:
        self._desk = desk
        self._play = play
        self._bot = desk.bot

    def group(self, texts: CommandTexts) -> "app_commands.Group":
        """The command ``/skat`` with its subcommands, in every language."""
        group = app_commands.Group(name=texts("skat.name"), description=texts("skat.description"), guild_only=True)
        for name, work in (
            ("open", self._open),
            ("table", self._show_table),
            ("hand", self._hand),
            ("leave", self._leave),
            ("end", self._end),
        ):
            group.add_command(
                app_commands.Command(
                    name=texts(f"skat.{name}.name"),
                    description=texts(f"skat.{name}.description"),
                    callback=self._command(work, public=name == "open"),
                )
            )
        return group

    def _command(self, work: Any, *, public: bool) -> Any:
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False, public=public) as answer:
                if self._bot.tables.closing:
                    await self._desk.tell(interaction, answer, Notice.RESTARTING)
                    return
                table = self._bot.tables.in_channel(interaction.channel_id or 0)
                await self._desk.guard(interaction, answer, lambda: work(interaction, answer), table)

        return callback

    async def _open(self, click: Click, answer: Answer) -> None:
        desk = self._desk
        missing = missing_permissions(click)
        if missing:
            await answer.note(notes.missing_permissions(missing, desk.texts(click)))
            return
        if self._bot.deletions.waits(click.user.id):
            await desk.tell(click, answer, Notice.BEING_FORGOTTEN)
            return
        assert click.guild_id is not None
        assert click.channel_id is not None
        choices = await self._bot.guild_book.load(click.guild_id)
        instead = allowed_instead(click, choices)
        if instead and self._bot.tables.in_channel(click.channel_id) is None:
            await desk.tell(click, answer, Notice.CHANNEL_NOT_ALLOWED, channels=instead)
            return
        try:
            table, new = await self._bot.tables.open(click.guild_id, click.channel_id, click.user.id, choices.rules)
        except TooManyTables:
            await desk.tell(click, answer, Notice.TOO_MANY_TABLES)
            return
        if not new:
            await desk.tell(click, answer, Notice.TABLE_HERE, link=desk.link(table))
            return
        await desk.screens.open_board(table, click, answer)

    async def _show_table(self, click: Click, answer: Answer) -> None:
        table = self._here(click)
        missing = missing_permissions(click)
        if missing:
            await answer.note(notes.missing_permissions(missing, self._desk.texts(click)))
            return
        self._desk.screens.recover(table)
        await self._desk.screens.board(table).post()
        await self._desk.tell(click, answer, Notice.TABLE_HERE, link=self._desk.link(table))

    async def _hand(self, click: Click, answer: Answer) -> None:
        table = self._own(click)
        if not table.started:
            raise TableError(Refusal.NOT_STARTED)
        await self._desk.screens.hands(table).show(click, answer)

    async def _leave(self, click: Click, answer: Answer) -> None:
        table = self._own(click)
        texts = self._desk.texts(click)
        if table.solo:
            await answer.show(Shot(menus.end_question(self._desk.renderer.scene(table), texts)))
        elif table.started:
            await answer.show(Shot(menus.leave_question(self._desk.renderer.scene(table), texts)))
        else:
            await table.leave(click.user.id, STAND_IN_LEVEL)
            await self._desk.tell(click, answer, Notice.LEFT)

    async def _end(self, click: Click, answer: Answer) -> None:
        table = self._to_end(click)
        if not self._play.may_end(click, table):
            seated = click.user.id in table.people
            raise TableError(Refusal.MAY_NOT_END if seated else Refusal.NOT_SEATED)
        texts = self._desk.texts(click)
        await answer.show(Shot(menus.end_question(self._desk.renderer.scene(table), texts)))

    def _here(self, click: Click) -> Table:
        table = self._bot.tables.in_channel(click.channel_id or 0)
        if table is None:
            raise TableError(Refusal.NO_TABLE)
        return table

    def _to_end(self, click: Click) -> Table:
        """The table of this channel, or else what the person plays alone."""
        here = self._bot.tables.in_channel(click.channel_id or 0)
        if here is None or not (click.user.id in here.people or self._play.may_end(click, here)):
            alone = self._bot.tables.solo_of(click.user.id, click.guild_id or 0)
            if alone:
                return alone[0]
        return self._here(click)

    def _own(self, click: Click) -> Table:
        """The table of this channel, or else what the person plays alone, or else the only one at which they sit."""
        here = self._bot.tables.in_channel(click.channel_id or 0)
        if here is not None and click.user.id in here.people:
            return here
        alone = self._bot.tables.solo_of(click.user.id, click.guild_id or 0)
        if alone:
            return alone[0]
        own = self._bot.tables.of_user(click.user.id)
        if len(own) == 1:
            return own[0]
        raise TableError(Refusal.NO_TABLE if here is None else Refusal.NOT_SEATED)
