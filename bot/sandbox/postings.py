"""Messages come, change and go: the one way into a channel's history, for bots and for people.

Invariant: each version of a message is told once, after it is stored; ephemeral ones never reach the gateway.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from bot.sandbox import payloads
from bot.sandbox.clock import created_at
from bot.sandbox.compose import EPHEMERAL
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.model import Message
from bot.sandbox.shapes import iso

if TYPE_CHECKING:
    from bot.sandbox.compose import Draft
    from bot.sandbox.model import Channel
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

EPHEMERALS_KEPT = 50
"""Private messages kept for each person in a channel; a Discord client keeps them until it is reloaded."""


class Postings:
    def __init__(self, world: World, old_after: float = 3600.0, old_edits: tuple[int, float] = (3, 60.0)) -> None:
        self.world = world
        self.old_after = old_after
        """Message age in seconds from which edits are rationed."""
        self.old_edits = old_edits
        """How many such edits a channel gets in how many seconds; the number is not published."""
        self._old_edits: dict[int, deque[float]] = {}
        self._ephemerals: dict[tuple[int, int], deque[int]] = {}

    def post(
        self,
        channel: Channel,
        author_id: int,
        message_id: int,
        draft: Draft,
        *,
        ephemeral_to: int | None = None,
        extra: Json | None = None,
    ) -> Message:
        """Store a new message. `extra` are fields such as interaction_metadata or nonce."""
        world = self.world
        payload: Json = {
            "id": str(message_id),
            "channel_id": str(channel.id),
            "type": 0,
            "author": world.users[author_id].payload(),
            "timestamp": iso(world.clock.now()),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            **draft.fields,
            **(extra or {}),
        }
        message = Message(message_id, channel.id, author_id, payload, ephemeral_to, draft.files)
        channel.messages[message_id] = message
        if ephemeral_to is None:
            channel.last_message_id = message_id
        else:
            self._remember(channel, ephemeral_to, message_id)
        self._tell(message, channel, "MESSAGE_CREATE")
        return message

    def edit(self, message: Message, draft: Draft, *, fills_loading: bool = False) -> None:
        """Replace what the draft names. An answer that fills a deferred one is not marked as edited."""
        edited = None if fills_loading else iso(self.world.clock.now())
        message.payload = {**message.payload, **draft.fields, "edited_timestamp": edited}
        message.files = draft.files
        channel = self.world.channels[message.channel_id]
        self._tell(message, channel, "MESSAGE_UPDATE")

    def delete(self, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        channel.messages.pop(message.id, None)
        for listener in self.world.on_message_gone:
            listener(message)
        if message.ephemeral_to is None:
            data = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id is not None:
                data["guild_id"] = str(channel.guild_id)
            self.world.emit("MESSAGE_DELETE", data, channel.guild_id)
        self.world.changes.notify()

    def ration(self, message: Message) -> None:
        """Count an edit of an old message. Raises ApiError 30046 when there were too many."""
        now = self.world.clock.now()
        if now - created_at(message.id) < self.old_after:
            return
        count, per = self.old_edits
        steady = self.world.clock.steady()
        recent = self._old_edits.setdefault(message.channel_id, deque())
        while recent and steady - recent[0] >= per:
            recent.popleft()
        if len(recent) >= count:
            wait = round(per - (steady - recent[0]), 3)
            extra = {"retry_after": wait, "global": False}
            raise ApiError(Refusal.OLD_MESSAGE_EDITS, extra=extra, headers={"Retry-After": str(int(wait) + 1)})
        recent.append(steady)

    def _remember(self, channel: Channel, user_id: int, message_id: int) -> None:
        kept = self._ephemerals.setdefault((channel.id, user_id), deque())
        kept.append(message_id)
        if len(kept) > EPHEMERALS_KEPT:
            channel.messages.pop(kept.popleft(), None)

    def _tell(self, message: Message, channel: Channel, event: str) -> None:
        for listener in self.world.on_message:
            listener(message)
        if message.ephemeral_to is None:
            self.world.emit(event, self._event(message, channel), channel.guild_id)
        self.world.changes.notify()

    def _event(self, message: Message, channel: Channel) -> Json:
        guild = self.world.guilds.get(channel.guild_id or 0)
        if guild is None:
            return message.payload
        data = message.payload | {"guild_id": str(guild.id)}
        member = guild.members.get(message.author_id)
        if member is not None:
            data["member"] = payloads.member_shape(self.world, member, with_user=False)
        return data


def is_ephemeral(message: Message) -> bool:
    return bool(message.payload["flags"] & EPHEMERAL)
