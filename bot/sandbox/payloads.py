"""The world's records in the shapes of Discord's API, version 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import permissions
from bot.sandbox.clock import created_at
from bot.sandbox.model import DM
from bot.sandbox.shapes import iso

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Emoji, Guild, Member
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World


def text_or_none(value: int | None) -> str | None:
    return None if value is None else str(value)


def member_shape(world: World, member: Member, *, with_user: bool = True) -> Json:
    payload: Json = {
        "roles": [str(role) for role in member.roles],
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }
    if with_user:
        payload["user"] = world.users[member.user_id].payload()
    return payload


def channel_shape(world: World, channel: Channel) -> Json:
    payload: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": text_or_none(channel.last_message_id),
        "flags": 0,
    }
    if channel.kind == DM:
        payload["recipients"] = [world.users[user].payload() for user in channel.recipients if user != world.bot.id]
        return payload
    payload |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": text_or_none(channel.parent_id),
        "rate_limit_per_user": channel.slowmode,
    }
    if channel.is_thread:
        visible = sum(1 for message in channel.messages.values() if message.ephemeral_to is None)
        return payload | {
            "owner_id": str(channel.owner_id),
            "message_count": visible,
            "total_message_sent": visible,
            "member_count": len(channel.recipients),
            "thread_metadata": {
                "archived": channel.archived,
                "locked": channel.locked,
                "auto_archive_duration": channel.auto_archive_minutes,
                "archive_timestamp": iso(channel.archive_changed_at),
                "create_timestamp": iso(created_at(channel.id)),
            },
        }
    return payload | {
        "position": channel.position,
        "topic": channel.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)} for o in channel.overwrites
        ],
    }


def guild_shape(guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "preferred_locale": guild.locale,
        "roles": [role.payload() for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "vanity_url_code": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "application_id": None,
        "max_members": 500_000,
        "max_video_channel_users": 25,
    }


def guild_create(world: World, guild: Guild, *, joined: bool = False) -> Json:
    """As GUILD_CREATE shows it to a bot without the members intent: of the members, the bot alone.
    A guild just joined has no `unavailable`; one that was announced as unavailable has it as false."""
    channels = [world.channels[channel_id] for channel_id in guild.channels]
    me = guild.members[world.bot.id]
    announced = {} if joined else {"unavailable": False}
    return (
        guild_shape(guild)
        | announced
        | {
            "joined_at": iso(me.joined_at),
            "large": len(guild.members) > 250,
            "member_count": len(guild.members),
            "members": [member_shape(world, me)],
            "channels": [channel_shape(world, c) for c in channels if not c.is_thread],
            "threads": [
                channel_shape(world, c)
                for c in channels
                if c.is_thread and not c.archived and permissions.in_channel(world, c, world.bot.id)
            ],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
    )


def emoji_shape(world: World, emoji: Emoji) -> Json:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "animated": emoji.animated,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "available": True,
        "user": world.users[emoji.user_id].payload(),
    }
