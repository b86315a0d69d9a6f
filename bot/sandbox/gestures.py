"""From what a person points at to what a client sends: components by label, options by name, filled modals.

Invariant: only what is shown can be pointed at; everything else raises RefusedError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.components import TEXT_INPUT, walk
from bot.sandbox.modals import LABEL
from bot.sandbox.shapes import is_list, items_of

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json


class RefusedError(Exception):
    """A Discord client could not have done this."""


def find_option(node: Json, name: str) -> Json:
    for option in items_of(node, "options"):
        if option["name"] == name:
            return option
    raise RefusedError(f"{node['name']!r} has no option {name!r}")


def component_frame(message: Json, component: Json) -> Json:
    return {
        "op": "component",
        "channel_id": message["channel_id"],
        "message_id": message["id"],
        "custom_id": component["custom_id"],
        "component_type": component["type"],
    }


def parts_of(message: Json) -> list[Json]:
    """Every component of a message, in reading order."""
    return walk(message["components"])


def find_component(
    message: Json,
    kinds: set[int] | frozenset[int],
    *,
    label: str | None = None,
    custom_id: str | None = None,
    emoji: str | None = None,
) -> Json:
    """The first that fits all that is given. Raises RefusedError."""
    for part in parts_of(message):
        if part["type"] not in kinds or "custom_id" not in part:
            continue
        fits = label is None or part.get("label") == label
        fits = fits and (custom_id is None or part["custom_id"] == custom_id)
        if fits and (emoji is None or part.get("emoji", {}).get("name") == emoji):
            return part
    raise RefusedError(f"no component fits {label or custom_id or emoji or 'the kind'!r}")


def filled(modal: Json, values: dict[str, Any]) -> list[Json]:
    """MODAL_SUBMIT components for a modal. Raises RefusedError for a value whose field is not there."""
    sent: list[Json] = []
    for part in modal["components"]:
        if part["type"] == LABEL:
            answer = answered(part["component"], part["label"], values)
            sent.append({"type": LABEL, "id": part["id"], "component": answer})
        elif is_list(part.get("components")):
            fields = [answered(field, field["label"], values) for field in part["components"]]
            sent.append({"type": part["type"], "id": part["id"], "components": fields})
        else:
            sent.append({"type": part["type"], "id": part["id"]})
    if values:
        raise RefusedError(f"the modal has no field {next(iter(values))!r}")
    return sent


def answered(field: Json, label: str, values: dict[str, Any]) -> Json:
    shown: Any = field.get("value") or ""
    key = field["custom_id"] if field["custom_id"] in values else label
    value = values.pop(key, shown)
    answer: Json = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] == TEXT_INPUT:
        return answer | {"value": value}
    defaults = [o["value"] for o in field.get("options", []) if o.get("default")]
    return answer | {"values": value if is_list(value) else defaults}
