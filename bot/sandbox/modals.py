"""What Discord accepts as a modal, and what a person can send back with it.

Invariant: an answer that passes `check_answer` could have been given in a Discord client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.components import (
    ACTION_ROW,
    LARGEST_ID,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    Ledger,
    check_select,
    walk,
)
from bot.sandbox.form import Form

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.sandbox.errors import Problems
    from bot.sandbox.shapes import Json

LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
IN_LABEL = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}


def check_modal(data: Json, problems: Problems, emojis: Container[str]) -> Json:
    """The modal as the person's client gets it. What is wrong goes to `problems`, below `data`."""
    form = Form(data, problems, ("data",))
    ledger = Ledger(emojis, {})
    modal: Json = {
        "custom_id": form.text("custom_id", 1, 100, required=True),
        "title": form.text("title", 1, 45, required=True),
        "components": [],
    }
    allowed = {ACTION_ROW, TEXT_DISPLAY, LABEL}
    for index, item in enumerate(form.items("components", 1, 5, required=True) or []):
        child = form.inner(item, "components", index)
        if child is None:
            continue
        kind = child.one_of("type", allowed, "1, 10, 18", required=True)
        out: Json = {"type": kind, "id": child.integer("id", 0, LARGEST_ID) or 0}
        if kind == ACTION_ROW:
            out["components"] = _legacy_row(child, ledger)
        elif kind == LABEL:
            out["label"] = child.text("label", 1, 45, required=True)
            out["description"] = child.text("description", 1, 100)
            inner = child.object("component", required=True)
            out["component"] = {} if inner is None else _field(inner, ledger, IN_LABEL)
        elif kind == TEXT_DISPLAY:
            out["content"] = child.text("content", 1, 4000, required=True)
        modal["components"].append(out)
    for following, component in enumerate(walk(modal["components"]), 1):
        component["id"] = component.get("id") or following
    return modal


def _legacy_row(form: Form, ledger: Ledger) -> list[Json]:
    found: list[Json] = []
    for index, item in enumerate(form.items("components", 1, 1, required=True) or []):
        inner = form.inner(item, "components", index)
        if inner is not None:
            found.append(_field(inner, ledger, frozenset({TEXT_INPUT})))
            found[-1]["label"] = inner.text("label", 1, 45, required=True)
    return found


def _field(form: Form, ledger: Ledger, allowed: frozenset[int]) -> Json:
    kind = form.one_of("type", allowed, ", ".join(map(str, sorted(allowed))), required=True)
    out: Json = {"type": kind, "id": form.integer("id", 0, LARGEST_ID) or 0}
    if kind in SELECTS:
        check_select(form, out, ledger, in_modal=True)
    elif kind == TEXT_INPUT:
        required = form.boolean("required")
        out |= {
            "custom_id": ledger.claim(form),
            "style": form.one_of("style", (1, 2), "1, 2", required=True),
            "value": form.text("value", 0, 4000),
            "placeholder": form.text("placeholder", 0, 100),
            "min_length": form.integer("min_length", 0, 4000),
            "max_length": form.integer("max_length", 1, 4000),
            "required": True if required is None else required,
        }
        if (out["min_length"] or 0) > (out["max_length"] or 4000):
            form.problems.add((*form.path, "min_length"), "TEXT_INPUT_MIN_OVER_MAX", "min_length exceeds max_length")
    elif kind is not None:
        out |= form.fields | {"type": kind, "custom_id": ledger.claim(form)}
    return out


def check_answer(modal: Json, components: list[Json]) -> str | None:
    """Why a client could not have sent this answer, or None. `components` is MODAL_SUBMIT data: one entry per
    label or row, each with the field's custom_id and its value or values."""
    given = {c["custom_id"]: c for c in walk(components) if "custom_id" in c}
    fields = {c["custom_id"]: c for c in walk(modal["components"]) if c.get("custom_id")}
    unknown = given.keys() - fields.keys()
    if unknown:
        return f"the modal has no field {min(unknown)!r}"
    for custom_id, field in fields.items():
        answer = given.get(custom_id)
        if answer is None:
            return f"field {custom_id!r} is missing"
        if answer.get("type") != field["type"]:
            return f"field {custom_id!r} has another type"
        wrong = _wrong_text(field, answer) if field["type"] == TEXT_INPUT else _wrong_choice(field, answer)
        if wrong:
            return f"field {custom_id!r}: {wrong}"
    return None


def _wrong_text(field: Json, answer: Json) -> str | None:
    value = answer.get("value")
    if not isinstance(value, str):
        return "the value is not text"
    if not value:
        return "it is required" if field["required"] else None
    if len(value) < (field["min_length"] or 0):
        return "the text is too short"
    if len(value) > (field["max_length"] or 4000):
        return "the text is too long"
    return None


def _wrong_choice(field: Json, answer: Json) -> str | None:
    if field["type"] not in SELECTS:
        return None
    values = answer.get("values")
    if not isinstance(values, list):
        return "there are no values"
    count = len(answer["values"])
    if count == 0 and not field.get("required", True):
        return None
    if not field["min_values"] <= count <= field["max_values"]:
        return "the number of values is out of range"
    if field["type"] == STRING_SELECT:
        offered = {option["value"] for option in field["options"]}
        if len(set(answer["values"])) != count or not set(answer["values"]) <= offered:
            return "a value is not offered"
    return None
