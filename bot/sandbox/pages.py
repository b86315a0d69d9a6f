"""The web page of the sandbox, the files it shows, and the WebSocket of each person's client.

Invariant: a page from another origin gets no WebSocket.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import ClientConnectionResetError, WSMsgType, web

from bot.sandbox.shapes import Json, snowflake

if TYPE_CHECKING:
    from bot.sandbox.desk import Desks
    from bot.sandbox.world import World

STATIC = Path(__file__).with_name("static")
NO_CACHE = {"Cache-Control": "no-cache"}


class Pages:
    def __init__(self, world: World, desks: Desks) -> None:
        self.world = world
        self.desks = desks

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/", self.index)
        app.router.add_get("/people", self.people)
        app.router.add_get("/attachments/{channel}/{message}/{name}", self.attachment)
        app.router.add_get("/emojis/{name}", self.emoji)
        if STATIC.is_dir():
            app.router.add_static("/static", STATIC)
            app.on_response_prepare.append(_never_stale)

    async def index(self, request: web.Request) -> web.StreamResponse:
        del request
        page = STATIC / "index.html"
        if not page.is_file():
            raise web.HTTPNotFound(text="The page is not installed.")
        return web.FileResponse(page, headers=NO_CACHE)

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        channel = self.world.channels.get(snowflake(request.match_info["channel"]) or 0)
        message = channel.messages.get(snowflake(request.match_info["message"]) or 0) if channel else None
        name = request.match_info["name"]
        if message is None or name not in message.files:
            raise web.HTTPNotFound
        kind = next(a["content_type"] for a in message.payload["attachments"] if a["filename"] == name)
        return web.Response(body=message.files[name], content_type=kind, headers={"X-Content-Type-Options": "nosniff"})

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        emoji = self.world.emojis.get(snowflake(request.match_info["name"].partition(".")[0]) or 0)
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.image, content_type="image/gif" if emoji.animated else "image/png")

    def _first_player(self) -> str:
        """Whoever opens the page without saying who they are: somebody without special rights."""
        guild = next(iter(self.world.guilds.values()))
        ordinary = (
            user
            for user, member in guild.members.items()
            if user not in (guild.owner_id, self.world.bot.id) and not member.roles
        )
        return self.world.users[next(ordinary)].name

    async def people(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="This page comes from elsewhere.")
        try:
            user = self.world.person(request.query.get("user") or self._first_player())
        except KeyError:
            raise web.HTTPNotFound(text="There is no such person.") from None
        socket = web.WebSocketResponse(timeout=1.0)
        await socket.prepare(request)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        desk = self.desks.open(user.id, queue.put_nowait, trusted=request.query.get("tester") == "1")
        writer = asyncio.create_task(write(socket, queue))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                try:
                    frame: object = json.loads(message.data)
                except ValueError:
                    frame = None
                desk.receive(frame)
        finally:
            self.desks.close(desk)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return socket


async def _never_stale(request: web.Request, response: web.StreamResponse) -> None:
    """After an upgrade old and new modules must not mix in a browser's cache."""
    if request.path.startswith("/static/"):
        response.headers.update(NO_CACHE)


async def write(socket: web.WebSocketResponse, queue: asyncio.Queue[Json]) -> None:
    try:
        while True:
            await socket.send_str(json.dumps(await queue.get(), separators=(",", ":")))
    except ClientConnectionResetError:
        return
