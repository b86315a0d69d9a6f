"""What Discord keeps records of, as plain values; how they relate is `world`'s business."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json

TEXT, DM, CATEGORY, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 4, 10, 11, 12
THREADS = frozenset({NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})


@dataclass(slots=True)
class User:
    id: int
    name: str
    """Lower case and unique, as Discord wants it."""
    display: str
    locale: str = "en-US"
    bot: bool = False

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
        }


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: int
    position: int = 1
    mentionable: bool = False

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "mentionable": self.mentionable,
            "hoist": False,
            "managed": False,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }


@dataclass(slots=True)
class Member:
    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list[int])
    nick: str | None = None


@dataclass(frozen=True, slots=True)
class Overwrite:
    id: int
    kind: int
    """0 for a role, 1 for a member."""
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Message:
    """`payload` has Discord's shape. An edit replaces it whole, so who holds one keeps it."""

    id: int
    channel_id: int
    author_id: int
    payload: Json
    ephemeral_to: int | None = None
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """File name to content."""


@dataclass(slots=True)
class Channel:
    id: int
    guild_id: int | None
    kind: int
    name: str
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: list[Overwrite] = field(default_factory=list[Overwrite])
    recipients: list[int] = field(default_factory=list[int])
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    last_message_id: int | None = None
    slowmode: int = 0
    owner_id: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    archive_changed_at: float = 0.0

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    locale: str
    roles: dict[int, Role]
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    channels: list[int] = field(default_factory=list[int])
    available: bool = True


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    image: bytes
    animated: bool
    user_id: int


@dataclass(frozen=True, slots=True)
class Event:
    """A gateway event. `guild_id` routes it to a shard."""

    name: str
    data: Json
    guild_id: int | None
