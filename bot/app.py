"""The Discord client: starts, loads the cogs, syncs commands when they changed, pauses clocks while it is away."""

import asyncio
import gc
import hashlib
import json
import logging
import sys
from collections.abc import Iterable
from typing import Any, Final, Protocol

import discord
from discord.ext import commands

from bot.deletions import Deletions
from bot.guilds import GuildBook
from bot.names import Names
from bot.preferences import PreferenceBook
from bot.retention import Retention
from bot.settings import Settings
from bot.store import Store
from bot.tables import Tables
from bot.texts import Texts
from bot.translator import CommandTranslator
from bot.transport import FAULTS, LOST, own_pauses, watched
from game.chairs import Clock
from game.computer.advice import Advice
from game.table import Table
from game.view import View

log = logging.getLogger(__name__)

COGS: Final = "cogs.setup"
"""The extension that adds them all; by name, because this room does not know that one."""

REDRAWS_A_SECOND: Final = 5
SYNC_AGAIN: Final = 60.0
"""Seconds until the commands are told again, if it is not known whether Discord has heard them."""
ALERT_EVERY: Final = 3600.0
TOKEN_REFUSED: Final = 4

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""What the bot needs in a channel, no more."""


SETTLED_AFTER: Final = (4.0, 8.0, 15.0, 25.0, 40.0)
"""Seconds after the start by which tables, servers, pictures and the search have been loaded, one after another."""


async def _settle_memory() -> None:
    """What has been loaded stays: looking through it for garbage again and again would hold up the loop by 0.1 s.

    Nothing is collected here, which would take as long; the little garbage of the start stays, too.
    """
    began = 0.0
    for moment in SETTLED_AFTER:
        await asyncio.sleep(moment - began)
        began = moment
        gc.freeze()


class Adviser(Protocol):
    async def advise(self, view: View) -> Advice:
        """What a strong player would do in the place of the view's seat; may take a second of another thread's time."""
        ...


class SkatBot(commands.Bot):
    """The client with what its cogs need; everything is handed in, nothing is global."""

    def __init__(
        self, settings: Settings, store: Store, tables: Tables, texts: Texts, names: Names, clock: Clock,
        adviser: Adviser, deletions: Deletions,
    ) -> None:  # fmt: skip
        # No voice is wanted, so nobody needs to be told that its libraries are missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=60.0,
            shard_id=settings.shard_ids[0] if settings.shard_ids else None,
            shard_count=settings.shard_count,
            http_trace=watched(self.token_refused),
        )
        self.settings = settings
        self.tables = tables
        self.texts = texts
        self.names = names
        self.preferences = PreferenceBook(store)
        self.guild_book = GuildBook(store)
        self.store = store
        self.clock = clock
        self.adviser = adviser
        self.deletions = deletions
        deletions.forgotten = self._forget
        self._retention = Retention(store, clock, settings.retention_days, self._forget)
        self.command_ids: dict[str, int] = {}
        self.stopped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._alerts: dict[str, float] = {}
        self._to_redraw: dict[int, Table] = {}
        self._redrawing = False
        self._background: set[asyncio.Task[None]] = set()

    def _forget(self, user: int) -> None:
        self.preferences.forget(user)
        self.names.forget(user)

    def _guilds(self) -> set[int] | None:
        """The servers of this process; None while they are not known, or if there are other processes' too."""
        complete = self.is_ready() and (self.settings.shard_count or 1) == 1
        return {guild.id for guild in self.guilds} if complete else None

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandTranslator(self.texts))
        self.command_ids = json.loads(await self.store.fact("command_ids") or "{}")
        await self.load_extension(COGS)
        self.spawn(_settle_memory())
        self.spawn(self._sync_commands())
        self.spawn(self._retention.run(self._guilds))
        self.spawn(self.names.look_up(self._display_name, self._name_found))

    def spawn(self, work: Any) -> None:
        """Runs `work` in the background until it ends or the client closes."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background_done)

    def _background_done(self, task: "asyncio.Task[None]") -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the background failed", exc_info=error)

    async def _sync_commands(self) -> None:
        """Tells Discord the commands if they are not what it was told last; a refusal leaves the old ones working."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        fingerprint = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True, default=str).encode()
        ).hexdigest()
        if self.command_ids and await self.store.fact("commands") == fingerprint:
            return
        there = await self._told()
        if there is not None:
            self.command_ids = {command.name: command.id for command in there}
            await self.store.note("command_ids", json.dumps(self.command_ids))
            await self.store.note("commands", fingerprint)

    async def _told(self) -> list[discord.app_commands.AppCommand] | None:
        """The commands as Discord has them now; None if it refuses them, which trying again would not change."""
        while True:
            try:
                return await self.tree.sync()
            except (discord.DiscordServerError, *LOST, TimeoutError) as error:
                log.warning("the commands could not be told: %s", type(error).__name__)
                await asyncio.sleep(SYNC_AGAIN)
            except discord.HTTPException as error:
                log.error("the commands were refused (%s %s); the old ones go on working", error.status, error.code)
                return None

    def language_of(self, guild: int) -> str:
        """The language in which all people of a server are spoken to."""
        chosen = self.guild_book.get(guild).language
        if chosen != "server":
            return chosen
        home = self.get_guild(guild)
        return home.preferred_locale.value if home is not None else "en"

    async def _display_name(self, guild: int, user: int) -> str | None:
        home = self.get_guild(guild)
        if home is None:
            return None
        try:
            return (await home.fetch_member(user)).display_name
        except discord.NotFound:
            return None

    def _name_found(self, guild: int, user: int) -> None:
        for table in self.tables.all():
            if table.guild == guild and table.chair_of_user(user) is not None:
                self.tables.changed(table)

    def redraw(self, tables: Iterable[Table]) -> None:
        """Shows tables anew, each once, a few a second."""
        self._to_redraw.update((table.id, table) for table in tables)
        if not self._redrawing:
            self._redrawing = True
            self.spawn(self._redraw())

    async def _redraw(self) -> None:
        try:
            while self._to_redraw:
                table = self._to_redraw.pop(next(iter(self._to_redraw)))
                if not table.closed:
                    self.tables.changed(table)
                    await asyncio.sleep(1 / REDRAWS_A_SECOND)
        finally:
            self._redrawing = False

    async def on_disconnect(self) -> None:
        self.tables.away()

    async def on_resumed(self) -> None:
        self._back()

    async def on_ready(self) -> None:
        self._back()

    def _back(self) -> None:
        # Everyone has their full time again at once; the boards follow at their pace.
        self.tables.back()
        self.redraw(self.tables.all())

    def alert(self, key: str) -> None:
        """Tells whoever runs the bot, in the log and in their channel, once an hour for each kind of trouble."""
        now = self.clock.time()
        if now - self._alerts.get(key, float("-inf")) < ALERT_EVERY:
            return
        self._alerts[key] = now
        log.error("%s", self.texts.of("en")(f"alert.{key}"))
        if self.settings.alert_channel is not None:
            self.spawn(self._post_alert(self.settings.alert_channel, key))

    async def _post_alert(self, channel: int, key: str) -> None:
        target = self.get_channel(channel)
        home = getattr(target, "guild", None)
        language = self.language_of(home.id) if isinstance(home, discord.Guild) else "en"
        try:
            with own_pauses():
                async with asyncio.timeout(10):
                    await self.get_partial_messageable(channel).send(self.texts.of(language)(f"alert.{key}"))
        except FAULTS as error:
            log.error("an alert could not be posted: %s", type(error).__name__)

    def token_refused(self) -> None:
        """The token is not valid any more: everything stops, nothing is tried again."""
        if not self.stopped.done():
            log.error("Discord refused the token; set a new SKAT_DISCORD_TOKEN and start again")
            self.stopped.set_result(TOKEN_REFUSED)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        log.error("an event failed: %s", event_method, exc_info=sys.exc_info())

    async def close(self) -> None:
        for task in self._background:
            task.cancel()
        await super().close()
