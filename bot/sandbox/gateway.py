"""The gateway: HELLO, IDENTIFY, RESUME, heartbeats, and events to whoever asked for them.

Invariant: a session has at most one connection, and an event reaches a session's backlog before any socket.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from bot.sandbox import payloads
from bot.sandbox.model import Event
from bot.sandbox.sessions import (
    KNOWN_INTENTS,
    MESSAGE_CONTENT,
    PRIVILEGED,
    Session,
    encode,
    without_content,
)
from bot.sandbox.shapes import Json, is_integer, is_list, is_object
from bot.sandbox.wire import Link, compressor

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.world import World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
LARGEST_FRAME = 4096
FRAMES_A_MINUTE = 120
CLOSE_PATIENCE = 1.0
FATAL = 4004
CLEAN_CLOSES = (1000, 1001)


@dataclass(slots=True)
class GatewayTimes:
    """Seconds. `resume_window` runs on the world's clock, the others on real time."""

    heartbeat: float = 41.25
    resume_window: float = 120.0
    identify_spacing: float = 5.0
    """Between two IDENTIFYs; sooner ones are answered with INVALID_SESSION."""


class Gateway:
    def __init__(self, world: World, valid_token: Callable[[str], bool], times: GatewayTimes) -> None:
        self.world = world
        self.times = times
        self.sessions: dict[str, Session] = {}
        self.links: set[Link] = set()
        self.url = ""
        self.privileged = 0
        """Privileged intents switched on for the application."""
        self.identifies_left = 1000
        self.silent = False
        """Fault: answer nothing, not even heartbeats."""
        self.refused_until = 0.0
        """Fault: real time until which no connection is accepted."""
        self.delay = 0.0
        """Fault: seconds by which every event comes late."""
        self.losing = 0
        """Fault: how many of the next interactions never arrive."""
        self.doubling = 0
        """Fault: how many of the next interactions arrive twice."""
        self._valid_token = valid_token
        self._last_identify = -1e9
        world.on_event.append(self.publish)

    @property
    def online(self) -> bool:
        return any(session.wire is not None for session in self.sessions.values())

    def publish(self, event: Event) -> None:
        text = bare = ""
        for session in self._living():
            if not session.hears(event):
                continue
            text = text or encode(event.data)
            if event.name.startswith("MESSAGE_") and not session.intents & MESSAGE_CONTENT:
                bare = bare or encode(without_content(event.data, str(self.world.bot.id)))
                session.dispatch(event.name, bare)
            else:
                session.dispatch(event.name, text)

    def interact(self, data: Json, guild_id: int | None, copies: int = 1) -> bool:
        """Deliver an interaction. False when there is no session that could ever receive it."""
        event = Event("INTERACTION_CREATE", data, guild_id)
        hearing = [session for session in self._living() if session.hears(event)]
        if self.losing:
            self.losing -= 1
            return bool(hearing)
        if self.doubling:
            self.doubling -= 1
            copies += 1
        text = encode(data)
        for session in hearing:
            for _ in range(copies):
                session.dispatch(event.name, text)
        return bool(hearing)

    def _living(self) -> list[Session]:
        now = self.world.clock.now()
        for session in tuple(self.sessions.values()):
            if session.lost_at is not None and now - session.lost_at > self.times.resume_window:
                del self.sessions[session.id]
        return list(self.sessions.values())

    # Faults

    def drop(self, *, resumable: bool = True, refuse_for: float = 0.0) -> None:
        """Cut every connection without a word."""
        self.refused_until = self.world.clock.steady() + refuse_for
        if not resumable:
            self.sessions.clear()
        for link in tuple(self.links):
            link.abort()

    def ask_reconnect(self) -> None:
        for link in self.links:
            link.send_op(RECONNECT, None)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Op 9 to everyone. Sessions that cannot be resumed are forgotten."""
        for link in self.links:
            link.send_op(INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    def close_all(self, code: int) -> None:
        if code == FATAL:
            self.sessions.clear()
        for link in tuple(self.links):
            link.close(code)

    # Connections

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.world.clock.steady() < self.refused_until:
            return web.Response(status=503, text="upstream connect error")
        socket = web.WebSocketResponse(max_msg_size=1 << 20, timeout=1.0, compress=False)
        await socket.prepare(request)
        link = Link(socket, request.transport, compressor(request.query.get("compress")), self)
        if request.query.get("v") not in ("9", "10"):
            link.close(4012)
        elif request.query.get("encoding", "json") != "json":
            link.close(4002)
        self.links.add(link)
        writer = asyncio.create_task(link.write())
        link.send_op(HELLO, {"heartbeat_interval": int(self.times.heartbeat * 1000), "_trace": ["sandbox"]})
        try:
            await self._listen(socket, link)
        finally:
            self.links.discard(link)
            self._lose(link, socket.close_code)
            if not link.closing:
                writer.cancel()
            await asyncio.wait({writer}, timeout=CLOSE_PATIENCE)
            writer.cancel()
        return socket

    async def _listen(self, socket: web.WebSocketResponse, link: Link) -> None:
        clock = self.world.clock
        last_beat = clock.steady()
        recent: deque[float] = deque(maxlen=FRAMES_A_MINUTE)
        while not socket.closed:
            patience = last_beat + self.times.heartbeat * 1.5 - clock.steady()
            try:
                message = await socket.receive(timeout=max(patience, 0.001))
            except TimeoutError:
                link.abort()
                return
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            now = clock.steady()
            if len(recent) == FRAMES_A_MINUTE and now - recent[0] < 60:
                link.close(4008)
                return
            recent.append(now)
            if len(message.data) > LARGEST_FRAME:
                link.close(4002)
                return
            try:
                frame: object = json.loads(message.data)
            except ValueError:
                link.close(4002)
                return
            if not is_object(frame):
                link.close(4002)
                return
            if frame.get("op") == HEARTBEAT:
                last_beat = now
            self._receive(link, frame)

    def _receive(self, link: Link, frame: Json) -> None:
        match frame.get("op"):
            case 1:  # HEARTBEAT
                link.send_op(HEARTBEAT_ACK, None)
            case 2:  # IDENTIFY
                self._identify(link, frame.get("d"))
            case 6:  # RESUME
                self._resume(link, frame.get("d"))
            case 3 | 4 | 8:
                if link.session is None:
                    link.close(4003)
            case _:
                link.close(4001)

    def _identify(self, link: Link, data: object) -> None:
        if link.session is not None:
            link.close(4005)
            return
        if not is_object(data) or not is_object(data.get("properties")):
            link.close(4002)
            return
        token, intents, shard = data.get("token"), data.get("intents"), data.get("shard", [0, 1])
        if not isinstance(token, str) or not self._valid_token(token):
            link.close(4004)
        elif not is_list(shard) or len(shard) != 2 or not 0 <= int(shard[0]) < int(shard[1]):
            link.close(4010)
        elif not is_integer(intents) or intents & ~KNOWN_INTENTS:
            link.close(4013)
        elif intents & PRIVILEGED & ~self.privileged:
            link.close(4014)
        elif self._too_soon():
            link.send_op(INVALID_SESSION, False)
        else:
            self._open(link, Session(token, intents, (int(shard[0]), int(shard[1]))))

    def _too_soon(self) -> bool:
        now = self.world.clock.steady()
        if now - self._last_identify < self.times.identify_spacing or self.identifies_left <= 0:
            return True
        self._last_identify = now
        self.identifies_left -= 1
        return False

    def _open(self, link: Link, session: Session) -> None:
        self.sessions[session.id] = session
        link.session = session
        session.wire = link
        bot = self.world.bot
        mine = [g for g in self.world.guilds.values() if bot.id in g.members]
        mine = [g for g in mine if (g.id >> 22) % session.shard[1] == session.shard[0]]
        ready = {
            "v": 10,
            "user": bot.payload() | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "application": {"id": str(self.world.app_id), "flags": 0},
        }
        session.dispatch("READY", encode(ready))
        for guild in mine:
            if guild.available and session.intents & 1:
                session.dispatch("GUILD_CREATE", encode(payloads.guild_create(self.world, guild)))
        self.world.surroundings_changed()

    def _resume(self, link: Link, data: object) -> None:
        if not is_object(data) or not is_integer(data.get("seq")):
            link.close(4002)
            return
        token = data.get("token")
        if not isinstance(token, str) or not self._valid_token(token):
            link.close(4004)
            return
        session = {s.id: s for s in self._living()}.get(str(data.get("session_id")))
        if session is None or session.token != token or not session.can_replay(data["seq"]):
            link.send_op(INVALID_SESSION, False)
            return
        if isinstance(session.wire, Link):
            session.wire.session = None
            session.wire.abort()
        link.session = session
        session.replay(data["seq"], link)
        session.wire, session.lost_at = link, None
        session.dispatch("RESUMED", '{"_trace":["sandbox"]}')
        self.world.surroundings_changed()

    def _lose(self, link: Link, code: int | None) -> None:
        session = link.session
        if session is None:
            return
        session.wire, session.lost_at = None, self.world.clock.now()
        if code in CLEAN_CLOSES and not link.closed_by_us:
            self.sessions.pop(session.id, None)
        self.world.surroundings_changed()
