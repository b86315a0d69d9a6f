"""The HTTP side of the sandbox: one door for every API request, and the pages around it.

Invariant: a request is logged, judged for faults, token and rate limit, and only then handled.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from bot.sandbox import limits
from bot.sandbox.access import OutageError
from bot.sandbox.attachments import LARGEST_FILE
from bot.sandbox.clock import Clock
from bot.sandbox.controls import Controls
from bot.sandbox.desk import Desks
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway, GatewayTimes
from bot.sandbox.interactions import Interactions, InteractionTimes
from bot.sandbox.limits import Limits, Verdict
from bot.sandbox.pages import Pages
from bot.sandbox.people import Person
from bot.sandbox.postings import Postings
from bot.sandbox.requestlog import RequestLog
from bot.sandbox.rest_application import ApplicationRoutes
from bot.sandbox.rest_guilds import GuildRoutes
from bot.sandbox.rest_interactions import InteractionRoutes
from bot.sandbox.rest_messages import MessageRoutes
from bot.sandbox.routing import Call, Reply, Route, Router, Upload
from bot.sandbox.world import World, default_world

if TYPE_CHECKING:
    from bot.sandbox.desk import Desk
    from bot.sandbox.faults import Fault
    from bot.sandbox.model import User
    from bot.sandbox.requestlog import Request
    from bot.sandbox.shapes import Json

API = "/api/v10"
VIA = "1.1 sandbox"


class DeskLine:
    """A person's line to a desk in this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def send(self, frame: Json) -> None:
        self._desk.receive(frame)


