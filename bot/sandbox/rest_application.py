"""The application's own things: who the bot is, its commands, its emojis, where the gateway is."""

from __future__ import annotations

import base64
import binascii
import re
from collections import deque
from typing import TYPE_CHECKING

from bot.sandbox import access, payloads
from bot.sandbox.commands import check_command, check_unique, without_localizations
from bot.sandbox.errors import ApiError, Problems, Refusal, form_error
from bot.sandbox.form import Form
from bot.sandbox.limits import Limit
from bot.sandbox.model import Emoji
from bot.sandbox.routing import Call, Reply, Router
from bot.sandbox.shapes import is_list

if TYPE_CHECKING:
    from bot.sandbox.gateway import Gateway
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

MOST_COMMANDS = 100
CREATES_A_DAY = 200
DAY = 86_400.0
LARGEST_EMOJI = 256 * 1024
MOST_EMOJIS = 2000
EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA_URI = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,", re.ASCII)
USUAL = Limit(5, 5.0)
COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"


class ApplicationRoutes:
    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self._creates: dict[int | None, deque[float]] = {}

    def register(self, router: Router) -> None:
        router.add("GET", "/users/@me", self.me, USUAL)
        router.add("GET", "/applications/@me", self.application, USUAL)
        router.add("GET", "/oauth2/applications/@me", self.application, USUAL)
        router.add("GET", "/gateway", self.where, USUAL, needs_token=False)
        router.add("GET", "/gateway/bot", self.where, USUAL)
        for base in (COMMANDS, GUILD_COMMANDS):
            router.add("GET", base, self.list_commands, USUAL)
            router.add("PUT", base, self.overwrite_commands, Limit(2, 20.0))
            router.add("POST", base, self.create_command, Limit(5, 20.0))
            router.add("GET", base + "/{command_id}", self.read_command, USUAL)
            router.add("PATCH", base + "/{command_id}", self.edit_command, Limit(5, 20.0))
            router.add("DELETE", base + "/{command_id}", self.delete_command, Limit(5, 20.0))
        router.add("GET", EMOJIS, self.list_emojis, USUAL)
        router.add("POST", EMOJIS, self.create_emoji, Limit(50, 60.0))
        router.add("GET", EMOJIS + "/{emoji_id}", self.read_emoji, USUAL)
        router.add("PATCH", EMOJIS + "/{emoji_id}", self.edit_emoji, USUAL)
        router.add("DELETE", EMOJIS + "/{emoji_id}", self.delete_emoji, Limit(30, 30.0))

    async def me(self, call: Call) -> Reply:
        del call
        extra = {"verified": True, "mfa_enabled": False, "locale": "en-US", "email": None, "banner": None}
        return Reply(200, self.world.bot.payload() | extra)

    async def application(self, call: Call) -> Reply:
        del call
        world = self.world
        owner = next(iter(world.guilds.values())).owner_id if world.guilds else world.bot.id
        return Reply(
            200,
            {
                "id": str(world.app_id),
                "name": world.app_name,
                "icon": None,
                "description": "",
                "summary": "",
                "type": None,
                "bot": world.bot.payload(),
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": world.users[owner].payload(),
                "team": None,
                "verify_key": "0" * 64,
                "flags": 0,
                "hook": True,
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "integration_types_config": {"0": {}},
                "approximate_guild_count": sum(world.bot.id in g.members for g in world.guilds.values()),
                "approximate_user_install_count": 0,
            },
        )

    async def where(self, call: Call) -> Reply:
        body: Json = {"url": self.gateway.url}
        if call.route.needs_token:
            body["shards"] = 1
            body["session_start_limit"] = {
                "total": 1000,
                "remaining": self.gateway.identifies_left,
                "reset_after": int(DAY * 1000),
                "max_concurrency": 1,
            }
        return Reply(200, body)

    # Commands

    def _scope(self, call: Call) -> int | None:
        self._own(call)
        if "guild_id" not in call.params:
            return None
        try:
            return access.guild(self.world, call.id("guild_id")).id
        except ApiError:
            raise ApiError(Refusal.MISSING_ACCESS) from None

    def _own(self, call: Call) -> None:
        if call.id("application_id") != self.world.app_id:
            raise ApiError(Refusal.UNKNOWN_APPLICATION)

    def _shown(self, call: Call, command: Json) -> Json:
        wanted = call.route.method != "GET" or call.flag("with_localizations")
        return command if wanted else without_localizations(command)

    async def list_commands(self, call: Call) -> Reply:
        stored = self.world.commands.setdefault(self._scope(call), {})
        return Reply(200, [self._shown(call, command) for command in stored.values()])

    async def overwrite_commands(self, call: Call) -> Reply:
        scope = self._scope(call)
        if not is_list(call.body):
            raise form_error((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        problems = Problems()
        checked = [check_command(item, problems, index) for index, item in enumerate(call.body)]
        check_unique(checked, problems, ())
        problems.finish()
        if len(checked) > MOST_COMMANDS:
            raise ApiError(Refusal.MAXIMUM_COMMANDS)
        old = {(c["type"], c["name"]): c for c in self.world.commands.setdefault(scope, {}).values()}
        self._count_creates(scope, sum((c["type"], c["name"]) not in old for c in checked))
        stored = [self._stamp(scope, c, old.get((c["type"], c["name"]))) for c in checked]
        self._replace(scope, {int(c["id"]): c for c in stored})
        return Reply(200, stored)

    async def create_command(self, call: Call) -> Reply:
        scope = self._scope(call)
        command = self._check_one(call.form)
        stored = dict(self.world.commands.setdefault(scope, {}))
        same = (c for c in stored.values() if (c["type"], c["name"]) == (command["type"], command["name"]))
        old = next(same, None)
        if old is None and len(stored) >= MOST_COMMANDS:
            raise ApiError(Refusal.MAXIMUM_COMMANDS)
        self._count_creates(scope, int(old is None))
        made = self._stamp(scope, command, old)
        self._replace(scope, stored | {int(made["id"]): made})
        return Reply(201 if old is None else 200, made)

    async def read_command(self, call: Call) -> Reply:
        return Reply(200, self._shown(call, self._find(call)))

    async def edit_command(self, call: Call) -> Reply:
        scope, old = self._scope(call), self._find(call)
        made = self._stamp(scope, self._check_one(old | call.form), old)
        self._replace(scope, self.world.commands[scope] | {int(made["id"]): made})
        return Reply(200, made)

    async def delete_command(self, call: Call) -> Reply:
        scope, old = self._scope(call), self._find(call)
        self._replace(scope, {key: c for key, c in self.world.commands[scope].items() if c is not old})
        return Reply(204)

    def _find(self, call: Call) -> Json:
        found = self.world.commands.setdefault(self._scope(call), {}).get(call.id("command_id"))
        if found is None:
            raise ApiError(Refusal.UNKNOWN_COMMAND)
        return found

    def _check_one(self, fields: Json) -> Json:
        problems = Problems()
        command = check_command(fields, problems, 0)
        if problems:
            raise ApiError(Refusal.FORM_BODY, errors=problems.nested()["0"])
        return command

    def _stamp(self, scope: int | None, command: Json, old: Json | None) -> Json:
        stamped: Json = {
            "id": old["id"] if old else str(self.world.clock.new_id()),
            "application_id": str(self.world.app_id),
            "version": str(self.world.clock.new_id()),
            **command,
        }
        if scope is not None:
            stamped["guild_id"] = str(scope)
        return stamped

    def _replace(self, scope: int | None, commands: dict[int, Json]) -> None:
        self.world.commands[scope] = commands
        self.world.surroundings_changed()

    def _count_creates(self, scope: int | None, count: int) -> None:
        now = self.world.clock.now()
        made = self._creates.setdefault(scope, deque())
        while made and now - made[0] > DAY:
            made.popleft()
        if len(made) + count > CREATES_A_DAY:
            raise ApiError(Refusal.MAXIMUM_COMMAND_CREATES, extra={"retry_after": 60.0, "global": False})
        made.extend([now] * count)

    # Emojis

    async def list_emojis(self, call: Call) -> Reply:
        self._own(call)
        shown = [payloads.emoji_shape(self.world, emoji) for emoji in self.world.emojis.values()]
        return Reply(200, {"items": shown})

    async def create_emoji(self, call: Call) -> Reply:
        self._own(call)
        problems = Problems()
        form = Form(call.form, problems)
        name = self._emoji_name(form)
        uri = form.text("image", 1, 10 * LARGEST_EMOJI, required=True) or ""
        problems.finish()
        found = DATA_URI.match(uri)
        try:
            image = base64.b64decode(uri[found.end() :], validate=True) if found else b""
        except binascii.Error:
            image = b""
        if found is None or not image:
            raise form_error(("image",), "IMAGE_INVALID", "Invalid image data")
        if len(image) > LARGEST_EMOJI:
            raise form_error(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        if len(self.world.emojis) >= MOST_EMOJIS:
            raise ApiError(Refusal.MAXIMUM_EMOJIS)
        emoji = Emoji(self.world.clock.new_id(), name, image, found.group(1) == "gif", self.world.bot.id)
        self.world.emojis[emoji.id] = emoji
        self.world.surroundings_changed()
        return Reply(201, payloads.emoji_shape(self.world, emoji))

    def _emoji_name(self, form: Form) -> str:
        name = form.text("name", 2, 32, required=True) or ""
        if name and not EMOJI_NAME.fullmatch(name):
            form.problems.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji.name == name for emoji in self.world.emojis.values()):
            form.problems.add(
                ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists."
            )
        return name

    def _emoji(self, call: Call) -> Emoji:
        self._own(call)
        found = self.world.emojis.get(call.id("emoji_id"))
        if found is None:
            raise ApiError(Refusal.UNKNOWN_EMOJI)
        return found

    async def read_emoji(self, call: Call) -> Reply:
        return Reply(200, payloads.emoji_shape(self.world, self._emoji(call)))

    async def edit_emoji(self, call: Call) -> Reply:
        emoji = self._emoji(call)
        problems = Problems()
        name = self._emoji_name(Form(call.form, problems))
        problems.finish()
        emoji.name = name
        self.world.surroundings_changed()
        return Reply(200, payloads.emoji_shape(self.world, emoji))

    async def delete_emoji(self, call: Call) -> Reply:
        del self.world.emojis[self._emoji(call).id]
        self.world.surroundings_changed()
        return Reply(204)
