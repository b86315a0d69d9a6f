"""Whether a Discord client could have sent a command, a component's values or what they resolve to.

Invariant: data that passes here is what Discord would deliver; everything else raises ClientError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads
from bot.sandbox.components import STRING_SELECT
from bot.sandbox.shapes import Json, is_integer, is_list, is_number, is_object, items_of, snowflake

if TYPE_CHECKING:
    from bot.sandbox.model import Guild
    from bot.sandbox.world import World

SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
GROUPS = (SUB_COMMAND, SUB_COMMAND_GROUP)


class ClientError(Exception):
    """The person's client could not have sent this; the text says why."""


def check_options(command: Json, given: list[Any], *, typing: bool) -> list[Json]:
    """The options as delivered, in the order given. `typing` is an autocomplete: nothing need be complete,
    and exactly one option has focus."""
    known = {option["name"]: option for option in items_of(command, "options")}
    checked: list[Json] = []
    for item in given:
        if not is_object(item) or item.get("name") not in known:
            raise ClientError(f"there is no such option: {item}")
        option = known[item["name"]]
        if item.get("type") != option["type"]:
            raise ClientError(f"option {option['name']} has another type")
        if option["type"] in GROUPS:
            inner = items_of(item, "options")
            checked.append(
                {
                    "name": option["name"],
                    "type": option["type"],
                    "options": check_options(option, inner, typing=typing),
                }
            )
            continue
        checked.append(_value(option, item, typing=typing))
    names = [item["name"] for item in checked]
    if len(set(names)) != len(names):
        raise ClientError("an option is given twice")
    if any(option["type"] in GROUPS for option in known.values()) and len(checked) != 1:
        raise ClientError("a subcommand must be chosen")
    missing = [name for name, option in known.items() if option.get("required") and name not in names]
    if missing and not typing:
        raise ClientError(f"option {missing[0]} is required")
    return checked


def _value(option: Json, item: Json, *, typing: bool) -> Json:
    name, kind, value = option["name"], option["type"], item.get("value")
    focused = typing and bool(item.get("focused"))
    if focused:
        if not option.get("autocomplete"):
            raise ClientError(f"option {name} has no autocomplete")
        return {"name": name, "type": kind, "value": str(value or ""), "focused": True}
    choices = [choice["value"] for choice in items_of(option, "choices")]
    if choices and value not in choices:
        raise ClientError(f"option {name} does not offer {value!r}")
    match kind:
        case 3:
            longest = option.get("max_length", 6000)
            fits = isinstance(value, str) and option.get("min_length", 0) <= len(value) <= longest
            valid = fits and bool(value)
        case 4:
            valid = is_integer(value) and _in_range(option, value)
        case 10:
            valid = is_number(value) and _in_range(option, value)
        case 5:
            valid = isinstance(value, bool)
        case _:
            valid = snowflake(value) is not None
    if not valid:
        raise ClientError(f"option {name} does not take {value!r}")
    return {"name": name, "type": kind, "value": value}


def _in_range(option: Json, value: float) -> bool:
    return option.get("min_value", value) <= value <= option.get("max_value", value)


def resolved(world: World, guild: Guild | None, options: list[Json]) -> Json:
    """The users, members, roles and channels that options name. Raises ClientError for an unknown one."""
    found: Json = {}
    for option in options:
        if option["type"] in GROUPS:
            found |= resolved(world, guild, option["options"])
        elif option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE):
            resolve(world, guild, str(option["value"]), found)
    return found


def resolve(world: World, guild: Guild | None, named: str, into: Json) -> None:
    key = snowflake(named) or 0
    user, channel = world.users.get(key), world.channels.get(key)
    if user is not None:
        into.setdefault("users", {})[named] = user.payload()
        if guild is not None and key in guild.members:
            member = payloads.member_shape(world, guild.members[key], with_user=False)
            into.setdefault("members", {})[named] = member | {"permissions": "0"}
    elif channel is not None:
        into.setdefault("channels", {})[named] = payloads.channel_shape(world, channel) | {"permissions": "0"}
    elif guild is not None and key in guild.roles:
        into.setdefault("roles", {})[named] = guild.roles[key].payload()
    else:
        raise ClientError(f"nothing has the id {named}")


def check_values(component: Json, values: object) -> list[str]:
    """The values of a select, in the order chosen. Raises ClientError outside its range or its options."""
    if not is_list(values) or not all(isinstance(value, str) for value in values):
        raise ClientError("a select sends a list of values")
    chosen: list[str] = list(values)
    if not component["min_values"] <= len(chosen) <= component["max_values"]:
        raise ClientError(f"from {component['min_values']} to {component['max_values']} values can be chosen")
    if len(set(chosen)) != len(chosen):
        raise ClientError("a value is chosen twice")
    if component["type"] == STRING_SELECT:
        offered = {option["value"] for option in component["options"]}
        if not set(chosen) <= offered:
            raise ClientError("a value is not offered")
    return chosen