class Sandbox:
    """A world and the server in front of it. `url` is http://host:port once started.

    `revoke_token` and the attributes (`faults`, `gateway`, `limits`, `clock`, ...) are for tests.
    """

    def __init__(
        self,
        world: World | None = None,
        *,
        gateway_times: GatewayTimes | None = None,
        interaction_times: InteractionTimes | None = None,
        log_kept: int = 20_000,
        log_answers: bool = True,
    ) -> None:
        self.world = world or default_world(Clock())
        self.clock = self.world.clock
        self.changes = self.world.changes
        self.revoked: set[str] = set()
        self.tokens: set[str] | None = None
        """The tokens taken; None takes any that is not revoked."""
        self.gateway = Gateway(self.world, self.valid_token, gateway_times or GatewayTimes())
        self.interactions = Interactions(self.world, self.gateway, interaction_times or InteractionTimes())
        self.postings = Postings(self.world)
        self.faults = Faults()
        self.limits = Limits(self.clock.steady, self.clock.now)
        self.requests = RequestLog(log_kept)
        self.desks = Desks(self.postings, self.interactions, lambda: self.gateway.online)
        self.control = Controls(self)
        self._people: dict[int, Person] = {}
        self.url = ""
        self._log_answers = log_answers
        self._router = Router()
        for routes in (
            ApplicationRoutes(self.world, self.gateway),
            GuildRoutes(self.world),
            MessageRoutes(self.postings),
            InteractionRoutes(self.interactions, self.postings),
        ):
            routes.register(self._router)
        self._runner: web.AppRunner | None = None

    def valid_token(self, token: str) -> bool:
        return token not in self.revoked and (self.tokens is None or token in self.tokens)

    def revoke_token(self, token: str) -> None:
        """REST answers 401 from now on, and the gateway closes with 4004."""
        self.revoked.add(token)
        for link in tuple(self.gateway.links):
            if link.session is not None and link.session.token == token:
                link.close(4004)

    async def start(self, port: int = 0, host: str = "127.0.0.1") -> None:
        """Raises OSError when the port is taken."""
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", API + "/{path:.*}", self._api)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        Pages(self.world, self.desks).add_to(app)
        self.control.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        bound: tuple[Any, ...] = self._runner.addresses[0]
        self.url = f"http://{host}:{bound[1]}"
        self.world.base_url = self.url
        self.gateway.url = f"ws://{host}:{bound[1]}/gateway"

    def person(self, who: int | str | User) -> Person:
        """A person's client, always the same one. Raises KeyError for someone unknown."""
        user = self.world.person(who)
        if user.id not in self._people:
            person = Person()
            desk = self.desks.open(user.id, person.receive, trusted=True)
            person.connect(DeskLine(desk))
            self._people[user.id] = person
        return self._people[user.id]

    async def stop(self) -> None:
        self.interactions.close()
        if self._runner is not None:
            self.gateway.close_all(1001)
            await self._runner.cleanup()
            self._runner = None

    async def _api(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        entry = self.requests.open(self.clock.now(), request.method, path, dict(request.query))
        started = self.clock.steady()
        fault = self.faults.strike(request.method, path)
        entry.fault = fault is not None
        try:
            if fault is not None:
                await asyncio.sleep(fault.delay)
                if fault.reset:
                    return cut(request)
            return await self._answer(request, entry, fault)
        finally:
            entry.seconds = self.clock.steady() - started
            self.changes.notify()

    async def _answer(self, request: web.Request, entry: Request, fault: Fault | None) -> web.StreamResponse:
        headers: dict[str, str] = {}
        reply = Reply()
        try:
            await read_body(request, entry)
            if fault is not None and fault.status is not None:
                return self._faulty(request, entry, fault)
            if self.limits.banned:
                return page(entry, 429, limits.BAN_PAGE)
            reply = await self._handle(request, entry, headers)
        except ApiError as error:
            headers |= error.headers
            reply = Reply(error.status, error.body)
        except OutageError:
            return page(entry, 503, "upstream connect error or disconnect/reset before headers")
        if fault is not None:
            await asyncio.sleep(fault.late)
            if fault.lost:
                if reply.delivered is not None:
                    reply.delivered()
                return cut(request)
        return await self._send(request, entry, reply, headers)

    async def _handle(self, request: web.Request, entry: Request, headers: dict[str, str]) -> Reply:
        route, params = self._router.find(request.method, entry.path)
        entry.route = route.template
        if route.needs_token:
            kind, _, token = request.headers.get("Authorization", "").partition(" ")
            if kind != "Bot" or not token or not self.valid_token(token):
                raise ApiError(Refusal.UNAUTHORIZED)
        verdict = self._take(route, params)
        headers |= verdict.headers
        if verdict.refused is not None:
            return Reply(429, verdict.refused)
        return await route.handler(Call(route, params, request.query, entry.body, entry.files))

    def _take(self, route: Route, params: dict[str, str]) -> Verdict:
        major = "+".join(params[name] for name in route.major)
        return self.limits.take(route.bucket, major, route.limit, counts_globally=route.counts_globally)

    async def _send(
        self, request: web.Request, entry: Request, reply: Reply, headers: dict[str, str]
    ) -> web.StreamResponse:
        entry.status = reply.status
        if reply.status in (401, 403, 429):
            self.limits.count_refusal()
        if self._log_answers:
            entry.answer = reply.body
        headers["Via"] = VIA
        if reply.body is None:
            response = web.Response(status=reply.status, headers=headers)
        else:
            # discord.py reads JSON only under exactly this content type, without a charset.
            headers["Content-Type"] = "application/json"
            body = json.dumps(reply.body, separators=(",", ":")).encode()
            response = web.Response(status=reply.status, body=body, headers=headers)
        if reply.delivered is not None:
            try:
                await response.prepare(request)
                await response.write_eof()
            finally:
                reply.delivered()
        return response

    def _faulty(self, request: web.Request, entry: Request, fault: Fault) -> web.Response:
        status = fault.status or 500
        route, params = self._router.find(request.method, entry.path)
        entry.route = route.template
        if isinstance(fault.body, str):
            return page(entry, status, fault.body, fault.headers)
        # An error of Discord itself counts in its bucket and carries the headers of it.
        verdict = self._take(route, params) if status != 429 else Verdict()
        entry.status, entry.answer = status, fault.body
        if status in (401, 403, 429):
            self.limits.count_refusal()
        headers = {"Via": VIA, "Content-Type": "application/json", **verdict.headers, **fault.headers}
        return web.Response(status=status, body=json.dumps(fault.body or {}).encode(), headers=headers)


async def read_body(request: web.Request, entry: Request) -> None:
    """Parse JSON or multipart into the log entry. Raises ApiError 50109 or 40005."""
    if not request.can_read_body:
        return
    if request.content_type.startswith("multipart/"):
        reader = await request.multipart()
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            content = await part.read()
            if len(content) > LARGEST_FILE:
                raise ApiError(Refusal.TOO_LARGE)
            if part.name == "payload_json":
                entry.body = parse(content)
            elif part.filename is not None:
                kind = part.headers.get("Content-Type", "application/octet-stream")
                entry.files.append(Upload(part.name or "", part.filename, kind, bytes(content)))
        return
    raw = await request.read()
    if not raw:
        return
    if request.content_type != "application/json":
        raise ApiError(Refusal.INVALID_JSON)
    entry.body = parse(raw)


def parse(raw: bytes | bytearray) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(Refusal.INVALID_JSON) from None


def page(entry: Request, status: int, text: str, headers: dict[str, str] | None = None) -> web.Response:
    """A page from in front of Discord: no JSON, no Via header."""
    entry.status, entry.answer = status, text
    kind = "text/html" if text.startswith("<") else "text/plain"
    return web.Response(status=status, text=text, content_type=kind, headers=headers)


def cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
