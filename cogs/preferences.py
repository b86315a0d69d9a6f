"""``/preferences``: deck, language, sorting, forced cards and size, kept for each person."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.play import chosen_value
from cogs.slots import Shot
from cogs.ui.ids import PreferenceId
from cogs.ui.preferences import preferences
from game.illegal import Refusal, TableError


class Preferring(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._book = desk.bot.preferences

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                await self._desk.guard(interaction, answer, lambda: self._show(interaction, answer))

        return app_commands.Command(
            name=texts("preferences.name"), description=texts("preferences.description"), callback=callback
        )

    async def _show(self, click: Click, answer: Answer) -> None:
        chosen = await self._book.load(click.user.id)
        await answer.show(Shot(preferences(chosen, self._desk.texts(click))))

    async def choose(self, click: Click, wanted: PreferenceId, answer: Answer) -> None:
        value = chosen_value(click)
        try:
            await self._book.choose(click.user.id, wanted.key, value)
        except ValueError:
            raise TableError(Refusal.BAD_OPTION) from None
        answer.update = True
        await self._show(click, answer)
        self._desk.screens.preferred(click.user.id)
        self._desk.bot.tables.wake()
