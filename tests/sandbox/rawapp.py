"""An app on the sandbox without any library: what it gets, and answers sent exactly as written.

Invariant: every interaction is answered by the test alone, so that silence is possible too.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

Json = dict[str, Any]

MESSAGE, UPDATE, CHOICES, MODAL = 4, 7, 8, 9
EPHEMERAL = 64
COMPONENTS_V2 = 1 << 15


class RawApp:
    """`interactions` are those received and not yet taken; `channel_id` is the guild's first text channel."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.api = f"{sandbox.url}/api/v10"
        self.gateway = f"{sandbox.gateway.url}?v=10&encoding=json"
        self.interactions: asyncio.Queue[Json] = asyncio.Queue()
        self.channel_id = ""
        self.id = ""
        self._seen = asyncio.Event()
        self._http = aiohttp.ClientSession(headers={"Authorization": "Bot page-test"})
        self._reader: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._reader = asyncio.create_task(self._read())
        await asyncio.wait_for(self._seen.wait(), 5)

    async def stop(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        await self._http.close()

    async def call(self, method: str, path: str, body: Any) -> Any:
        """The decoded answer. Raises AssertionError with Discord's error for anything but success."""
        async with self._http.request(method, self.api + path, json=body) as response:
            text = await response.text()
            assert response.status < 300, f"{method} {path}: {response.status} {text}"
            return await response.json() if text else None

    async def commands(self, *commands: Json) -> None:
        await self.call("PUT", f"/applications/{self.id}/commands", list(commands))

    async def post(self, **message: Any) -> Json:
        return await self.call("POST", f"/channels/{self.channel_id}/messages", message)

    async def edit(self, message: Json, **changes: Any) -> None:
        await self.call("PATCH", f"/channels/{self.channel_id}/messages/{message['id']}", changes)

    async def interaction(self) -> Json:
        return await asyncio.wait_for(self.interactions.get(), 5)

    async def respond(self, interaction: Json, kind: int, **data: Any) -> None:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        await self.call("POST", path, {"type": kind, "data": data})

    async def _read(self) -> None:
        async with self._http.ws_connect(self.gateway) as socket:
            await socket.receive_json()
            properties = {"os": "linux", "browser": "rawapp", "device": "rawapp"}
            identify = {"token": "page-test", "intents": 1, "properties": properties}
            await socket.send_json({"op": 2, "d": identify})
            while True:
                frame: Json = await socket.receive_json()
                data = frame["d"]
                match frame["t"]:
                    case "READY":
                        self.id = data["application"]["id"]
                    case "GUILD_CREATE":
                        self.channel_id = next(each["id"] for each in data["channels"] if each["type"] == 0)
                        self._seen.set()
                    case "INTERACTION_CREATE":
                        self.interactions.put_nowait(data)
                    case _:
                        pass


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(label: str, custom_id: str, *, style: int = 2, disabled: bool = False) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, "disabled": disabled}


def text(content: str) -> Json:
    return {"type": 10, "content": content}
