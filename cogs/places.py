"""What becomes of tables when Discord takes their place away: a channel or thread deleted, the bot removed, an outage.

A table without a place is suspended: nobody is asked to wait for it, and no request is made for it.
"""

import asyncio
import logging
from typing import Final

import discord
from discord.ext import commands

from bot.transport import FAULTS
from cogs.desk import Desk
from game.table import Table

log = logging.getLogger(__name__)

CHANNEL_KEPT: Final = 24 * 3600.0
GUILD_KEPT: Final = 30 * 24 * 3600.0
"""Seconds since the last move for which a table is kept: a channel never comes back, a server may invite again."""

OUTAGE: Final = "outage"
"""The reason for which a table is held: its server is out of reach."""

UNKNOWN_GUILD: Final = 10004
MISSING_ACCESS: Final = 50001
ASK_AGAIN: Final = 60.0
"""Seconds until a server is asked for again that could not be asked for."""


class Places(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._screens = desk.screens
        self._bot = desk.bot
        self._tables = desk.bot.tables
        self._asking: set[int] = set()
        self._lost_with_guild: set[int] = set()

    # Channels and threads

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self._channel_gone(thread.thread_id)

    @commands.Cog.listener()
    async def on_place_lost(self, table: Table) -> None:
        """A request was told that there is no such channel."""
        self._tables.suspend(table, CHANNEL_KEPT)

    def _channel_gone(self, channel: int) -> None:
        table = self._tables.in_channel(channel)
        if table is not None:
            self._tables.suspend(table, CHANNEL_KEPT)

    # What the bot may do

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: object, after: discord.abc.GuildChannel) -> None:
        self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: object, after: discord.Thread) -> None:
        self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: object, after: discord.Role) -> None:
        self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        self._permissions_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: object, after: discord.Member) -> None:
        """Only the bot's own roles are heard of."""
        self._permissions_changed(after.guild.id)

    def _permissions_changed(self, guild: int) -> None:
        for table in self._of(guild):
            self._screens.recover(table)

    # Servers

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        for guild in {table.guild for table in (*self._tables.all(), *self._tables.suspended())}:
            known = self._bot.get_guild(guild)
            if known is None:
                self._guild_gone(guild)
            elif known.unavailable:
                self._out_of_reach(guild)
            else:
                self._there(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._guild_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._there(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._out_of_reach(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._there(guild.id)

    def _of(self, guild: int) -> list[Table]:
        return [table for table in self._tables.all() if table.guild == guild]

    def _out_of_reach(self, guild: int) -> None:
        for table in self._of(guild):
            self._tables.hold(table, OUTAGE)

    def _there(self, guild: int) -> None:
        """Play goes on in a server, also at the tables that were lost with it."""
        for table in self._tables.suspended():
            if table.guild == guild and table.id in self._lost_with_guild:
                self._lost_with_guild.discard(table.id)
                self._tables.restore(table)
        back = self._of(guild)
        for table in back:
            self._tables.release(table, OUTAGE)
        self._bot.redraw(back)

    def _guild_gone(self, guild: int) -> None:
        lost = self._of(guild)
        for table in lost:
            self._lost_with_guild.add(table.id)
            self._tables.suspend(table, GUILD_KEPT)
        if lost and guild not in self._asking:
            self._asking.add(guild)
            self._bot.spawn(self._confirm(guild))

    async def _confirm(self, guild: int) -> None:
        """Asks whether the bot is really out of a server; no is no reason to leave its people waiting."""
        try:
            while not await self._is_gone(guild):
                if self._bot.get_guild(guild) is not None:
                    self._there(guild)
                    return
                await asyncio.sleep(ASK_AGAIN)
        finally:
            self._asking.discard(guild)

    async def _is_gone(self, guild: int) -> bool:
        try:
            async with asyncio.timeout(10):
                await self._bot.fetch_guild(guild)
        except discord.HTTPException as error:
            return error.code in (UNKNOWN_GUILD, MISSING_ACCESS)
        except FAULTS as error:
            log.info("a server could not be asked for: %s", type(error).__name__)
        return False
