"""What Discord accepts as the components of a message, by its reference and its OpenAPI description.

Invariant: what comes out has ids everywhere and resolved media; what Discord would refuse is in the problems.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.sandbox.form import Form

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from bot.sandbox.errors import Path, Problems
    from bot.sandbox.shapes import Json

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
DEFAULTS = {
    USER_SELECT: frozenset({"user"}),
    ROLE_SELECT: frozenset({"role"}),
    MENTIONABLE_SELECT: frozenset({"user", "role"}),
    CHANNEL_SELECT: frozenset({"channel"}),
}
"""For each select without options what its default values may be."""
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
TOP_LEVEL = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER})
IN_CONTAINER = TOP_LEVEL - {CONTAINER}
IN_ROW = SELECTS | {BUTTON}
MOST_COMPONENTS = 40
MOST_TEXT = 4000
LARGEST_ID = 2**31 - 1
LINK, PREMIUM = 5, 6


@dataclass(slots=True)
class Ledger:
    """What has been seen in one message so far."""

    emojis: Container[str]
    """Ids of the custom emojis the bot may use."""
    media: Mapping[str, Json]
    """Attachment name to the media item it becomes."""
    custom_ids: set[str] = field(default_factory=set[str])
    ids: set[int] = field(default_factory=set[int])
    used_media: set[str] = field(default_factory=set[str])
    count: int = 0
    text: int = 0

    def claim(self, form: Form, name: str = "custom_id") -> str | None:
        custom_id = form.text(name, 1, 100, required=True)
        if custom_id is not None and custom_id in self.custom_ids:
            form.problems.add(
                (*form.path, name),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        if custom_id is not None:
            self.custom_ids.add(custom_id)
        return custom_id


def check_components(value: list[object], problems: Problems, ledger: Ledger, *, v2: bool) -> list[Json]:
    """The components as Discord would send them back. What is wrong goes to `problems`."""
    root = Form({"components": value}, problems)
    items = root.items("components", 0, MOST_COMPONENTS if v2 else 5) or []
    allowed = TOP_LEVEL if v2 else frozenset({ACTION_ROW})
    checked = _children(root, items, allowed, ledger)
    if ledger.count > MOST_COMPONENTS:
        problems.add(
            ("components",),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MOST_COMPONENTS}",
        )
    if ledger.text > MOST_TEXT:
        problems.add(
            ("components",),
            "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED",
            f"The total displayable text size exceeds the maximum of {MOST_TEXT}",
        )
    _number(checked, ledger)
    return checked


def _children(form: Form, items: list[object], allowed: frozenset[int], ledger: Ledger) -> list[Json]:
    checked: list[Json] = []
    for index, item in enumerate(items):
        child = form.inner(item, "components", index)
        if child is not None:
            checked.append(_component(child, allowed, ledger))
    return checked


def _component(form: Form, allowed: frozenset[int], ledger: Ledger) -> Json:
    kind = form.one_of("type", allowed, ", ".join(map(str, sorted(allowed))), required=True)
    ledger.count += 1
    own_id = form.integer("id", 0, LARGEST_ID)
    if own_id and own_id in ledger.ids:
        form.problems.add((*form.path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
    if own_id:
        ledger.ids.add(own_id)
    out: Json = {"type": kind, "id": own_id or 0}
    match kind:
        case 1:
            _row(form, out, ledger)
        case 2:
            check_button(form, out, ledger)
        case 3 | 5 | 6 | 7 | 8:
            check_select(form, out, ledger)
        case 9:
            _section(form, out, ledger)
        case 10:
            out["content"] = form.text("content", 1, MOST_TEXT, required=True) or ""
            ledger.text += len(out["content"])
            if out["content"] and not out["content"].strip():
                form.problems.required((*form.path, "content"))
        case 11:
            _described(form, out)
            out["media"] = _media(form, "media", ledger)
        case 12:
            _gallery(form, out, ledger)
        case 13:
            out["spoiler"] = bool(form.boolean("spoiler"))
            out["file"] = _media(form, "file", ledger, attachments_only=True)
            out["name"], out["size"] = out["file"].pop("filename", ""), out["file"].pop("size", 0)
        case 14:
            divider = form.boolean("divider")
            out["divider"] = True if divider is None else divider
            out["spacing"] = form.one_of("spacing", (1, 2), "1, 2") or 1
        case 17:
            out["accent_color"] = form.integer("accent_color", 0, 0xFFFFFF)
            out["spoiler"] = bool(form.boolean("spoiler"))
            items = form.items("components", 1, MOST_COMPONENTS, required=True) or []
            out["components"] = _children(form, items, IN_CONTAINER, ledger)
        case _:
            pass
    return out


def _row(form: Form, out: Json, ledger: Ledger) -> None:
    items = form.items("components", 1, 5, required=True) or []
    out["components"] = _children(form, items, IN_ROW, ledger)
    kinds = [child["type"] for child in out["components"]]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        form.problems.add(
            (*form.path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _section(form: Form, out: Json, ledger: Ledger) -> None:
    items = form.items("components", 1, 3, required=True) or []
    out["components"] = _children(form, items, frozenset({TEXT_DISPLAY}), ledger)
    accessory = form.object("accessory", required=True)
    if accessory is not None:
        out["accessory"] = _component(accessory, frozenset({BUTTON, THUMBNAIL}), ledger)


def _gallery(form: Form, out: Json, ledger: Ledger) -> None:
    entries: list[Json] = []
    for index, item in enumerate(form.items("items", 1, 10, required=True) or []):
        inner = form.inner(item, "items", index)
        if inner is not None:
            entry: Json = {}
            _described(inner, entry)
            entry["media"] = _media(inner, "media", ledger)
            entries.append(entry)
    out["items"] = entries


def _described(form: Form, out: Json) -> None:
    out["description"] = form.text("description", 1, 1024)
    out["spoiler"] = bool(form.boolean("spoiler"))


def _media(form: Form, name: str, ledger: Ledger, *, attachments_only: bool = False) -> Json:
    inner = form.object(name, required=True)
    url = inner.text("url", 1, 2048, required=True) if inner is not None else None
    if inner is None or url is None:
        return {}
    path = (*inner.path, "url")
    if url.startswith("attachment://"):
        filename = url.removeprefix("attachment://")
        found = ledger.media.get(filename)
        if found is None:
            form.problems.add(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {filename} was not found",
            )
            return {}
        ledger.used_media.add(filename)
        return dict(found) if attachments_only else {k: v for k, v in found.items() if k not in ("filename", "size")}
    if attachments_only or not is_web_url(url):
        schemes = "'attachment'" if attachments_only else "'http', 'https', 'attachment'"
        form.problems.add(path, "URL_TYPE_INVALID_SCHEME", f"Scheme of the URL must be one of ({schemes}).")
        return {}
    return {"url": url, "proxy_url": url, "width": 0, "height": 0, "content_type": None}


def is_web_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def check_button(form: Form, out: Json, ledger: Ledger) -> None:
    style = form.one_of("style", range(1, 7), "1, 2, 3, 4, 5, 6", required=True)
    out |= {"style": style, "label": form.text("label", 0, 80), "disabled": bool(form.boolean("disabled"))}
    if form.has("emoji"):
        out["emoji"] = check_emoji(form, ledger)
    problems, path = form.problems, form.path
    if style == PREMIUM:
        problems.add((*path, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "The SKU does not belong to the app.")
        return
    if form.has("sku_id"):
        problems.add((*path, "sku_id"), "BASE_TYPE_PROHIBITED", "This field is not allowed for this style.")
    if not out["label"] and "emoji" not in out:
        problems.add(path, "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A label or an emoji is required.")
    if style == LINK:
        url = form.text("url", 1, 512, required=True)
        if url is not None and not is_web_url(url) and not url.startswith("discord://"):
            problems.add(
                (*path, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme of the URL must be one of ('http', 'https', 'discord').",
            )
        if form.has("custom_id"):
            problems.add(path, "BUTTON_COMPONENT_URL_AND_CUSTOM_ID", "A custom id and url cannot both be specified")
        out["url"] = url
    else:
        if form.has("url"):
            problems.add(path, "BUTTON_COMPONENT_URL_AND_CUSTOM_ID", "A custom id and url cannot both be specified")
        out["custom_id"] = ledger.claim(form)


def check_emoji(form: Form, ledger: Ledger) -> Json:
    emoji = form.object("emoji")
    if emoji is None:
        return {}
    name = emoji.text("name", 0, 32)
    emoji_id = emoji.snowflake("id")
    animated = bool(emoji.boolean("animated"))
    valid = name is not None and looks_like_emoji(name) if emoji_id is None else str(emoji_id) in ledger.emojis
    if not valid:
        form.problems.add((*form.path, "emoji"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    if emoji_id is None:
        return {"name": name}
    return {"id": str(emoji_id), "name": name, "animated": animated}


@lru_cache(maxsize=4096)
def looks_like_emoji(name: str) -> bool:
    """Whether a text can be one Unicode emoji; words, punctuation and lone letters cannot."""
    if not name or len(name) > 16:
        return False
    if name[0] in "0123456789#*":
        return name.endswith("\u20e3")
    return all(ord(c) > 0xA8 and not c.isalpha() for c in name)


def check_select(form: Form, out: Json, ledger: Ledger, *, in_modal: bool = False) -> None:
    out |= {
        "custom_id": ledger.claim(form),
        "placeholder": form.text("placeholder", 0, 150),
        "min_values": form.integer("min_values", 0, 25),
        "max_values": form.integer("max_values", 1, 25),
        "disabled": bool(form.boolean("disabled")),
    }
    fewest = 1 if out["min_values"] is None else out["min_values"]
    most = 1 if out["max_values"] is None else out["max_values"]
    out["min_values"], out["max_values"] = fewest, most
    problems, path = form.problems, form.path
    if fewest > most:
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", "min_values exceeds max_values")
    if in_modal:
        required = form.boolean("required")
        out["required"] = True if required is None else required
        if out["disabled"]:
            problems.add((*path, "disabled"), "BASE_TYPE_PROHIBITED", "Not allowed in modals.")
    if out["type"] == STRING_SELECT:
        out["options"] = _options(form, ledger, fewest, most)
    elif form.has("options"):
        problems.add((*path, "options"), "BASE_TYPE_PROHIBITED", "Only string selects take options.")
    if out["type"] == CHANNEL_SELECT:
        out["channel_types"] = form.items("channel_types", 0, 20) or []
    if out["type"] in DEFAULTS and form.has("default_values"):
        out["default_values"] = _defaults(form, DEFAULTS[out["type"]], most)


def _defaults(form: Form, kinds: frozenset[str], most: int) -> list[Json]:
    """What is chosen from the start where a select offers no options of its own."""
    found: list[Json] = []
    for index, item in enumerate(form.items("default_values", 0, most) or []):
        value = form.inner(item, "default_values", index)
        if value is None:
            continue
        chosen, kind = value.snowflake("id"), value.fields.get("type")
        if chosen is None:
            form.problems.required((*value.path, "id"))
        if kind not in kinds:
            form.problems.choice((*value.path, "type"), ", ".join(sorted(kinds)))
        found.append({"id": str(chosen), "type": kind})
    return found


def _options(form: Form, ledger: Ledger, fewest: int, most: int) -> list[Json]:
    options: list[Json] = []
    seen: set[str] = set()
    for index, item in enumerate(form.items("options", 1, 25, required=True) or []):
        option = form.inner(item, "options", index)
        if option is None:
            continue
        value = option.text("value", 1, 100, required=True)
        entry: Json = {
            "label": option.text("label", 1, 100, required=True),
            "value": value,
            "description": option.text("description", 0, 100),
            "default": bool(option.boolean("default")),
        }
        if option.has("emoji"):
            entry["emoji"] = check_emoji(option, ledger)
        if value is not None and value in seen:
            form.problems.add(
                (*option.path, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value or "")
        options.append(entry)
    path: Path = form.path
    if options and max(fewest, most) > len(options):
        form.problems.add(
            (*path, "max_values"), "SELECT_COMPONENT_TOO_FEW_OPTIONS", "More values than there are options."
        )
    if sum(option["default"] for option in options) > most:
        form.problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many default values.")
    return options


def _number(components: list[Json], ledger: Ledger) -> None:
    """Give an id to every component that brought none, counting up in reading order."""
    following = 1
    for component in walk(components):
        if component["id"]:
            continue
        while following in ledger.ids:
            following += 1
        component["id"] = following
        ledger.ids.add(following)


def walk(components: list[Json]) -> list[Json]:
    """Every component, parents before children, in reading order."""
    found: list[Json] = []
    waiting = components[::-1]
    while waiting:
        component = waiting.pop()
        found.append(component)
        for name in ("component", "accessory"):
            if component.get(name):
                waiting.append(component[name])
        waiting += component.get("components", ())[::-1]
    return found
