"""A sandbox per test, raw requests to it, and a real discord.py client for it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.sandbox import GatewayTimes, InteractionTimes, Sandbox
from bot.sandbox.changes import Changes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

TOKEN = "token"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    server = Sandbox(
        gateway_times=GatewayTimes(heartbeat=2.0, identify_spacing=0.0),
        interaction_times=InteractionTimes(response=1.5, answer_travel=0.001),
    )
    await server.start()
    yield server
    await server.stop()


class Raw:
    """Requests as a bot would send them, without a library that is careful for us."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: dict[str, bytes] | None = None,
        token: str | None = TOKEN,
    ) -> tuple[int, Any]:
        """Status and parsed body; text where the answer is not JSON."""
        headers = {"Authorization": f"Bot {token}"} if token is not None else {}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", content, filename=name, content_type="application/octet-stream")
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body)
        url = f"{self.sandbox.url}/api/v10{path}"
        async with self.session.request(method, url, data=data, headers=headers) as response:
            self.headers = response.headers
            text = await response.text()
            is_json = response.headers.get("Content-Type") == "application/json"
            return response.status, json.loads(text) if is_json and text else text

    async def post(self, channel: str = "games", **body: Any) -> Any:
        """A message of the bot, which must succeed."""
        channel_id = self.sandbox.world.channel(channel).id
        status, answer = await self("POST", f"/channels/{channel_id}/messages", body)
        assert status == 200, answer
        return answer


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


class Client(discord.Client):
    """A bot as small as can be: its command tree, and what it heard."""

    def __init__(self) -> None:
        # discord.py waits this long after the last guild before it calls itself ready.
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.changes = Changes()
        self.handle: Callable[[discord.Interaction], Any] | None = None
        self.ready = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        del shard_id, initial

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append(event)
        self.changes.notify()
        super().dispatch(event, *args, **kwargs)

    async def until_heard(self, event: str, times: int = 1, within: float = 20.0) -> None:
        await self.changes.until(lambda: self.heard.count(event) >= times, within, event)

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if self.handle is not None and interaction.type is not discord.InteractionType.application_command:
            await self.handle(interaction)


def point_at(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", f"{sandbox.url}/api/v10")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway.url))


@pytest.fixture
async def client(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    """Not yet started: see `running`."""
    point_at(sandbox, monkeypatch)
    async with Client() as found:
        yield found


async def running(client: Client) -> asyncio.Task[None]:
    """Log in, sync the commands if there are any, and wait until the bot is ready."""
    await client.login(TOKEN)
    if client.tree.get_commands():
        await client.tree.sync()
    task = asyncio.create_task(client.connect())
    waiter = asyncio.create_task(client.ready.wait())
    done, _ = await asyncio.wait({task, waiter}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    if waiter not in done:
        waiter.cancel()
        await task
    return task
