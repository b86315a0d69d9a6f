"""Messages by channel routes: create, read, edit, delete with the bot's own token."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.sandbox import access, compose, permissions
from bot.sandbox.errors import ApiError, Refusal, form_error
from bot.sandbox.limits import Limit
from bot.sandbox.mentions import BOT_DEFAULT
from bot.sandbox.model import DM
from bot.sandbox.routing import Call, Reply
from bot.sandbox.shapes import is_object, snowflake

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Message
    from bot.sandbox.postings import Postings
    from bot.sandbox.routing import Router
    from bot.sandbox.shapes import Json

CREATE_FLAGS = compose.SUPPRESS_EMBEDS | compose.SUPPRESS_NOTIFICATIONS | compose.COMPONENTS_V2
EDIT_FLAGS = compose.SUPPRESS_EMBEDS | compose.COMPONENTS_V2
NONCE_LIFE = 300.0
PAGE = "/channels/{channel_id}/messages"
ONE = "/channels/{channel_id}/messages/{message_id}"


class MessageRoutes:
    def __init__(self, postings: Postings) -> None:
        self.postings = postings
        self.world = postings.world
        self._nonces: OrderedDict[tuple[int, str], tuple[float, Message]] = OrderedDict()

    def register(self, router: Router) -> None:
        router.add("POST", PAGE, self.create, Limit(5, 5.0))
        router.add("GET", PAGE, self.history, Limit(5, 5.0))
        router.add("GET", ONE, self.read, Limit(5, 5.0))
        router.add("PATCH", ONE, self.edit, Limit(5, 5.0))
        router.add("DELETE", ONE, self.delete, Limit(5, 1.0))
        router.add("POST", "/channels/{channel_id}/typing", self.typing, Limit(5, 5.0))

    async def create(self, call: Call) -> Reply:
        world, body = self.world, call.form
        channel = access.channel(world, call.id("channel_id"))
        access.demand_writing(world, channel)
        if world.closed_dms.intersection(channel.recipients) and channel.kind == DM:
            raise ApiError(Refusal.CANNOT_SEND_TO_USER)
        self._open_thread(channel)
        message_id = world.clock.new_id()
        draft = compose.compose(
            world,
            body,
            call.uploads,
            channel=channel,
            message_id=message_id,
            author_id=world.bot.id,
            existing=None,
            settable_flags=CREATE_FLAGS,
            default_mentions=BOT_DEFAULT,
        )
        access.demand_for_contents(world, channel, embeds=draft.has_embeds, files=draft.has_files)
        nonce = body.get("nonce")
        earlier = self._same_nonce(channel, nonce) if body.get("enforce_nonce") else None
        if earlier is not None:
            return Reply(200, earlier.payload)
        extra = self._reply_fields(channel, body)
        if nonce is not None:
            extra["nonce"] = nonce
        message = self.postings.post(channel, world.bot.id, message_id, draft, extra=extra)
        if nonce is not None:
            self._nonces[channel.id, str(nonce)] = world.clock.now(), message
        return Reply(200, message.payload)

    def _open_thread(self, channel: Channel) -> None:
        """Writing wakes an archived thread, unless it is locked and the bot may not manage threads."""
        if not channel.archived:
            return
        if channel.locked and not (
            permissions.in_channel(self.world, channel, self.world.bot.id) & permissions.MANAGE_THREADS
        ):
            raise ApiError(Refusal.LOCKED_THREAD)
        channel.archived = False
        channel.archive_changed_at = self.world.clock.now()
        self.world.change_channel(channel)

    def _same_nonce(self, channel: Channel, nonce: object) -> Message | None:
        now = self.world.clock.now()
        while self._nonces:
            key, (at, _) = next(iter(self._nonces.items()))
            if now - at <= NONCE_LIFE:
                break
            del self._nonces[key]
        found = self._nonces.get((channel.id, str(nonce)))
        return found[1] if found else None

    def _reply_fields(self, channel: Channel, body: Json) -> Json:
        reference = body.get("message_reference")
        if reference is None:
            return {}
        target = snowflake(reference.get("message_id")) if is_object(reference) else None
        found = channel.messages.get(target or 0)
        if found is None or found.ephemeral_to is not None:
            if is_object(reference) and reference.get("fail_if_not_exists") is False:
                return {}
            raise form_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        access.demand(self.world, channel, permissions.READ_MESSAGE_HISTORY)
        return {
            "type": 19,
            "message_reference": {"type": 0, "message_id": str(found.id), "channel_id": str(channel.id)},
            "referenced_message": found.payload,
        }

    async def history(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        bits = permissions.in_channel(self.world, channel, self.world.bot.id)
        if not bits & permissions.READ_MESSAGE_HISTORY:
            return Reply(200, [])
        limit = snowflake(call.query.get("limit", "50"))
        if limit is None or not 1 <= limit <= 100:
            raise form_error(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
        found = [m for m in channel.messages.values() if m.ephemeral_to is None]
        before, after = snowflake(call.query.get("before")), snowflake(call.query.get("after"))
        around = snowflake(call.query.get("around"))
        if before is not None:
            found = [m for m in found if m.id < before][-limit:]
        elif after is not None:
            found = [m for m in found if m.id > after][:limit]
        elif around is not None:
            older = [m for m in found if m.id <= around][-(limit // 2 + 1) :]
            found = older + [m for m in found if m.id > around][: limit // 2]
        else:
            found = found[-limit:]
        return Reply(200, [m.payload for m in reversed(found)])

    async def read(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        access.demand(self.world, channel, permissions.READ_MESSAGE_HISTORY)
        return Reply(200, access.message(channel, call.id("message_id")).payload)

    async def edit(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        message = access.message(channel, call.id("message_id"))
        if message.author_id != self.world.bot.id:
            raise ApiError(Refusal.OTHERS_MESSAGE)
        if channel.archived:
            raise ApiError(Refusal.ARCHIVED_THREAD)
        draft = compose.compose(
            self.world,
            call.form,
            call.uploads,
            channel=channel,
            message_id=message.id,
            author_id=self.world.bot.id,
            existing=message,
            settable_flags=EDIT_FLAGS,
            default_mentions=BOT_DEFAULT,
        )
        access.demand_for_contents(self.world, channel, embeds=draft.has_embeds, files=draft.has_files)
        self.postings.ration(message)
        self.postings.edit(message, draft)
        return Reply(200, message.payload)

    async def delete(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        message = access.message(channel, call.id("message_id"))
        if message.author_id != self.world.bot.id:
            access.demand(self.world, channel, permissions.MANAGE_MESSAGES)
        if channel.archived:
            raise ApiError(Refusal.ARCHIVED_THREAD)
        self.postings.delete(message)
        return Reply(204)

    async def typing(self, call: Call) -> Reply:
        channel = access.channel(self.world, call.id("channel_id"))
        access.demand_writing(self.world, channel)
        return Reply(204)
