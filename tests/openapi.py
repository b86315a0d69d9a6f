"""Requests judged by Discord's own published OpenAPI description, after a test has recorded them.

Invariant: a body is judged by the schema of the operation its method and path name, and by nothing of ours.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.sandbox.shapes import is_list, is_object, items_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.sandbox.requestlog import Request
    from bot.sandbox.shapes import Json

DESCRIPTION = Path(__file__).resolve().parents[2] / "shared" / "discord" / "openapi.json"
URI = "urn:discord:openapi"
MEDIA = "application/json"

needs_description = pytest.mark.skipif(
    not DESCRIPTION.is_file(), reason="needs ../shared/discord/openapi.json, Discord's OpenAPI description"
)


@lru_cache(maxsize=1)
def description() -> Json:
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def registry() -> Registry[Any]:
    return Registry[Any]().with_resource(URI, Resource[Any](description(), DRAFT202012))


@lru_cache(maxsize=1)
def operations() -> dict[tuple[str, str], str]:
    """Method and path, parameter names left out, to the path as the description writes it."""
    found: dict[tuple[str, str], str] = {}
    for path, item in description()["paths"].items():
        for method in item:
            found[method.upper(), shape(path)] = path
    return found


def shape(template: str) -> str:
    return re.sub(r"\{\w+\}", "{}", template)


@lru_cache(maxsize=256)
def validator(method: str, template: str) -> Any:
    """A JSON Schema validator, or None when the operation takes no JSON body. Raises KeyError for an unknown
    operation."""
    path = operations()[method, shape(template)]
    content = description()["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    if MEDIA not in content:
        return None
    steps = ("paths", path, method.lower(), "requestBody", "content", MEDIA, "schema")
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    return Draft202012Validator({"$ref": f"{URI}#/{pointer}"}, registry=registry())


def with_text_ids(body: Any) -> Any:
    """discord.py sends ids of attachments, channels and emojis as numbers where the description wants text."""
    if is_list(body):
        return [with_text_ids(item) for item in body]
    if not is_object(body):
        return body
    changed: Json = {key: with_text_ids(value) for key, value in body.items()}
    for attachment in items_of(changed, "attachments"):
        if is_object(attachment) and isinstance(attachment.get("id"), int):
            attachment["id"] = str(attachment["id"])
    for default in items_of(changed, "default_values"):
        if is_object(default) and isinstance(default.get("id"), int):
            default["id"] = str(default["id"])
    emoji = changed.get("emoji")
    if is_object(emoji) and isinstance(emoji.get("id"), int):
        emoji["id"] = str(emoji["id"])
    return changed


def complaint(method: str, template: str, body: Any) -> str | None:
    """What the description has against a body, or None."""
    try:
        judge = validator(method, template)
    except KeyError:
        return "no such operation"
    if judge is None:
        return None if body in (None, {}) else "the operation takes no JSON body"
    # Both Discord and the description take an empty object where a bot sends nothing.
    error: Any = next(judge.iter_errors(with_text_ids({} if body is None else body)), None)
    return None if error is None else f"{deepest(error).json_path}: {deepest(error).message}"[:500]


def deepest(error: Any) -> Any:
    """Of the alternatives that all failed, the complaint of the one that got furthest."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def complaints(requests: Iterable[Request]) -> list[str]:
    """One line for each different request the description does not allow. Those that found no route are left
    out; the sandbox has refused them already."""
    judged: set[tuple[str, str, str]] = set()
    found: list[str] = []
    for request in requests:
        if request.route is None:
            continue
        key = request.method, request.route, json.dumps(request.body, sort_keys=True)
        if key in judged:
            continue
        judged.add(key)
        wrong = complaint(request.method, request.route, request.body)
        if wrong is not None:
            found.append(f"{request.method} {request.path} (number {request.number}): {wrong}")
    return found
