"""People for tests: what a person can do in a Discord client, and what they then see.

Invariant: a Person knows only the frames of the page protocol, so it works the same in this process and over
a WebSocket, and sees nothing that its client would not show.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import TYPE_CHECKING, Any, Protocol

from bot.sandbox.changes import Changes
from bot.sandbox.components import BUTTON, SELECTS
from bot.sandbox.gestures import RefusedError, component_frame, filled, find_component, find_option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.sandbox.shapes import Json

LOADING, EPHEMERAL = 1 << 7, 1 << 6
PATIENCE = 30.0
"""Seconds to wait for an interaction to be acknowledged or to fail."""


class Line(Protocol):
    """The way to the server: a desk in this process, or a WebSocket."""

    def send(self, frame: Json) -> None: ...


class Outcome:
    """What came of an interaction. `state` is waiting, sent, acknowledged, failed or refused."""

    def __init__(self, person: Person, nonce: str) -> None:
        self.person = person
        self.nonce = nonce
        self.id = ""
        self.state = "waiting"
        self.reason: str | None = None
        self.seconds: float | None = None
        """From delivery to the acknowledgement or the failure."""
        self.modal: Json | None = None
        self.choices: list[Json] = []
        self.done = asyncio.get_running_loop().create_future()
        self._sent_at = 0.0

    @property
    def acknowledged(self) -> bool:
        return self.state == "acknowledged"

    @property
    def failed(self) -> bool:
        return self.state == "failed"

    @property
    def messages(self) -> list[Json]:
        """The messages this interaction made, as the person sees them now, oldest first."""
        return [m for m in self.person.seen() if m.get("interaction_metadata", {}).get("id") == self.id]

    @property
    def message(self) -> Json | None:
        """The first of them; None when there is none (yet)."""
        return next(iter(self.messages), None)

    async def answer(self, within: float = PATIENCE) -> Json:
        """Wait for a message that is no longer "thinking"."""

        def settled() -> Json | None:
            return next((m for m in self.messages if not m["flags"] & LOADING), None)

        return await self.person.until(settled, within, "an answer to the interaction")

    def receive(self, frame: Json) -> None:
        now = time.perf_counter()
        self.state, self.id, self.reason = frame["state"], frame["id"], frame.get("reason")
        if self.state == "sent":
            self._sent_at = now
            return
        self.seconds = now - self._sent_at
        if not self.done.done():
            self.done.set_result(None)

    def refuse(self, reason: str) -> None:
        self.state, self.reason = "refused", reason
        if not self.done.done():
            self.done.set_exception(RefusedError(reason))


class Person:
    def __init__(self) -> None:
        self.changes = Changes()
        self.me: Json = {}
        """The user, in Discord's shape."""
        self.hello: Json = {}
        self.errors: list[str] = []
        """What the server refused without knowing for which interaction."""
        self._line: Line | None = None
        self._stale = False
        self._channels: dict[str, dict[str, Json]] = {}
        self._outcomes: dict[str, Outcome] = {}
        self._nonces = itertools.count(1)

    def connect(self, line: Line) -> None:
        self._line = line

    def receive(self, frame: Json) -> None:
        """Take a frame of the server."""
        match frame["t"]:
            case "hello":
                self.hello, self._stale = frame, False
            case "stale":
                self.me, self._stale = frame.get("me", self.me), True
            case "messages":
                self._channels[frame["channel_id"]] = {m["id"]: m for m in frame["messages"]}
            case "message":
                message = frame["message"]
                self._channels.setdefault(message["channel_id"], {})[message["id"]] = message
            case "message_delete":
                self._channels.get(frame["channel_id"], {}).pop(frame["id"], None)
            case "interaction" | "modal" | "choices" | "error":
                self._for_outcome(frame)
            case _:
                pass
        self.changes.notify()

    def _for_outcome(self, frame: Json) -> None:
        outcome = self._outcomes.get(str(frame.get("nonce")))
        if outcome is None:
            if frame["t"] == "error":
                self.errors.append(frame["message"])
            return
        match frame["t"]:
            case "interaction":
                outcome.receive(frame)
                if outcome.done.done():
                    del self._outcomes[outcome.nonce]
            case "modal":
                outcome.modal = {key: value for key, value in frame.items() if key not in ("t", "nonce")}
            case "choices":
                outcome.choices = frame["choices"]
            case _:
                del self._outcomes[outcome.nonce]
                outcome.refuse(frame["message"])

    def _send(self, frame: Json) -> None:
        if self._line is None:
            raise RuntimeError("the person is not connected")
        known = len(self.errors)
        self._line.send(frame)
        if len(self.errors) > known:
            raise RefusedError(self.errors[-1])

    # What the person sees

    @property
    def surroundings(self) -> Json:
        if self._stale:
            self._send({"op": "hello"})
        return self.hello

    @property
    def id(self) -> int:
        return int(self.me["id"])

    @property
    def name(self) -> str:
        return self.me["global_name"]

    def channel_id(self, channel: str | int | Any) -> str:
        """By id, name, or anything that has an id. Raises KeyError for a name that is not shown."""
        wanted = str(getattr(channel, "id", channel))
        if wanted.isdecimal():
            return wanted
        for entry in self.surroundings["channels"]:
            if wanted in (entry["id"], entry["name"]):
                return entry["id"]
        raise KeyError(channel)

    def open(self, channel: str | int | Any) -> str:
        """Watch a channel from now on, beside those already watched. Its id."""
        channel_id = self.channel_id(channel)
        if channel_id not in self._channels:
            self._channels[channel_id] = {}
            try:
                self._send({"op": "channel", "channel_id": channel_id, "keep": True})
            except RefusedError:
                del self._channels[channel_id]
                raise
        return channel_id

    def messages(self, channel: str | int | Any) -> list[Json]:
        """All the person sees in the channel, oldest first, own private answers included."""
        return sorted(self._channels[self.open(channel)].values(), key=lambda m: int(m["id"]))

    def seen(self) -> list[Json]:
        """The messages of all watched channels."""
        return [message for messages in self._channels.values() for message in messages.values()]

    def message(self, message: Json | int | str) -> Json:
        """The newest version of a message. Raises KeyError when the person does not see it."""
        wanted = message["id"] if isinstance(message, dict) else str(message)
        for messages in self._channels.values():
            if wanted in messages:
                return messages[wanted]
        raise KeyError(message)

    async def until(self, condition: Callable[[], Any], within: float = PATIENCE, what: str = "condition") -> Any:
        """Wait until the condition holds, asked after each frame; its value. Raises TimeoutError."""
        return await self.changes.until(condition, within, what)

    async def until_message(
        self, channel: str | int | Any, condition: Callable[[Json], object], within: float = PATIENCE
    ) -> Json:
        """The first message in the channel for which the condition holds."""
        self.open(channel)
        return await self.until(
            lambda: next((m for m in self.messages(channel) if condition(m)), None), within, "a message"
        )

    # What the person does

    async def command(self, channel: str | int | Any, path: str, *, rush: bool = False, **options: Any) -> Outcome:
        """Use a slash command, e.g. `command("games", "skat open", seats=3)`, by its untranslated names."""
        await self.refresh()
        return await self._do(self._command_frame("command", channel, path, options), rush=rush)

    async def autocomplete(
        self, channel: str | int | Any, path: str, option: str, typed: str, **options: Any
    ) -> list[Json]:
        """The choices offered while typing in `option`."""
        await self.refresh()
        frame = self._command_frame("autocomplete", channel, path, {**options, option: typed}, focused=option)
        return (await self._do(frame)).choices

    async def click(
        self,
        message: Json | int | str,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        emoji: str | None = None,
        rush: bool = False,
        copies: int = 1,
    ) -> Outcome:
        """Press a button. `copies` delivers the one click several times; `rush` does not wait for the answer
        to the person's interaction before. Raises RefusedError when a client could not."""
        shown = self.message(message)
        button = find_component(shown, {BUTTON}, label=label, custom_id=custom_id, emoji=emoji)
        return await self._do(component_frame(shown, button), rush=rush, copies=copies)

    async def select(
        self, message: Json | int | str, *chosen: str, custom_id: str | None = None, rush: bool = False
    ) -> Outcome:
        """Choose in a select, by the options' values or labels (ids in a user, role or channel select)."""
        shown = self.message(message)
        select = find_component(shown, SELECTS, custom_id=custom_id)
        by_label = {option["label"]: option["value"] for option in select.get("options", [])}
        values = [by_label.get(choice, choice) for choice in chosen]
        return await self._do(component_frame(shown, select) | {"values": values}, rush=rush)

    async def submit(self, modal: Outcome | Json, values: Mapping[str, Any] | None = None) -> Outcome:
        """Send a modal with text (or lists of values) by custom_id or label; the rest keeps what it shows."""
        shown = modal.modal if isinstance(modal, Outcome) else modal
        if shown is None:
            raise RefusedError("no modal was opened")
        frame = {
            "op": "modal",
            "interaction_id": shown["interaction_id"],
            "custom_id": shown["custom_id"],
            "components": filled(shown, dict(values or {})),
        }
        return await self._do(frame)

    async def forge_click(
        self,
        message: Json | int | str,
        custom_id: str,
        *,
        component_type: int = BUTTON,
        values: list[str] | None = None,
        rush: bool = False,
        copies: int = 1,
    ) -> Outcome:
        """Deliver a click no honest client would send: any custom_id, disabled or gone from the message."""
        shown = self.message(message)
        part = {"custom_id": custom_id, "type": component_type}
        frame = component_frame(shown, part) | {"values": values, "forged": True}
        return await self._do(frame, rush=rush, copies=copies)

    def say(self, channel: str | int | Any, content: str) -> None:
        self._send({"op": "say", "channel_id": self.open(channel), "content": content})

    def set_locale(self, locale: str) -> None:
        self._send({"op": "locale", "locale": locale})

    def dismiss(self, message: Json) -> None:
        self._send({"op": "dismiss", "channel_id": message["channel_id"], "message_id": message["id"]})

    async def refresh(self) -> None:
        """Ask what is around: channels, commands, people."""
        if self._stale:
            self._send({"op": "hello"})
            await self.until(lambda: not self._stale, what="a new hello")

    async def _do(self, frame: Json, *, rush: bool = False, copies: int = 1) -> Outcome:
        outcome = Outcome(self, str(next(self._nonces)))
        self._outcomes[outcome.nonce] = outcome
        self._send(frame | {"nonce": outcome.nonce, "rush": rush, "copies": copies})
        await asyncio.wait_for(outcome.done, PATIENCE)
        return outcome

    def _command_frame(
        self,
        op: str,
        channel: str | int | Any,
        path: str,
        options: Mapping[str, Any],
        focused: str | None = None,
    ) -> Json:
        name, *steps = path.split()
        command = next((c for c in self.surroundings["commands"] if c["name"] == name), None)
        if command is None:
            raise RefusedError(f"there is no command {name!r}")
        data: Json = {"id": command["id"], "name": name, "type": command["type"], "options": []}
        level: Json = data
        node = command
        for step in steps:
            node = find_option(node, step)
            inner: Json = {"name": step, "type": node["type"], "options": []}
            level["options"] = [inner]
            level = inner
        for key, value in options.items():
            option = find_option(node, key)
            entry = {"name": key, "type": option["type"], "value": value}
            level["options"].append(entry | ({"focused": True} if key == focused else {}))
        return {"op": op, "channel_id": self.open(channel), "data": data}
