"""Whom a message pings, as Discord computes it from text and `allowed_mentions`.

Invariant: without `allowed_mentions` everything in the text counts for a bot's message, users alone for an
interaction's; an edit is judged anew in the same way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox import permissions
from bot.sandbox.form import Form
from bot.sandbox.shapes import is_list, snowflake

if TYPE_CHECKING:
    from bot.sandbox.errors import Problems
    from bot.sandbox.model import Channel
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
KINDS = ("users", "roles", "everyone")
BOT_DEFAULT = frozenset(KINDS)
INTERACTION_DEFAULT = frozenset({"users"})


@dataclass(slots=True)
class Allowed:
    parse: frozenset[str]
    users: frozenset[int] = field(default_factory=frozenset[int])
    roles: frozenset[int] = field(default_factory=frozenset[int])
    replied_user: bool = False


def check_allowed(body: Json, problems: Problems, default: frozenset[str]) -> Allowed:
    given = body.get("allowed_mentions")
    if given is None:
        return Allowed(default, replied_user=True)
    form = Form(body, problems).object("allowed_mentions")
    if form is None:
        return Allowed(default)
    parse = form.items("parse", 0, 3) or []
    for index, kind in enumerate(parse):
        if kind not in KINDS:
            problems.choice((*form.path, "parse", index), "'roles', 'users', 'everyone'")
    named: dict[str, frozenset[int]] = {}
    for name in ("users", "roles"):
        ids = [snowflake(item) for item in form.items(name, 0, 100) or []]
        if None in ids:
            problems.kind((*form.path, name), "snowflake")
        named[name] = frozenset(found for found in ids if found is not None)
        if name in parse and ids:
            problems.add(
                form.path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.',
            )
    kinds = frozenset(kind for kind in parse if isinstance(kind, str))
    return Allowed(kinds, named["users"], named["roles"], bool(form.boolean("replied_user")))


def find(world: World, channel: Channel, author_id: int, text: str, allowed: Allowed) -> Json:
    """The three mention fields of the message."""
    users = [
        world.users[user_id].payload()
        for user_id in dict.fromkeys(int(m) for m in USER.findall(text))
        if user_id in world.users and ("users" in allowed.parse or user_id in allowed.users)
    ]
    roles: list[str] = []
    everyone = False
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is not None:
        anyone = bool(permissions.in_channel(world, channel, author_id) & permissions.MENTION_EVERYONE)
        for role_id in dict.fromkeys(int(m) for m in ROLE.findall(text)):
            role = guild.roles.get(role_id)
            named = "roles" in allowed.parse or role_id in allowed.roles
            if role is not None and named and (role.mentionable or anyone):
                roles.append(str(role_id))
        everyone = anyone and "everyone" in allowed.parse and EVERYONE.search(text) is not None
    return {"mentions": users, "mention_roles": roles, "mention_everyone": everyone}


def texts(content: str, components: list[Json]) -> str:
    """Content and every text display, joined."""
    found = [content]
    for component in components:
        if component.get("type") == 10:
            found.append(component["content"])
        children = component.get("components")
        if is_list(children):
            found.append(texts("", children))
    return "\n".join(found)
