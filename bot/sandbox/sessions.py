"""Gateway sessions: what a bot asked to hear, and the events it can be told again after a RESUME.

Invariant: within a session the sequence grows by one per event, and replayed events keep their numbers.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.sandbox.model import Event
    from bot.sandbox.shapes import Json

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 17) - 1 | 0b11 << 20 | 0b11 << 24
BACKLOG = 1000
"""Events kept for a replay; Discord names no number."""


def needed_intent(event: Event) -> int:
    """The intent bit without which a bot does not hear of the event; 0 when everyone does."""
    name = event.name
    if name == "INTERACTION_CREATE":
        return 0
    if name.startswith("MESSAGE_"):
        return GUILD_MESSAGES if event.guild_id is not None else DIRECT_MESSAGES
    if name == "GUILD_MEMBER_UPDATE" and event.data["user"]["bot"]:
        return 0
    if name.startswith("GUILD_MEMBER_"):
        return GUILD_MEMBERS
    return GUILDS


class Wire(Protocol):
    """One connection, as a session sees it."""

    def send(self, text: str) -> None: ...


@dataclass(slots=True, eq=False)
class Session:
    token: str
    intents: int
    shard: tuple[int, int]
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    wire: Wire | None = None
    lost_at: float | None = None
    """World time at which the connection went away."""
    backlog: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=BACKLOG))

    def hears(self, event: Event) -> bool:
        needed = needed_intent(event)
        if needed and not self.intents & needed:
            return False
        number, count = self.shard
        return ((event.guild_id or 0) >> 22) % count == number

    def dispatch(self, name: str, data: str) -> None:
        """`data` is the event's JSON text."""
        self.sequence += 1
        text = f'{{"t":"{name}","s":{self.sequence},"op":0,"d":{data}}}'
        self.backlog.append((self.sequence, text))
        if self.wire is not None:
            self.wire.send(text)

    def can_replay(self, sequence: int) -> bool:
        if sequence > self.sequence:
            return False
        oldest = self.backlog[0][0] if self.backlog else self.sequence + 1
        return sequence + 1 >= oldest

    def replay(self, sequence: int, wire: Wire) -> None:
        for number, text in self.backlog:
            if number > sequence:
                wire.send(text)


def without_content(data: Json, bot_id: str) -> Json:
    """A message as a bot without the message content intent sees it, unless it wrote it or is mentioned."""
    mentioned = any(user["id"] == bot_id for user in data.get("mentions", ()))
    if mentioned or "content" not in data or data["author"]["id"] == bot_id:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}


def encode(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"))
