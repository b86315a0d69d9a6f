"""The state Discord would hold, and the only place that changes it.

Invariant: each change is made first and then told to the listeners, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import payloads, permissions
from bot.sandbox.changes import Changes
from bot.sandbox.clock import Clock
from bot.sandbox.model import (
    DM,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Emoji,
    Event,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.shapes import Json


class World:
    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.changes = Changes()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.emojis: dict[int, Emoji] = {}
        self.closed_dms: set[int] = set()
        """People who take no direct messages."""
        self.base_url = "http://127.0.0.1"
        """Where attachments are served; the server sets it when it knows its port."""
        self.on_event: list[Callable[[Event], None]] = []
        self.on_message: list[Callable[[Message], None]] = []
        self.on_message_gone: list[Callable[[Message], None]] = []
        self.on_surroundings: list[Callable[[], None]] = []
        """Called when what a client shows around the messages changed: channels, commands, people, emojis."""
        self.app_id = self.clock.new_id()
        self.app_name = "Skat"
        self.bot = User(self.app_id, self.app_name, self.app_name, bot=True)
        self.users[self.bot.id] = self.bot

    def add_person(self, name: str, locale: str = "en-US") -> User:
        user = User(self.clock.new_id(), name.lower(), name, locale)
        self.users[user.id] = user
        return user

    def person(self, who: int | str | User) -> User:
        """By id, user name or display name. Raises KeyError."""
        if isinstance(who, User):
            return who
        if isinstance(who, int) or who.isdecimal():
            return self.users[int(who)]
        for user in self.users.values():
            if who in (user.display, user.name):
                return user
        raise KeyError(who)

    def add_guild(self, name: str, locale: str = "de", *, owner: User, with_bot: bool = True) -> Guild:
        guild_id = self.clock.new_id()
        everyone = Role(guild_id, "@everyone", permissions.EVERYONE, position=0)
        guild = Guild(guild_id, name, owner.id, locale, {guild_id: everyone})
        self.guilds[guild_id] = guild
        self.commands[guild_id] = {}
        self.join(guild, owner)
        if with_bot:
            self.join(guild, self.bot)
        return guild

    def join(self, guild: Guild, user: User, *role_ids: int) -> Member:
        """For the bot: it is invited, and sees the guild arrive."""
        member = Member(user.id, self.clock.now(), list(role_ids))
        guild.members[user.id] = member
        if user is self.bot:
            self.emit("GUILD_CREATE", payloads.guild_create(self, guild, joined=True), guild.id)
        self.surroundings_changed()
        return member

    def set_roles(self, guild: Guild, user_id: int, *role_ids: int) -> None:
        """The bot hears of its own roles only, as it does without the members intent."""
        member = guild.members[user_id]
        member.roles = list(role_ids)
        data = payloads.member_shape(self, member) | {"guild_id": str(guild.id)}
        self.emit("GUILD_MEMBER_UPDATE", data, guild.id)
        self.surroundings_changed()

    def add_role(self, guild: Guild, name: str, bits: int) -> Role:
        role = Role(self.clock.new_id(), name, bits, position=len(guild.roles))
        guild.roles[role.id] = role
        self.emit("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": role.payload()}, guild.id)
        return role

    def add_channel(
        self, guild: Guild, name: str, kind: int = TEXT, *, overwrites: tuple[Overwrite, ...] = ()
    ) -> Channel:
        channel = Channel(
            self.clock.new_id(),
            guild.id,
            kind,
            name,
            position=len(guild.channels),
            overwrites=list(overwrites),
        )
        self._enter(guild, channel)
        self.emit("CHANNEL_CREATE", payloads.channel_shape(self, channel), guild.id)
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: int,
        *,
        thread_id: int | None = None,
        kind: int = PUBLIC_THREAD,
    ) -> Channel:
        guild = self.guilds[parent.guild_id or 0]
        thread = Channel(
            thread_id or self.clock.new_id(),
            guild.id,
            kind,
            name,
            parent_id=parent.id,
            owner_id=owner_id,
            archive_changed_at=self.clock.now(),
            recipients=[owner_id],
        )
        self._enter(guild, thread)
        self.emit("THREAD_CREATE", payloads.channel_shape(self, thread) | {"newly_created": True}, guild.id)
        return thread

    def _enter(self, guild: Guild, channel: Channel) -> None:
        self.channels[channel.id] = channel
        guild.channels.append(channel.id)
        self.surroundings_changed()

    def channel(self, which: int | str | Channel) -> Channel:
        """By id or name. Raises KeyError."""
        if isinstance(which, Channel):
            return which
        if isinstance(which, int) or which.isdecimal():
            return self.channels[int(which)]
        for channel in self.channels.values():
            if channel.name == which:
                return channel
        raise KeyError(which)

    def change_channel(self, channel: Channel) -> None:
        """Tell the bot about a channel or thread whose fields were set."""
        name = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.emit(name, payloads.channel_shape(self, channel), channel.guild_id)
        self.surroundings_changed()

    def set_overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        kept = [o for o in channel.overwrites if (o.kind, o.id) != (overwrite.kind, overwrite.id)]
        if overwrite.allow or overwrite.deny:
            kept.append(overwrite)
        channel.overwrites = kept
        self.change_channel(channel)

    def set_role_permissions(self, guild: Guild, role: Role, bits: int) -> None:
        role.permissions = bits
        self.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.payload()}, guild.id)
        self.surroundings_changed()

    def delete_channel(self, channel: Channel) -> None:
        """Its threads go with it."""
        guild = self.guilds[channel.guild_id or 0]
        for other in [c for c in self.channels.values() if c.is_thread and c.parent_id == channel.id]:
            self.channels.pop(other.id)
            guild.channels.remove(other.id)
        self.channels.pop(channel.id)
        guild.channels.remove(channel.id)
        if channel.is_thread:
            thread = {
                key: str(value)
                for key, value in (
                    ("id", channel.id),
                    ("guild_id", guild.id),
                    ("parent_id", channel.parent_id),
                )
            }
            self.emit("THREAD_DELETE", thread | {"type": channel.kind}, guild.id)
        else:
            self.emit("CHANNEL_DELETE", payloads.channel_shape(self, channel), guild.id)
        self.surroundings_changed()

    def kick(self, guild: Guild, user_id: int) -> None:
        guild.members.pop(user_id, None)
        if user_id == self.bot.id:
            self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        self.surroundings_changed()

    def set_available(self, guild: Guild, *, available: bool) -> None:
        """An outage begins or ends; the bot sees GUILD_DELETE with `unavailable`, then GUILD_CREATE."""
        guild.available = available
        if self.bot.id in guild.members:
            if available:
                self.emit("GUILD_CREATE", payloads.guild_create(self, guild), guild.id)
            else:
                self.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)
        self.surroundings_changed()

    def open_dm(self, user_id: int) -> Channel:
        for channel in self.channels.values():
            if channel.kind == DM and user_id in channel.recipients:
                return channel
        channel = Channel(self.clock.new_id(), None, DM, "", recipients=[self.bot.id, user_id])
        self.channels[channel.id] = channel
        return channel

    def emit(self, name: str, data: Json, guild_id: int | None) -> None:
        event = Event(name, data, guild_id)
        for listener in self.on_event:
            listener(event)
        self.changes.notify()

    def surroundings_changed(self) -> None:
        for listener in self.on_surroundings:
            listener()
        self.changes.notify()

    def message(self, message_id: int) -> Message | None:
        for channel in self.channels.values():
            found = channel.messages.get(message_id)
            if found is not None:
                return found
        return None


def default_world(clock: Clock | None = None) -> World:
    """One guild with three text channels, four players, a moderator and a visitor, and the bot in it."""
    world = World(clock)
    moderator = world.add_person("Mona", "de")
    owner = world.add_person("Olga", "en-US")
    guild = world.add_guild("Card Club", "de", owner=owner)
    staff = world.add_role(guild, "Moderators", permissions.MODERATOR)
    world.join(guild, moderator, staff.id)
    for name, locale in (
        ("Anna", "de"),
        ("Ben", "de"),
        ("Clara", "en-GB"),
        ("David", "en-US"),
        ("Vera", "en-US"),
    ):
        world.join(guild, world.add_person(name, locale))
    for name in ("games", "more-games", "lounge"):
        world.add_channel(guild, name)
    return world
