"""Guilds, channels, threads, members and users, as far as a bot with the guilds intent needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import access, payloads, permissions
from bot.sandbox.errors import ApiError, Problems, Refusal, form_error
from bot.sandbox.form import Form
from bot.sandbox.limits import Limit
from bot.sandbox.model import PRIVATE_THREAD, PUBLIC_THREAD, TEXT
from bot.sandbox.routing import Call, Reply, Router

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

USUAL = Limit(5, 5.0)
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class GuildRoutes:
    def __init__(self, world: World) -> None:
        self.world = world

    def register(self, router: Router) -> None:
        router.add("GET", "/users/@me/guilds", self.own_guilds, USUAL)
        router.add("POST", "/users/@me/channels", self.open_dm, USUAL)
        router.add("DELETE", "/users/@me/guilds/{guild_id}", self.leave, USUAL)
        router.add("GET", "/users/{user_id}", self.user, Limit(30, 30.0))
        router.add("GET", "/guilds/{guild_id}", self.guild, USUAL)
        router.add("GET", "/guilds/{guild_id}/channels", self.channels, USUAL)
        router.add("GET", "/guilds/{guild_id}/roles", self.roles, USUAL)
        router.add("GET", "/guilds/{guild_id}/threads/active", self.active_threads, USUAL)
        router.add("GET", "/guilds/{guild_id}/members/{user_id}", self.member, USUAL)
        router.add("GET", "/channels/{channel_id}", self.channel, USUAL)
        router.add("PATCH", "/channels/{channel_id}", self.change_channel, USUAL)
        router.add("DELETE", "/channels/{channel_id}", self.delete_channel, USUAL)
        router.add("POST", "/channels/{channel_id}/threads", self.start_thread, Limit(5, 10.0))
        router.add(
            "POST",
            "/channels/{channel_id}/messages/{message_id}/threads",
            self.start_thread,
            Limit(5, 10.0),
        )
        router.add("PUT", "/channels/{channel_id}/thread-members/@me", self.join_thread, USUAL)
        router.add("DELETE", "/channels/{channel_id}/thread-members/@me", self.leave_thread, USUAL)
        router.add("PUT", "/channels/{channel_id}/thread-members/{user_id}", self.join_thread, USUAL)

    async def own_guilds(self, call: Call) -> Reply:
        del call
        bot = self.world.bot.id
        shown: list[Json] = [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(permissions.in_guild(guild, bot)),
                "features": [],
            }
            for guild in self.world.guilds.values()
            if bot in guild.members
        ]
        return Reply(200, shown)

    async def leave(self, call: Call) -> Reply:
        self.world.kick(access.guild(self.world, call.id("guild_id")), self.world.bot.id)
        return Reply(204)

    async def open_dm(self, call: Call) -> Reply:
        problems = Problems()
        user_id = Form(call.form, problems).snowflake("recipient_id")
        problems.finish()
        if user_id is None or user_id not in self.world.users:
            raise form_error(("recipient_id",), "USER_INVALID", "Unknown user")
        return Reply(200, payloads.channel_shape(self.world, self.world.open_dm(user_id)))

    async def user(self, call: Call) -> Reply:
        found = self.world.users.get(call.id("user_id"))
        if found is None:
            raise ApiError(Refusal.UNKNOWN_USER)
        return Reply(200, found.payload())

    async def guild(self, call: Call) -> Reply:
        guild = access.guild(self.world, call.id("guild_id"))
        body = payloads.guild_shape(guild)
        if call.flag("with_counts"):
            body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
        return Reply(200, body)

    async def channels(self, call: Call) -> Reply:
        guild = access.guild(self.world, call.id("guild_id"))
        found = [self.world.channels[channel_id] for channel_id in guild.channels]
        return Reply(200, [payloads.channel_shape(self.world, c) for c in found if not c.is_thread])

    async def roles(self, call: Call) -> Reply:
        guild = access.guild(self.world, call.id("guild_id"))
        return Reply(200, [role.payload() for role in guild.roles.values()])

    async def active_threads(self, call: Call) -> Reply:
        guild = access.guild(self.world, call.id("guild_id"))
        found = [self.world.channels[channel_id] for channel_id in guild.channels]
        threads = [
            payloads.channel_shape(self.world, c)
            for c in found
            if c.is_thread
            and not c.archived
            and permissions.in_channel(self.world, c, self.world.bot.id) & permissions.VIEW_CHANNEL
        ]
        return Reply(200, {"threads": threads, "members": []})

    async def member(self, call: Call) -> Reply:
        guild = access.guild(self.world, call.id("guild_id"))
        member = guild.members.get(call.id("user_id"))
        if member is None:
            known = call.id("user_id") in self.world.users
            raise ApiError(Refusal.UNKNOWN_MEMBER if known else Refusal.UNKNOWN_USER)
        return Reply(200, payloads.member_shape(self.world, member))

    async def channel(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        return Reply(200, payloads.channel_shape(self.world, channel))

    async def change_channel(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        problems = Problems()
        form = Form(call.form, problems)
        name = form.text("name", 1, 100)
        archived, locked = form.boolean("archived"), form.boolean("locked")
        slowmode = form.integer("rate_limit_per_user", 0, 21_600)
        minutes = form.one_of("auto_archive_duration", ARCHIVE_MINUTES, "60, 1440, 4320, 10080")
        topic = form.text("topic", 0, 1024)
        problems.finish()
        if channel.is_thread:
            self._demand_for_thread(channel, call.form.keys() - {"archived"}, archived=archived)
            channel.auto_archive_minutes = minutes or channel.auto_archive_minutes
            channel.locked = channel.locked if locked is None else locked
            if archived is not None and archived != channel.archived:
                channel.archived = archived
                channel.archive_changed_at = self.world.clock.now()
        else:
            access.demand(self.world, channel, permissions.MANAGE_CHANNELS)
            channel.topic = topic if "topic" in call.form else channel.topic
        channel.name = name or channel.name
        channel.slowmode = channel.slowmode if slowmode is None else slowmode
        self.world.change_channel(channel)
        return Reply(200, payloads.channel_shape(self.world, channel))

    def _demand_for_thread(self, thread: Channel, others: set[str], *, archived: bool | None) -> None:
        """Opening an archived thread needs the right to write in it, and for a locked one to manage threads;
        whoever owns a thread may archive and rename it."""
        may_manage = permissions.in_channel(self.world, thread, self.world.bot.id) & permissions.MANAGE_THREADS
        if may_manage:
            if thread.archived and archived is not False:
                raise ApiError(Refusal.ARCHIVED_THREAD)
            return
        if thread.locked or "locked" in others:
            raise ApiError(Refusal.MISSING_PERMISSIONS)
        if thread.archived:
            if archived is not False:
                raise ApiError(Refusal.ARCHIVED_THREAD)
            access.demand_writing(self.world, thread)
        elif thread.owner_id != self.world.bot.id:
            raise ApiError(Refusal.MISSING_PERMISSIONS)

    async def delete_channel(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        needed = permissions.MANAGE_THREADS if channel.is_thread else permissions.MANAGE_CHANNELS
        access.demand(self.world, channel, needed)
        shape = payloads.channel_shape(self.world, channel)
        self.world.delete_channel(channel)
        return Reply(200, shape)

    async def start_thread(self, call: Call) -> Reply:
        parent = access.channel(self.world, call.id("channel_id"))
        if parent.kind != TEXT:
            raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
        problems = Problems()
        form = Form(call.form, problems)
        name = form.text("name", 1, 100, required=True) or ""
        minutes = form.one_of("auto_archive_duration", ARCHIVE_MINUTES, "60, 1440, 4320, 10080")
        slowmode = form.integer("rate_limit_per_user", 0, 21_600)
        kind = form.one_of("type", (10, PUBLIC_THREAD, PRIVATE_THREAD), "10, 11, 12") or PRIVATE_THREAD
        problems.finish()
        message = None
        if "message_id" in call.params:
            message = access.message(parent, call.id("message_id"))
            kind = PUBLIC_THREAD
            if message.id in self.world.channels:
                raise ApiError(Refusal.THREAD_EXISTS)
        private = kind == PRIVATE_THREAD
        access.demand(
            self.world,
            parent,
            permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS,
        )
        thread = self.world.add_thread(
            parent, name, self.world.bot.id, thread_id=message.id if message else None, kind=kind
        )
        thread.auto_archive_minutes = minutes or thread.auto_archive_minutes
        thread.slowmode = slowmode or 0
        return Reply(201, payloads.channel_shape(self.world, thread))

    async def join_thread(self, call: Call) -> Reply:
        thread = access.channel(self.world, call.id("channel_id"))
        if not thread.is_thread:
            raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
        if thread.archived:
            raise ApiError(Refusal.ARCHIVED_THREAD)
        user_id = call.id("user_id") if "user_id" in call.params else self.world.bot.id
        if user_id not in self.world.users:
            raise ApiError(Refusal.UNKNOWN_USER)
        if user_id not in thread.recipients:
            thread.recipients.append(user_id)
        return Reply(204)

    async def leave_thread(self, call: Call) -> Reply:
        thread = access.channel(self.world, call.id("channel_id"))
        if self.world.bot.id in thread.recipients:
            thread.recipients.remove(self.world.bot.id)
        return Reply(204)
