"""``/privacy show | export | delete``: what is kept about a person, for them alone to see, take along or delete."""

import asyncio
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.own_data import document
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.slots import Shot
from cogs.ui import privacy
from cogs.ui.ids import PrivacyId


class Privacy(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.bot.store
        self._deletions = desk.bot.deletions

    def group(self, texts: CommandTexts) -> "app_commands.Group":
        """The command ``/privacy`` with its subcommands, in every language."""
        group = app_commands.Group(name=texts("privacy.name"), description=texts("privacy.description"))
        for name, work in (("show", self._show), ("export", self._export), ("delete", self._ask)):
            group.add_command(
                app_commands.Command(
                    name=texts(f"privacy.{name}.name"),
                    description=texts(f"privacy.{name}.description"),
                    callback=self._command(work),
                )
            )
        return group

    def _command(self, work: Any) -> Any:
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                await self._desk.guard(interaction, answer, lambda: work(interaction, answer))

        return callback

    async def choose(self, click: Click, wanted: PrivacyId, answer: Answer) -> None:
        """A button of these screens; each is about whoever clicks it."""
        match wanted.verb:
            case "show":
                await self._show(click, answer)
            case "export":
                answer.update = False
                await self._export(click, answer)
            case "delete":
                await self._ask(click, answer)
            case "delete-sure":
                await self._delete(click, answer)

    async def _show(self, click: Click, answer: Answer) -> None:
        kept = await self._store.kept_of(click.user.id)
        days = self._desk.bot.settings.retention_days
        await answer.show(Shot(privacy.privacy(click.user.id, kept, days, self._desk.texts(click))))

    async def _export(self, click: Click, answer: Answer) -> None:
        user = click.user.id
        rows = await self._store.everything_of(user)
        made = await asyncio.to_thread(document, user, rows, self._desk.bot.clock.time())
        await answer.show(Shot(privacy.export(self._desk.texts(click)), ((privacy.FILE, made),)))

    async def _ask(self, click: Click, answer: Answer) -> None:
        in_a_deal = self._deletions.has_to_wait(click.user.id)
        await answer.show(Shot(privacy.question(self._desk.texts(click), in_a_deal=in_a_deal)))

    async def _delete(self, click: Click, answer: Answer) -> None:
        texts = self._desk.texts(click)
        done = await self._deletions.request(click.user.id)
        await answer.show(Shot(privacy.done(texts, waits=not done)))
