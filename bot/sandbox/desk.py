"""One person's Discord client, seen from the server: frames in, frames out, by the page protocol.

Invariant: nothing reaches the bot that a client could not have sent, unless a trusted desk says `forged`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import compose, payloads, permissions
from bot.sandbox.components import BUTTON, SELECTS, STRING_SELECT, walk
from bot.sandbox.errors import ApiError
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction, metadata_of
from bot.sandbox.invocation import ClientError, check_options, check_values, resolve, resolved
from bot.sandbox.mentions import BOT_DEFAULT
from bot.sandbox.modals import check_answer
from bot.sandbox.model import CATEGORY
from bot.sandbox.shapes import is_integer, is_list, is_object, items_of, snowflake

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.interactions import Interactions
    from bot.sandbox.model import Channel, Guild, Message
    from bot.sandbox.postings import Postings
    from bot.sandbox.shapes import Json


class Desk:
    """`push` takes the frames for the client. A `trusted` desk belongs to a test: it may forge, deliver twice
    and not wait its turn, it may watch several channels, and asks for a new hello instead of getting each."""

    def __init__(self, desks: Desks, user_id: int, push: Callable[[Json], None], *, trusted: bool) -> None:
        self.desks = desks
        self.world = desks.postings.world
        self.user_id = user_id
        self.push = push
        self.trusted = trusted
        self.watched: set[int] = set()
        self._modals: dict[int, tuple[Interaction, Json]] = {}

    def receive(self, frame: object) -> None:
        """Handle a frame of the client; what cannot be is answered with an error frame."""
        if not is_object(frame):
            self.push({"t": "error", "message": "a frame is a JSON object"})
            return
        try:
            self._receive(frame)
        except ClientError as error:
            told: Json = {"t": "error", "message": str(error)}
            if "nonce" in frame:
                told["nonce"] = frame["nonce"]
            self.push(told)

    def _receive(self, frame: Json) -> None:
        match frame.get("op"):
            case "channel":
                self._watch(frame)
            case "command":
                self._command(frame, COMMAND)
            case "autocomplete":
                self._command(frame, AUTOCOMPLETE)
            case "component":
                self._component(frame)
            case "modal":
                self._modal(frame)
            case "locale":
                self._locale(frame)
            case "say":
                self._say(frame)
            case "dismiss":
                self._dismiss(frame)
            case "hello":
                self.push(self.hello())
            case other:
                raise ClientError(f"unknown op {other!r}")

    # What a client shows

    def guilds(self) -> list[Guild]:
        return [g for g in self.world.guilds.values() if self.user_id in g.members and g.available]

    def can_see(self, channel: Channel) -> bool:
        if channel.kind == CATEGORY:
            return False
        bits = permissions.in_channel(self.world, channel, self.user_id)
        return bool(bits & permissions.VIEW_CHANNEL)

    def hello(self) -> Json:
        world, guilds = self.world, self.guilds()
        user = world.users[self.user_id]
        channels = [world.channels[channel_id] for guild in guilds for channel_id in guild.channels]
        people = {member for guild in guilds for member in guild.members}
        first = guilds[0] if guilds else None
        return {
            "t": "hello",
            "me": user.payload(),
            "users": [world.users[member].payload() for member in people],
            "guild": None
            if first is None
            else {
                "id": str(first.id),
                "name": first.name,
                "preferred_locale": first.locale,
                "roles": [{"id": str(role.id), "name": role.name} for role in first.roles.values()],
            },
            "channels": [
                {
                    "id": str(c.id),
                    "name": c.name,
                    "type": c.kind,
                    "parent_id": payloads.text_or_none(c.parent_id),
                    "guild_id": payloads.text_or_none(c.guild_id),
                    "archived": c.archived,
                    "can_send": permissions.can_send(world, c, self.user_id),
                }
                for c in channels
                if self.can_see(c)
            ],
            "commands": [c for guild in guilds for c in self.commands(guild)],
            "locale": user.locale,
            "app": {"id": str(world.app_id), "name": world.app_name, "online": self.desks.online()},
            "emojis": [{"id": str(e.id), "name": e.name, "animated": e.animated} for e in world.emojis.values()],
        }

    def commands(self, guild: Guild) -> list[Json]:
        """The commands this person may use in the guild; those of the guild come first."""
        if self.world.bot.id not in guild.members:
            return []
        bits = permissions.in_guild(guild, self.user_id)
        found: list[Json] = []
        for scope in (guild.id, None):
            for command in self.world.commands.get(scope, {}).values():
                needed = command["default_member_permissions"]
                hidden = needed is not None and (bits & int(needed) != int(needed) or needed == "0")
                if (not hidden or bits == permissions.ALL) and 0 in (command["contexts"] or (0,)):
                    found.append(command)
        return found

    def shows(self, message: Message) -> bool:
        mine = message.ephemeral_to in (None, self.user_id)
        return mine and message.id not in self.desks.dismissed

    def _channel(self, frame: Json) -> Channel:
        channel = self.world.channels.get(snowflake(frame.get("channel_id")) or 0)
        if channel is None or not self.can_see(channel):
            raise ClientError("there is no such channel")
        return channel

    def _message(self, channel: Channel, frame: Json) -> Message:
        message = channel.messages.get(snowflake(frame.get("message_id")) or 0)
        if message is None or not self.shows(message):
            raise ClientError("there is no such message")
        return message

    def _watch(self, frame: Json) -> None:
        channel = self._channel(frame)
        if not (self.trusted and frame.get("keep")):
            self.desks.unwatch(self)
        self.desks.watch(self, channel.id)
        shown = [m.payload for m in channel.messages.values() if self.shows(m)]
        self.push({"t": "messages", "channel_id": str(channel.id), "messages": shown})

    # What a person does

    def _start(self, frame: Json, interaction: Interaction) -> None:
        if self.trusted:
            copies = frame.get("copies", 1)
            interaction.copies = copies if is_integer(copies) else 1
        self.desks.interactions.start(interaction, rush=self.trusted and bool(frame.get("rush")))

    def _interaction(self, frame: Json, kind: int, channel: Channel, data: Json) -> Interaction:
        nonce = frame.get("nonce")

        def tell(interaction: Interaction, state: str, reason: str | None) -> None:
            told: Json = {"t": "interaction", "nonce": nonce, "id": str(interaction.id), "state": state}
            if reason is not None:
                told["reason"] = reason
            self.push(told)

        def show(interaction: Interaction, what: Json) -> None:
            if "choices" in what:
                self.push({"t": "choices", "nonce": nonce, **what})
                return
            self._modals[interaction.id] = interaction, what
            self.push({"t": "modal", "nonce": nonce, "interaction_id": str(interaction.id), **what})

        return Interaction(kind, self.user_id, channel, data, tell, show)

    def _command(self, frame: Json, kind: int) -> None:
        channel, data = self._channel(frame), frame.get("data")
        guild = self.world.guilds.get(channel.guild_id or 0)
        if not is_object(data) or guild is None:
            raise ClientError("a command needs data and a server channel")
        bits = permissions.in_channel(self.world, channel, self.user_id)
        if not bits & permissions.USE_APPLICATION_COMMANDS:
            raise ClientError("commands cannot be used in this channel")
        command = next((c for c in self.commands(guild) if c["id"] == str(data.get("id"))), None)
        if command is None or command["name"] != data.get("name"):
            raise ClientError("there is no such command")
        options = check_options(command, items_of(data, "options"), typing=kind == AUTOCOMPLETE)
        delivered: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if command.get("guild_id"):
            delivered["guild_id"] = command["guild_id"]
        if options:
            delivered["options"] = options
        found = resolved(self.world, guild, options) if kind == COMMAND else {}
        if found:
            delivered["resolved"] = found
        self._start(frame, self._interaction(frame, kind, channel, delivered))

    def _component(self, frame: Json) -> None:
        channel = self._channel(frame)
        custom_id, kind = frame.get("custom_id"), frame.get("component_type")
        forged = self.trusted and bool(frame.get("forged"))
        message = self._message(channel, frame)
        data: Json = {"custom_id": custom_id, "component_type": kind}
        parts = walk(message.payload["components"])
        component = next((c for c in parts if c.get("custom_id") == custom_id and custom_id), None)
        if forged:
            data["id"] = component["id"] if component else 1
            if kind in SELECTS:
                data["values"] = frame.get("values") or []
        else:
            if component is None or component["type"] != kind:
                raise ClientError("the message has no such component")
            if component.get("disabled"):
                raise ClientError("the component is disabled")
            data["id"] = component["id"]
            if kind != BUTTON:
                data["values"] = check_values(component, frame.get("values"))
                self._resolve_values(channel, component, data)
        interaction = self._interaction(frame, COMPONENT, channel, data)
        interaction.message = message
        self._start(frame, interaction)

    def _resolve_values(self, channel: Channel, component: Json, data: Json) -> None:
        if component["type"] == STRING_SELECT:
            return
        found: Json = {}
        for value in data["values"]:
            resolve(self.world, self.world.guilds.get(channel.guild_id or 0), value, found)
        data["resolved"] = found

    def _modal(self, frame: Json) -> None:
        opened = self._modals.get(snowflake(frame.get("interaction_id")) or 0)
        components = frame.get("components")
        if opened is None or opened[1]["custom_id"] != frame.get("custom_id"):
            raise ClientError("no such modal is open")
        if not is_list(components) or not all(is_object(c) for c in components):
            raise ClientError("a modal sends a list of components")
        opener, modal = opened
        wrong = check_answer(modal, components)
        if wrong is not None:
            raise ClientError(wrong)
        data: Json = {"custom_id": modal["custom_id"], "components": components}
        interaction = self._interaction(frame, MODAL_SUBMIT, opener.channel, data)
        interaction.message = opener.message
        interaction.trigger = metadata_of(self.world, opener)
        del self._modals[opener.id]
        self._start(frame, interaction)

    def _locale(self, frame: Json) -> None:
        locale = frame.get("locale")
        if not isinstance(locale, str) or not locale:
            raise ClientError("a locale is text")
        self.world.users[self.user_id].locale = locale
        self.world.surroundings_changed()

    def _say(self, frame: Json) -> None:
        channel = self._channel(frame)
        if not permissions.can_send(self.world, channel, self.user_id):
            raise ClientError("you cannot write in this channel")
        message_id = self.world.clock.new_id()
        try:
            draft = compose.compose(
                self.world,
                {"content": frame.get("content")},
                [],
                channel=channel,
                message_id=message_id,
                author_id=self.user_id,
                existing=None,
                settable_flags=0,
                default_mentions=BOT_DEFAULT,
            )
        except ApiError as error:
            raise ClientError(str(error)) from error
        self.desks.postings.post(channel, self.user_id, message_id, draft)

    def _dismiss(self, frame: Json) -> None:
        message = self._message(self._channel(frame), frame)
        if message.ephemeral_to != self.user_id:
            raise ClientError("only a private answer can be dismissed")
        # The bot can still edit what the person no longer sees.
        self.desks.dismissed.add(message.id)
        self.push({"t": "message_delete", "id": str(message.id), "channel_id": str(message.channel_id)})


class Desks:
    """All open clients, and which of them watch which channel."""

    def __init__(self, postings: Postings, interactions: Interactions, online: Callable[[], bool]) -> None:
        self.postings = postings
        self.interactions = interactions
        self.online = online
        self.dismissed: set[int] = set()
        self._open: set[Desk] = set()
        self._watchers: dict[int, set[Desk]] = {}
        postings.world.on_message.append(self._message)
        postings.world.on_message_gone.append(self._gone)
        postings.world.on_surroundings.append(self._surroundings)

    def open(self, user_id: int, push: Callable[[Json], None], *, trusted: bool) -> Desk:
        """A client that just started. Its first frame is a hello; a trusted one asks when it wants one."""
        desk = Desk(self, user_id, push, trusted=trusted)
        self._open.add(desk)
        me = self.postings.world.users[user_id].payload()
        push({"t": "stale", "me": me} if trusted else desk.hello())
        return desk

    def close(self, desk: Desk) -> None:
        self._open.discard(desk)
        self.unwatch(desk)

    def watch(self, desk: Desk, channel_id: int) -> None:
        desk.watched.add(channel_id)
        self._watchers.setdefault(channel_id, set()).add(desk)

    def unwatch(self, desk: Desk) -> None:
        for channel_id in desk.watched:
            self._watchers[channel_id].discard(desk)
        desk.watched.clear()

    def _message(self, message: Message) -> None:
        frame = {"t": "message", "message": message.payload}
        for desk in tuple(self._watchers.get(message.channel_id, ())):
            if desk.shows(message) and desk.can_see(self.postings.world.channels[message.channel_id]):
                desk.push(frame)

    def _gone(self, message: Message) -> None:
        frame = {"t": "message_delete", "id": str(message.id), "channel_id": str(message.channel_id)}
        for desk in tuple(self._watchers.get(message.channel_id, ())):
            if desk.shows(message):
                desk.push(frame)

    def _surroundings(self) -> None:
        for desk in tuple(self._open):
            desk.push({"t": "stale"} if desk.trusted else desk.hello())
