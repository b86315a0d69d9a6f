"""What Discord accepts as embeds: lengths of each part, and 6000 characters over all embeds of a message."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bot.sandbox.components import is_web_url
from bot.sandbox.form import Form

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sandbox.errors import Problems
    from bot.sandbox.shapes import Json

MOST_TEXT = 6000
MOST_EMBEDS = 10


def check_embeds(value: list[object], problems: Problems, media: Mapping[str, Json]) -> list[Json]:
    """The embeds as Discord would send them back, attachments resolved. What is wrong goes to `problems`."""
    root = Form({"embeds": value}, problems)
    checked: list[Json] = []
    for index, item in enumerate(root.items("embeds", 0, MOST_EMBEDS) or []):
        form = root.inner(item, "embeds", index)
        if form is not None:
            checked.append(_embed(form, media))
    total = sum(map(text_size, checked))
    if total > MOST_TEXT:
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}")
    return checked


def text_size(embed: Json) -> int:
    size = len(embed.get("title") or "") + len(embed.get("description") or "")
    size += len(embed.get("footer", {}).get("text") or "") + len(embed.get("author", {}).get("name") or "")
    return size + sum(len(f["name"] or "") + len(f["value"] or "") for f in embed.get("fields", ()))


def _embed(form: Form, media: Mapping[str, Json]) -> Json:
    parts: Json = {
        "title": form.text("title", 0, 256),
        "description": form.text("description", 0, 4096),
        "url": _web_url(form, "url"),
        "color": form.integer("color", 0, 0xFFFFFF),
        "timestamp": _timestamp(form),
    }
    footer = form.object("footer")
    if footer is not None:
        parts["footer"] = {"text": footer.text("text", 1, 2048, required=True)} | _icon(footer, media)
    author = form.object("author")
    if author is not None:
        parts["author"] = {"name": author.text("name", 1, 256, required=True)} | _icon(author, media)
        parts["author"]["url"] = _web_url(author, "url")
    for name in ("image", "thumbnail"):
        picture = form.object(name)
        if picture is not None:
            parts[name] = _picture(picture, "url", media)
    parts["fields"] = _fields(form)
    embed = {name: part for name, part in parts.items() if part not in (None, [], "")}
    if not embed.keys() - {"color", "url"}:
        form.problems.required((*form.path, "description"))
    return {"type": "rich", **embed}


def _fields(form: Form) -> list[Json]:
    fields: list[Json] = []
    for index, item in enumerate(form.items("fields", 0, 25) or []):
        field = form.inner(item, "fields", index)
        if field is not None:
            fields.append(
                {
                    "name": field.text("name", 1, 256, required=True),
                    "value": field.text("value", 1, 1024, required=True),
                    "inline": bool(field.boolean("inline")),
                }
            )
    return fields


def _timestamp(form: Form) -> str | None:
    value = form.text("timestamp", 1, 64)
    if value is None:
        return None
    try:
        datetime.fromisoformat(value)
    except ValueError:
        form.problems.add(
            (*form.path, "timestamp"), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601."
        )
    return value


def _web_url(form: Form, name: str) -> str | None:
    url = form.text(name, 0, 2048)
    if url and not is_web_url(url):
        form.problems.add(
            (*form.path, name),
            "URL_TYPE_INVALID_SCHEME",
            "Scheme of the URL must be one of ('http', 'https').",
        )
    return url


def _icon(form: Form, media: Mapping[str, Json]) -> Json:
    if not form.has("icon_url"):
        return {}
    return {"icon_url": _picture(form, "icon_url", media).get("url")}


def _picture(form: Form, name: str, media: Mapping[str, Json]) -> Json:
    url = form.text(name, 1, 2048, required=True)
    if url is None or not url.startswith("attachment://"):
        _web_url(form, name)
        return {"url": url, "proxy_url": url, "width": 0, "height": 0}
    found = media.get(url.removeprefix("attachment://"))
    if found is None:
        form.problems.add(
            (*form.path, name), "EMBED_ATTACHMENT_NOT_FOUND", f"The referenced attachment {url} was not found"
        )
        return {}
    return {key: found.get(key) for key in ("url", "proxy_url", "width", "height")}
