"""A gateway connection by hand: every frame in sight, every answer the test's own."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import TYPE_CHECKING, Any, Self

import aiohttp

if TYPE_CHECKING:
    from bot.sandbox import Sandbox
    from bot.sandbox.shapes import Json

PROPERTIES = {"os": "linux", "browser": "test", "device": "test"}


class Wire:
    """Frames are read as they are asked for. `async with Wire(sandbox) as wire` connects and reads HELLO."""

    def __init__(self, sandbox: Sandbox, query: str = "?v=10&encoding=json") -> None:
        self.url = sandbox.gateway.url + query
        self.session = aiohttp.ClientSession()
        self.hello: Json = {}
        self.ready: Json = {}
        self.sequence = 0
        self._inflate = zlib.decompressobj() if "zlib-stream" in query else None

    async def __aenter__(self) -> Self:
        self.socket = await self.session.ws_connect(self.url)
        self.hello = await self.next()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close(code=4000)
        await self.session.close()

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def next(self, within: float = 10.0) -> Json:
        """The next frame. A closed connection comes as {"closed": code}."""
        message = await asyncio.wait_for(self.socket.receive(), within)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert self._inflate is not None
            assert message.data.endswith(b"\x00\x00\xff\xff")
            frame: Json = json.loads(self._inflate.decompress(message.data))
        elif message.type is aiohttp.WSMsgType.TEXT:
            frame = message.json()
        else:
            return {"closed": self.socket.close_code}
        self.sequence = frame.get("s") or self.sequence
        return frame

    async def event(self, name: str, within: float = 10.0) -> Json:
        """The data of the next event of that name; others are passed over."""
        while True:
            frame = await self.next(within)
            assert "closed" not in frame, frame
            if frame["t"] == name:
                return frame["d"]

    async def identify(self, **changes: Any) -> Json:
        """IDENTIFY with the guilds intent; the frame that answers it."""
        await self.send(2, {"token": "token", "intents": 1, "properties": PROPERTIES} | changes)
        answer = await self.next()
        if answer.get("t") == "READY":
            self.ready = answer["d"]
        return answer

    async def resume(self, session_id: str, sequence: int) -> None:
        await self.send(6, {"token": "token", "session_id": session_id, "seq": sequence})
