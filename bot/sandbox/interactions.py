"""Interactions from a person's click to the bot's answer: delivery, the three-second deadline, token life.

Invariant: an interaction is acknowledged or failed exactly once, and its person hears of it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads, permissions
from bot.sandbox.errors import ApiError, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.gateway import Gateway
    from bot.sandbox.model import Channel, Message
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5


@dataclass(slots=True)
class InteractionTimes:
    """Seconds. Deadline and token life are judged by the world's clock; `answer_travel` is real time."""

    response: float = 3.0
    token: float = 900.0
    answer_travel: float = 0.005
    """From the answer's last byte to the person's next click: the answer must have reached the bot."""


@dataclass(slots=True, eq=False)
class Interaction:
    kind: int
    user_id: int
    channel: Channel
    data: Json
    tell: Callable[[Interaction, str, str | None], None]
    """Called with "sent", "acknowledged" or "failed", and the reason of a failure."""
    show: Callable[[Interaction, Json], None]
    """Called with a modal or with autocomplete choices to show."""
    message: Message | None = None
    """The message whose component was used, also for a modal opened from one."""
    trigger: Json | None = None
    """For a modal's answer: the metadata of the interaction that opened it."""
    copies: int = 1
    id: int = 0
    token: str = ""
    created: float = 0.0
    state: str = "waiting"
    response_type: int | None = None
    ephemeral_defer: bool | None = None
    """Visibility a deferred answer was given, while nothing has filled it."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list["Message"])
    timer: asyncio.TimerHandle | None = None


class Interactions:
    def __init__(self, world: World, gateway: Gateway, times: InteractionTimes) -> None:
        self.world = world
        self.gateway = gateway
        self.times = times
        self._by_token: dict[str, Interaction] = {}
        self._busy: dict[int, Interaction] = {}
        self._queues: dict[int, deque[Interaction]] = {}
        world.clock.on_shift.append(self._check_deadlines)

    @property
    def pending(self) -> int:
        """Interactions not answered yet."""
        return sum(1 for interaction in self._by_token.values() if interaction.state == "sent")

    def start(self, interaction: Interaction, *, rush: bool = False) -> None:
        """Deliver it, after the person's interaction before it is over. `rush` does not wait for that."""
        if rush:
            self._deliver(interaction)
        elif interaction.user_id in self._busy:
            self._queues.setdefault(interaction.user_id, deque()).append(interaction)
        else:
            self._busy[interaction.user_id] = interaction
            self._deliver(interaction)

    def _deliver(self, interaction: Interaction) -> None:
        self._forget_old()
        interaction.id = self.world.clock.new_id()
        interaction.token = secrets.token_urlsafe(48)
        interaction.created = self.world.clock.now()
        interaction.state = "sent"
        self._by_token[interaction.token] = interaction
        interaction.tell(interaction, "sent", None)
        if not self.gateway.interact(self._payload(interaction), interaction.channel.guild_id, interaction.copies):
            self._fail(interaction, "the bot is offline")
            return
        interaction.timer = asyncio.get_running_loop().call_later(
            self.times.response, self._fail, interaction, "no answer in time"
        )

    def _fail(self, interaction: Interaction, reason: str) -> None:
        if interaction.state != "sent":
            return
        interaction.state = "failed"
        if interaction.timer is not None:
            interaction.timer.cancel()
        interaction.tell(interaction, "failed", reason)
        self.release(interaction)

    def acknowledge(self, interaction: Interaction, response_type: int) -> None:
        """The first response was accepted."""
        interaction.state = "acknowledged"
        interaction.response_type = response_type
        if interaction.timer is not None:
            interaction.timer.cancel()
        interaction.tell(interaction, "acknowledged", None)

    def answered(self, interaction: Interaction) -> None:
        """The answer to the callback has left: soon the person may act again."""
        asyncio.get_running_loop().call_later(self.times.answer_travel, self.release, interaction)

    def release(self, interaction: Interaction) -> None:
        """Let the person's next interaction go, if this one was holding it back."""
        if self._busy.get(interaction.user_id) is not interaction:
            return
        queue = self._queues.get(interaction.user_id)
        if queue:
            following = queue.popleft()
            self._busy[interaction.user_id] = following
            self._deliver(following)
        else:
            self._queues.pop(interaction.user_id, None)
            del self._busy[interaction.user_id]

    def for_callback(self, interaction_id: int, token: str) -> Interaction:
        """Raises ApiError 10062 when it is unknown or too late, 40060 when it is answered."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.state == "failed":
            raise ApiError(Refusal.UNKNOWN_INTERACTION)
        if interaction.state == "acknowledged":
            raise ApiError(Refusal.ALREADY_ACKNOWLEDGED)
        if self._age(interaction) > self.times.response:
            self._fail(interaction, "no answer in time")
            raise ApiError(Refusal.UNKNOWN_INTERACTION)
        return interaction

    def for_webhook(self, webhook_id: int, token: str) -> Interaction:
        """Raises ApiError 50027 for a dead or foreign token, 10015 before the interaction is answered."""
        interaction = self._by_token.get(token)
        if webhook_id != self.world.app_id:
            raise ApiError(Refusal.UNKNOWN_WEBHOOK)
        if interaction is None or self._age(interaction) > self.times.token:
            raise ApiError(Refusal.INVALID_TOKEN)
        if interaction.state != "acknowledged":
            raise ApiError(Refusal.UNKNOWN_WEBHOOK)
        return interaction

    def _age(self, interaction: Interaction) -> float:
        return self.world.clock.now() - interaction.created

    def _check_deadlines(self) -> None:
        for interaction in tuple(self._by_token.values()):
            if interaction.state == "sent" and self._age(interaction) > self.times.response:
                self._fail(interaction, "no answer in time")

    def _forget_old(self) -> None:
        """Tokens are kept in order of birth; those dead for sure go."""
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if oldest.state == "sent" or self._age(oldest) <= self.times.token:
                return
            del self._by_token[oldest.token]

    def close(self) -> None:
        for interaction in self._by_token.values():
            if interaction.timer is not None:
                interaction.timer.cancel()

    def _payload(self, interaction: Interaction) -> Json:
        world, channel = self.world, interaction.channel
        user = world.users[interaction.user_id]
        guild = world.guilds.get(channel.guild_id or 0)
        shown = payloads.channel_shape(world, channel)
        payload: Json = {
            "version": 1,
            "id": str(interaction.id),
            "application_id": str(world.app_id),
            "type": interaction.kind,
            "token": interaction.token,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": shown,
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        owners: dict[str, Any] = {}
        if guild is None:
            payload |= {"user": user.payload(), "context": 1, "app_permissions": str(permissions.ALL)}
            owners["0"] = "0"
        else:
            bits = permissions.in_channel(world, channel, user.id)
            member = payloads.member_shape(world, guild.members[user.id])
            shown.pop("permission_overwrites", None)
            shown["permissions"] = str(bits)
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": member | {"permissions": str(bits)},
                "context": 0,
                "app_permissions": str(permissions.in_channel(world, channel, world.bot.id)),
            }
            owners["0"] = str(guild.id)
        payload["authorizing_integration_owners"] = owners
        if interaction.message is not None:
            payload["message"] = interaction.message.payload
        return payload


def metadata_of(world: World, interaction: Interaction) -> Json:
    """What `interaction_metadata` says in each message an interaction made."""
    found: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": world.users[interaction.user_id].payload(),
        "authorizing_integration_owners": {"0": str(interaction.channel.guild_id or 0)},
    }
    if interaction.kind == COMMAND:
        found["name"] = _path(interaction.data)
    if interaction.kind == COMPONENT and interaction.message is not None:
        found["interacted_message_id"] = str(interaction.message.id)
    if interaction.kind == MODAL_SUBMIT and interaction.trigger is not None:
        found["triggering_interaction_metadata"] = interaction.trigger
    return found


def _path(data: Json) -> str:
    """A command with its subcommands, such as ``skat open``."""
    names = [data["name"]]
    while (options := data.get("options")) and options[0]["type"] in (1, 2):
        data = options[0]
        names.append(data["name"])
    return " ".join(names)


def loading_fields(flags: int) -> Json:
    """A deferred answer while the bot is thinking."""
    return {"content": "", "embeds": [], "components": [], "attachments": [], "flags": flags}
