"""``/help``, ``/rules`` and ``/learn``: for whoever wants to know how it is done. Private; all state is in the ids."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.texts import Texts
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.play import chosen_value, chosen_values
from cogs.settings import may_choose
from cogs.slots import Shot
from cogs.ui.chapters import first_page, rules_page
from cogs.ui.guide_ids import CHAPTERS, Chapter, LearnId, RulesId
from cogs.ui.help import Commands, overview
from cogs.ui.lesson import FIRST, NoLesson, lesson
from game.illegal import Refusal, TableError

_CHAPTERS: Final[dict[str, Chapter]] = {one: one for one in CHAPTERS}


class Guide(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot

    def commands(self, texts: CommandTexts) -> "list[app_commands.Command[Any, ..., Any]]":
        found = [
            self._command(texts, "help", self._help),
            self._command(texts, "rules", self._rules),
            self._command(texts, "learn", self._learn),
        ]
        # The rules are those of a channel of a server; whoever is alone with the bot may still learn.
        found[1].guild_only = True
        return found

    def _command(self, texts: CommandTexts, name: str, work: Any) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                await self._desk.guard(interaction, answer, lambda: work(interaction, answer))

        return app_commands.Command(
            name=texts(f"{name}.name"), description=texts(f"{name}.description"), callback=callback
        )

    def _texts(self, click: Click) -> Texts:
        """With the cards called as on the person's own deck."""
        return self._desk.renderer.own_texts(click.user.id, self._desk.texts(click).language)

    # Help

    async def _help(self, click: Click, answer: Answer) -> None:
        offered = Commands(tuple(self._offered(click)), self._bot.command_ids)
        shown = overview(offered, self._texts(click), learn=FIRST, rules=self._rules_here(click))
        await answer.show(Shot(shown))

    def _offered(self, click: Click) -> Iterator[str]:
        """All commands, those of moderators for moderators alone."""
        for command in self._bot.tree.get_commands(type=discord.AppCommandType.chat_input):
            if isinstance(command, app_commands.Group):
                yield from (f"{command.name} {below.name}" for below in command.commands)
            elif getattr(command, "default_permissions", None) is None or may_choose(click):
                yield command.name

    # Rules

    def _rules_here(self, click: Click) -> RulesId:
        """Those of the table in this channel, or those that a new table would have."""
        table = self._bot.tables.in_channel(click.channel_id or 0)
        if table is not None:
            return first_page("table", table.rules)
        return first_page("server", self._bot.guild_book.get(click.guild_id or 0).rules)

    async def _rules(self, click: Click, answer: Answer) -> None:
        await answer.show(Shot(rules_page(self._rules_here(click), self._texts(click))))

    async def turn(self, click: Click, wanted: RulesId, answer: Answer) -> None:
        """Another chapter: the id's own, or the one chosen in its select."""
        if chosen_values(click):
            chapter = _CHAPTERS.get(chosen_value(click))
            if chapter is None:
                raise TableError(Refusal.BAD_OPTION)
            wanted = RulesId(wanted.of, chapter, wanted.rules)
        await answer.show(Shot(rules_page(wanted, self._texts(click))))

    # The lesson

    async def _learn(self, click: Click, answer: Answer) -> None:
        await self.study(click, FIRST, answer)

    async def study(self, click: Click, wanted: LearnId, answer: Answer) -> None:
        texts = self._texts(click)
        emojis = self._desk.emojis.of(self._bot.preferences.get(click.user.id).deck, texts.language)
        try:
            shown = lesson(wanted, texts, emojis)
        except NoLesson:
            raise TableError(Refusal.BAD_OPTION) from None
        await answer.show(Shot(shown))
