"""``/settings``: what a server's moderators choose. Whoever may not is refused, at the command and at every click."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.guilds import GuildChoices, TimeName
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.play import changed_rules, chosen_value, chosen_values
from cogs.slots import Shot
from cogs.ui.ids import SettingsId
from cogs.ui.notes import Notice
from cogs.ui.rules_text import with_preset
from cogs.ui.settings import GuildPage, default_rules, mentions, season_question, settings
from game.illegal import Refusal, TableError

NEEDED: Final = discord.Permissions(manage_guild=True)
"""Who has these permissions is shown the command, unless the server's integration settings say otherwise."""


class Moderating(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._book = desk.bot.guild_book

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                await self._desk.guard(interaction, answer, lambda: self._open(interaction, answer))

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("settings.name"), description=texts("settings.description"), callback=callback
        )
        command.guild_only = True
        command.default_permissions = NEEDED
        return command

    async def _open(self, click: Click, answer: Answer) -> None:
        if click.guild_id is None or not may_choose(click):
            await self._desk.tell(click, answer, Notice.MODERATORS_ONLY)
            return
        await self._show(click, click.guild_id, answer)

    async def choose(self, click: Click, wanted: SettingsId, answer: Answer) -> None:
        # The click says what the person may do now, whatever they were when the menu was opened.
        if not may_choose(click):
            await self._desk.tell(click, answer, Notice.MODERATORS_ONLY)
            return
        if wanted.guild != click.guild_id:
            await self._desk.tell(click, answer, Notice.OTHER_SERVER)
            return
        guild, texts = wanted.guild, self._desk.texts(click)
        match wanted.verb:
            case "show":
                await self._show(click, guild, answer)
            case "rules" | "preset" | "option":
                await self._rules(click, wanted)
                await answer.show(Shot(default_rules(await self._page(guild), texts)))
            case "season":
                await answer.show(Shot(season_question(await self._page(guild), texts)))
            case "season-sure":
                await self._reset_season(guild)
                await self._show(click, guild, answer, texts("settings.season.done"))
            case "reminder" | "stand_in" | "next_deal":
                await self._time(click, guild, wanted.verb)
                await self._show(click, guild, answer)
            case "language":
                await self._language(click, guild)
                await self._show(click, guild, answer)
            case "channels":
                await self._channels(click, guild)
                await self._show(click, guild, answer)

    async def _show(self, click: Click, guild: int, answer: Answer, news: str = "") -> None:
        await answer.show(Shot(settings(await self._page(guild), self._desk.texts(click), news=news)))

    async def _page(self, guild: int) -> GuildPage:
        bot = self._desk.bot
        home = bot.get_guild(guild)
        own = home.preferred_locale.value.partition("-")[0] if home is not None else "en"
        choices = await self._book.load(guild)
        return GuildPage(guild, choices, own, bot.tables.usual_times, existing(choices, home))

    async def _rules(self, click: Click, wanted: SettingsId) -> None:
        rules = (await self._book.load(wanted.guild)).rules
        if wanted.verb == "preset":
            await self._book.choose_rules(wanted.guild, with_preset(rules, wanted.argument))
        elif wanted.verb == "option":
            await self._book.choose_rules(wanted.guild, changed_rules(rules, wanted.argument, chosen_value(click)))

    async def _time(self, click: Click, guild: int, name: TimeName) -> None:
        tables = self._desk.bot.tables
        try:
            await self._book.choose_time(guild, name, chosen_value(click), tables.usual_times)
        except ValueError:
            raise TableError(Refusal.BAD_OPTION) from None
        tables.times_changed(guild)

    async def _language(self, click: Click, guild: int) -> None:
        bot = self._desk.bot
        try:
            await self._book.choose_language(guild, chosen_value(click))
        except ValueError:
            raise TableError(Refusal.BAD_OPTION) from None
        bot.redraw(table for table in bot.tables.all() if table.guild == guild)

    async def _channels(self, click: Click, guild: int) -> None:
        home = click.guild
        chosen = [int(value) for value in chosen_values(click) if value.isascii() and value.isdecimal()]
        # Only an invented click names what is no channel of this server.
        if home is None or any(home.get_channel(channel) is None for channel in chosen):
            raise TableError(Refusal.BAD_OPTION)
        try:
            await self._book.choose_channels(guild, chosen)
        except ValueError:
            raise TableError(Refusal.BAD_OPTION) from None

    async def _reset_season(self, guild: int) -> None:
        await self._book.reset_season(guild, self._desk.bot.clock.time())


def may_choose(click: Click) -> bool:
    return click.permissions.manage_guild


def existing(choices: GuildChoices, home: discord.Guild | None) -> tuple[int, ...]:
    """The chosen channels that are still there."""
    return tuple(one for one in choices.channels if home is None or home.get_channel(one) is not None)


def allowed_instead(click: Click, choices: GuildChoices) -> str:
    """Empty if a table may be opened where a command was given, else the channels where it may."""
    allowed = existing(choices, click.guild)
    # A thread is as good as the channel it belongs to.
    here = {click.channel_id, getattr(click.channel, "parent_id", None)}
    return "" if not allowed or here & set(allowed) else mentions(allowed)
