"""What a test does to the world and the wires: the same verbs in this process and by POST /sandbox/<verb>.

Invariant: arguments and results are JSON, and things are named by id or by name.
"""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox import faults, permissions
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Fault
from bot.sandbox.model import PUBLIC_THREAD, TEXT, Overwrite
from bot.sandbox.shapes import is_object, snowflake

if TYPE_CHECKING:
    from bot.sandbox.model import Guild, Message
    from bot.sandbox.server import Sandbox
    from bot.sandbox.shapes import Json

Name = int | str


class Controls:
    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._verbs = {
            name.replace("_", "-"): method
            for name, method in inspect.getmembers(self, inspect.ismethod)
            if not name.startswith("_") and name not in ("serve", "add_to")
        }

    def _guild(self, guild: Name | None) -> Guild:
        """By id or name, the first when nothing is said. Raises KeyError."""
        for found in self._world.guilds.values():
            if guild is None or found.id == snowflake(guild) or found.name == guild:
                return found
        raise KeyError(guild)

    def _message(self, message: Name) -> Message:
        found = self._world.message(snowflake(message) or 0)
        if found is None:
            raise KeyError(message)
        return found

    # The wires

    def fault(self, **what: Any) -> None:
        """Keywords are those of `faults.Fault`."""
        self._sandbox.faults.add(Fault(**what))

    def refuse(self, name: str, method: str = ".*", path: str = ".*", times: int = 1) -> None:
        """Answer the next requests with one of Discord's errors, by its name in `errors.Refusal`."""
        self._sandbox.faults.add(faults.refusing(Refusal[name], method, path, times))

    def rate_limit(
        self,
        retry_after: float,
        method: str = ".*",
        path: str = ".*",
        times: int = 1,
        *,
        everywhere: bool = False,
    ) -> None:
        self._sandbox.faults.add(faults.rate_limited(retry_after, method, path, times, everywhere=everywhere))

    def ban(self, method: str = ".*", path: str = ".*", times: int = 1) -> None:
        """Answer with the page of Cloudflare's error 1015."""
        self._sandbox.faults.add(faults.banned(method, path, times))

    def clear_faults(self) -> None:
        gateway = self._sandbox.gateway
        self._sandbox.faults.clear()
        gateway.silent, gateway.delay, gateway.losing, gateway.doubling = False, 0.0, 0, 0
        gateway.refused_until = 0.0

    def limits(self, *, enabled: bool) -> None:
        self._sandbox.limits.enabled = enabled

    def drop(self, *, resumable: bool = True, refuse_for: float = 0.0) -> None:
        """Cut the gateway; no new connection is taken for `refuse_for` seconds."""
        self._sandbox.gateway.drop(resumable=resumable, refuse_for=refuse_for)

    def reconnect(self) -> None:
        self._sandbox.gateway.ask_reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        self._sandbox.gateway.invalidate(resumable=resumable)

    def close_gateway(self, code: int) -> None:
        self._sandbox.gateway.close_all(code)

    def gateway(
        self,
        *,
        silent: bool | None = None,
        delay: float | None = None,
        losing: int | None = None,
        doubling: int | None = None,
    ) -> None:
        """Answer nothing, deliver late, lose or double the next interactions."""
        gateway = self._sandbox.gateway
        gateway.silent = gateway.silent if silent is None else silent
        gateway.delay = gateway.delay if delay is None else delay
        gateway.losing = gateway.losing if losing is None else losing
        gateway.doubling = gateway.doubling if doubling is None else doubling

    def revoke(self, token: str) -> None:
        self._sandbox.revoke_token(token)

    def clock(self, shift: float) -> None:
        self._sandbox.clock.shift(shift)

    # The world

    def add_person(self, name: str, locale: str = "en-US", guild: Name | None = None) -> str:
        user = self._world.add_person(name, locale)
        self._world.join(self._guild(guild), user)
        return str(user.id)

    def add_guild(self, name: str, locale: str = "de", owner: Name | None = None) -> str:
        owner_id = self._guild(None).owner_id if owner is None else owner
        return str(self._world.add_guild(name, locale, owner=self._world.person(owner_id)).id)

    def add_channel(self, name: str, guild: Name | None = None, kind: int = TEXT) -> str:
        return str(self._world.add_channel(self._guild(guild), name, kind).id)

    def add_thread(self, name: str, channel: Name, owner: Name, kind: int = PUBLIC_THREAD) -> str:
        parent, user = self._world.channel(channel), self._world.person(owner)
        return str(self._world.add_thread(parent, name, user.id, kind=kind).id)

    def set_thread(self, channel: Name, *, archived: bool | None = None, locked: bool | None = None) -> None:
        thread = self._world.channel(channel)
        thread.archived = thread.archived if archived is None else archived
        thread.locked = thread.locked if locked is None else locked
        thread.archive_changed_at = self._world.clock.now()
        self._world.change_channel(thread)

    def delete_channel(self, channel: Name) -> None:
        self._world.delete_channel(self._world.channel(channel))

    def delete_message(self, message: Name) -> None:
        self._sandbox.postings.delete(self._message(message))

    def permissions(
        self,
        channel: Name,
        who: Name | None = None,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
    ) -> None:
        """Set the channel's overwrite for a member, the bot by default; none of both removes it."""
        user = self._world.bot if who is None else self._world.person(who)
        overwrite = Overwrite(user.id, 1, permissions.bits(*(allow or ())), permissions.bits(*(deny or ())))
        self._world.set_overwrite(self._world.channel(channel), overwrite)

    def outage(self, guild: Name | None = None, *, available: bool = False) -> None:
        self._world.set_available(self._guild(guild), available=available)

    def kick(self, guild: Name | None = None, who: Name | None = None) -> None:
        """A member, the bot by default."""
        user = self._world.bot if who is None else self._world.person(who)
        self._world.kick(self._guild(guild), user.id)

    def invite(self, guild: Name | None = None, who: Name | None = None) -> None:
        user = self._world.bot if who is None else self._world.person(who)
        self._world.join(self._guild(guild), user)

    def close_dms(self, who: Name) -> None:
        """Direct messages to this person are refused with 50007."""
        self._world.closed_dms.add(self._world.person(who).id)

    # What there is

    def state(self) -> Json:
        world, gateway = self._world, self._sandbox.gateway
        return {
            "app_id": str(world.app_id),
            "now": world.clock.now(),
            "online": gateway.online,
            "sessions": len(gateway.sessions),
            "pending": self._sandbox.interactions.pending,
            "users": [user.payload() for user in world.users.values()],
            "guilds": [{"id": str(g.id), "name": g.name} for g in world.guilds.values()],
            "channels": [{"id": str(c.id), "name": c.name, "type": c.kind} for c in world.channels.values()],
            "commands": sum(map(len, world.commands.values())),
        }

    def requests(self, after: int = 0) -> list[Json]:
        """The request log from there on; files by size only."""
        return [entry.summary() for entry in self._sandbox.requests.after(after)]

    def messages(self, channel: Name) -> list[Json]:
        """All of a channel, private answers too, with whom they are for under `ephemeral_to`."""
        found = self._world.channel(channel).messages.values()
        return [m.payload | {"ephemeral_to": None if m.ephemeral_to is None else str(m.ephemeral_to)} for m in found]

    async def serve(self, request: web.Request) -> web.Response:
        # Pages of other origins cannot send this content type without asking, and nobody answers them.
        if request.content_type != "application/json":
            return web.json_response({"error": "send JSON"}, status=415)
        verb = self._verbs.get(request.match_info["verb"])
        if verb is None:
            return web.json_response({"error": "no such verb", "verbs": sorted(self._verbs)}, status=404)
        try:
            arguments: object = json.loads(await request.read() or b"{}")
            if not is_object(arguments):
                return web.json_response({"error": "arguments are an object"}, status=400)
            result: object = verb(**arguments)
        except (TypeError, ValueError, KeyError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)
        return web.json_response({"result": result})

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/sandbox/{verb}", self.serve)
