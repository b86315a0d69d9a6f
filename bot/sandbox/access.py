"""Whether the bot reaches a channel, guild or message, and what it may do there.

Invariant: things that are gone are 404, things that are out of sight 50001, things not allowed 50013.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import permissions
from bot.sandbox.errors import ApiError, Refusal

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Guild, Message
    from bot.sandbox.world import World


class OutageError(Exception):
    """The guild is unavailable: Discord's servers answer with a bare 503."""


def guild(world: World, guild_id: int) -> Guild:
    """A guild the bot is in. Raises ApiError 10004."""
    found = world.guilds.get(guild_id)
    if found is None or world.bot.id not in found.members:
        raise ApiError(Refusal.UNKNOWN_GUILD)
    if not found.available:
        raise OutageError
    return found


def channel(world: World, channel_id: int) -> Channel:
    """A channel the bot can see. Raises ApiError 10003 or 50001."""
    found = world.channels.get(channel_id)
    if found is None:
        raise ApiError(Refusal.UNKNOWN_CHANNEL)
    if found.guild_id is not None and not world.guilds[found.guild_id].available:
        raise OutageError
    if not permissions.in_channel(world, found, world.bot.id) & permissions.VIEW_CHANNEL:
        raise ApiError(Refusal.MISSING_ACCESS)
    return found


def demand(world: World, where: Channel, bits: int) -> None:
    """Raises ApiError 50013 unless the bot has every one of the bits."""
    if permissions.in_channel(world, where, world.bot.id) & bits != bits:
        raise ApiError(Refusal.MISSING_PERMISSIONS)


def demand_writing(world: World, where: Channel) -> None:
    sending = permissions.SEND_MESSAGES_IN_THREADS if where.is_thread else permissions.SEND_MESSAGES
    demand(world, where, sending)


def demand_for_contents(world: World, where: Channel, *, embeds: bool, files: bool) -> None:
    if embeds:
        demand(world, where, permissions.EMBED_LINKS)
    if files:
        demand(world, where, permissions.ATTACH_FILES)


def message(where: Channel, message_id: int) -> Message:
    """A message of the channel's history, where ephemeral ones are not. Raises ApiError 10008."""
    found = where.messages.get(message_id)
    if found is None or found.ephemeral_to is not None:
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return found
