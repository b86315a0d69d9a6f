"""``/stats``: one person's figures with a chart, for whoever asks alone until they show them to everyone.

Who wants to be on no public list shows theirs to nobody else.
"""

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.totals import KINDS, Kind
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.artist import CHART_PICTURE
from cogs.completing import Completing, Drawn
from cogs.desk import Click, Desk
from cogs.pictures.lines import Progress
from cogs.slots import Shot
from cogs.ui.figure_ids import StatsBy, StatsId
from cogs.ui.ids import parse
from cogs.ui.names import clean
from cogs.ui.notes import note
from cogs.ui.stats import ALL_KINDS, StatsPage, stats, unlisted
from game.illegal import Refusal, TableError

_KINDS: Final[dict[str, Kind | None]] = {ALL_KINDS: None, **{one: one for one in KINDS}}


class Figures(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._completing = Completing(desk.bot)

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click, member: discord.Member | discord.User | None = None) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                # Of somebody who has left, Discord may send nothing but the number.
                name: str | None = getattr(member, "display_name", None)
                if member is not None and name is not None and interaction.guild_id is not None:
                    self._bot.names.learn(interaction.guild_id, member.id, name)
                user = interaction.user.id if member is None else member.id
                await self._desk.guard(
                    interaction, answer, lambda: self.show(interaction, StatsId(user, ALL_KINDS), answer)
                )

        app_commands.rename(member=texts("stats.member.name"))(callback)
        app_commands.describe(member=texts("stats.member.description"))(callback)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("stats.name"), description=texts("stats.description"), callback=callback
        )
        command.guild_only = True
        return command

    async def choose(self, click: Click, wanted: StatsBy, answer: Answer) -> None:
        del wanted
        data: Any = click.data or {}
        chosen = parse(str(next(iter(data.get("values", ())), "")))
        if not isinstance(chosen, StatsId) or chosen.verb != "show":
            raise TableError(Refusal.BAD_OPTION)
        await self.show(click, chosen, answer)

    async def show(self, click: Click, wanted: StatsId, answer: Answer) -> None:
        """The figures in a private message, or with the verb ``post`` the same in a public one."""
        if wanted.kind not in _KINDS:
            raise TableError(Refusal.BAD_OPTION)
        guild, texts = click.guild_id or 0, self._desk.texts(click)
        known = self._bot.names.get(guild, wanted.user)
        name = texts("ranking.former") if known is None else clean(known)
        own = wanted.user == click.user.id
        if not own and (await self._bot.preferences.load(wanted.user)).listed == "no":
            answer.update = False
            await answer.note(note(unlisted(name, texts)))
            return
        if wanted.verb == "post":
            answer.post()
        public = not answer.private

        async def draw() -> Drawn:
            found = await self._bot.store.stats(guild, wanted.user, _KINDS[wanted.kind])
            drawn = None
            if found.progress:
                shown = Progress(found.begins, (found.before, *found.progress), texts("stats.deals"))
                drawn = await self._desk.artist.chart(shown)
            page = StatsPage(wanted.user, name, wanted.kind, found, public)
            shot = Shot(
                stats(page, texts, CHART_PICTURE if drawn else None), ((CHART_PICTURE, drawn),) if drawn else ()
            )
            return Drawn(shot, unfinished=bool(found.progress) and not drawn)

        await self._completing.show(guild, answer, draw)
