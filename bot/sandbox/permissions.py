"""Permission bits and how Discord adds them up: role permissions, then channel overwrites."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, Guild, World

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
MODERATE_MEMBERS = 1 << 40
ALL = (1 << 53) - 1

EVERYONE = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)
MODERATOR = MANAGE_GUILD | MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS | MODERATE_MEMBERS

NAMES = {
    "administrator": ADMINISTRATOR,
    "manage_channels": MANAGE_CHANNELS,
    "manage_guild": MANAGE_GUILD,
    "view_channel": VIEW_CHANNEL,
    "send_messages": SEND_MESSAGES,
    "manage_messages": MANAGE_MESSAGES,
    "embed_links": EMBED_LINKS,
    "attach_files": ATTACH_FILES,
    "read_message_history": READ_MESSAGE_HISTORY,
    "mention_everyone": MENTION_EVERYONE,
    "use_external_emojis": USE_EXTERNAL_EMOJIS,
    "use_application_commands": USE_APPLICATION_COMMANDS,
    "manage_threads": MANAGE_THREADS,
    "create_public_threads": CREATE_PUBLIC_THREADS,
    "create_private_threads": CREATE_PRIVATE_THREADS,
    "send_messages_in_threads": SEND_MESSAGES_IN_THREADS,
    "moderate_members": MODERATE_MEMBERS,
}


def bits(*names: str) -> int:
    """The bits of permission names in lower case; raises KeyError for a name that is not known."""
    total = 0
    for name in names:
        total |= NAMES[name]
    return total


def in_guild(guild: Guild, user_id: int) -> int:
    """What the member may do in the guild at large; 0 for someone who is not in it."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL
    total = guild.roles[guild.id].permissions
    for role_id in member.roles:
        total |= guild.roles[role_id].permissions
    return ALL if total & ADMINISTRATOR else total


def in_channel(world: World, channel: Channel, user_id: int) -> int:
    """What the member may do in the channel. A thread follows its parent, and sending in it is a permission
    of its own. Without View Channel nothing else counts."""
    if channel.guild_id is None:
        return ALL if user_id in channel.recipients else 0
    guild = world.guilds[channel.guild_id]
    total = in_guild(guild, user_id)
    if total == ALL or user_id not in guild.members:
        return total
    source = world.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
    ranked = {(item.kind, item.id): item for item in source.overwrites}
    everyone = ranked.get((0, guild.id))
    if everyone is not None:
        total = total & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in guild.members[user_id].roles:
        overwrite = ranked.get((0, role_id))
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    total = total & ~deny | allow
    own = ranked.get((1, user_id))
    if own is not None:
        total = total & ~own.deny | own.allow
    if not total & VIEW_CHANNEL:
        return 0
    return total


def can_send(world: World, channel: Channel, user_id: int) -> bool:
    needed = SEND_MESSAGES_IN_THREADS if channel.is_thread else SEND_MESSAGES
    return bool(in_channel(world, channel, user_id) & needed)
