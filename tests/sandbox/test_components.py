"""What the sandbox refuses as components: one body for each rule, with the path of the error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox.components import Ledger, check_components, looks_like_emoji
from bot.sandbox.errors import Problems

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json
    from tests.sandbox.conftest import Raw

MEDIA = {"board.png": {"url": "http://x/board.png", "filename": "board.png", "size": 3}}


def button(**changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | changes


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def text(content: str = "hello") -> Json:
    return {"type": 10, "content": content}


def options(count: int) -> list[Json]:
    return [{"label": f"Option {n}", "value": str(n)} for n in range(count)]


def select(**changes: Any) -> Json:
    return {"type": 3, "custom_id": "pick", "options": options(3)} | changes


def section(**changes: Any) -> Json:
    return {"type": 9, "components": [text()], "accessory": button()} | changes


def container(*children: Json, **changes: Any) -> Json:
    return {"type": 17, "components": list(children), **changes}


def gallery(*urls: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} for url in urls]}


def judge(components: list[Any], *, v2: bool = True) -> tuple[list[Json], Problems]:
    problems = Problems()
    return check_components(components, problems, Ledger({"77"}, MEDIA), v2=v2), problems


def leaf(errors: Json, path: str) -> Any:
    node: Any = errors
    for step in path.split("."):
        assert step in node, f"no {step} of {path} in {errors}"
        node = node[step]
    return node["_errors"][0]["code"]


GOOD: list[list[Json]] = [
    [text(), row(button()), section(accessory=button(custom_id="other"))],
    [container(text(), row(select()), {"type": 14}, gallery("attachment://board.png"))],
    [row(*[button(custom_id=str(n)) for n in range(5)])],
    [row(button(label=None, emoji={"name": "♠️"}))],
    [row(button(emoji={"name": "jack", "id": "77"}))],
    [row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"})],
    [section(accessory={"type": 11, "media": {"url": "attachment://board.png"}})],
    [{"type": 13, "file": {"url": "attachment://board.png"}}],
    [row({"type": 5, "custom_id": "who", "min_values": 0, "max_values": 3})],
    [text(str(n)) for n in range(40)],
    [text("x" * 4000)],
    [gallery(*["https://example.org/a.png"] * 10)],
]


@pytest.mark.parametrize("components", GOOD)
def test_accepted(components: list[Json]) -> None:
    _, problems = judge(components)
    assert not problems, problems.nested()


BAD: list[tuple[str, list[Any], str, str]] = [
    ("unknown kind", [{"type": 99}], "components.0.type", "BASE_TYPE_CHOICES"),
    ("button at top", [button()], "components.0.type", "BASE_TYPE_CHOICES"),
    ("not an object", [7], "components.0", "MODEL_TYPE_CONVERT"),
    (
        "six in a row",
        [row(*[button(custom_id=str(n)) for n in range(6)])],
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ("empty row", [row()], "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ("text in a row", [row(text())], "components.0.components.0.type", "BASE_TYPE_CHOICES"),
    (
        "select beside button",
        [row(select(), button())],
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        "id twice",
        [row(button(), button())],
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "id twice far apart",
        [row(button()), container(row(button()))],
        "components.1.components.0.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "long id",
        [row(button(custom_id="x" * 101))],
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ("empty id", [row(button(custom_id=""))], "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    ("no id", [row(button(custom_id=None))], "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    ("long label", [row(button(label="x" * 81))], "components.0.components.0.label", "BASE_TYPE_BAD_LENGTH"),
    (
        "no label",
        [row(button(label=None))],
        "components.0.components.0",
        "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI",
    ),
    ("style", [row(button(style=9))], "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (
        "link without url",
        [row(button(style=5, custom_id=None))],
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    (
        "link with id",
        [row(button(style=5, url="https://example.org"))],
        "components.0.components.0",
        "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
    ),
    (
        "url on a plain button",
        [row(button(url="https://example.org"))],
        "components.0.components.0",
        "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
    ),
    (
        "url scheme",
        [row(button(style=5, custom_id=None, url="ftp://a.b"))],
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (
        "premium",
        [row({"type": 2, "style": 6, "sku_id": "5"})],
        "components.0.components.0.sku_id",
        "BUTTON_COMPONENT_INVALID_SKU",
    ),
    (
        "letters as emoji",
        [row(button(emoji={"name": "spade"}))],
        "components.0.components.0.emoji",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        "unknown custom emoji",
        [row(button(emoji={"name": "jack", "id": "78"}))],
        "components.0.components.0.emoji",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        "26 options",
        [row(select(options=options(26)))],
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ("no options", [row(select(options=[]))], "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        "a person chosen in a channel select",
        [row({"type": 8, "custom_id": "where", "default_values": [{"id": "1", "type": "user"}]})],
        "components.0.components.0.default_values.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        "more chosen than may be",
        [row({"type": 8, "custom_id": "where", "default_values": [{"id": str(n), "type": "channel"} for n in (1, 2)]})],
        "components.0.components.0.default_values",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "option value twice",
        [row(select(options=[*options(2), *options(1)]))],
        "components.0.components.0.options.2.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        "long option",
        [row(select(options=[{"label": "x" * 101, "value": "1"}]))],
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "long placeholder",
        [row(select(placeholder="x" * 151))],
        "components.0.components.0.placeholder",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "min over max",
        [row(select(min_values=3, max_values=2))],
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_OVER_MAX",
    ),
    (
        "more than offered",
        [row(select(max_values=4))],
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_TOO_FEW_OPTIONS",
    ),
    (
        "options of a user select",
        [row({"type": 5, "custom_id": "a", "options": options(1)})],
        "components.0.components.0.options",
        "BASE_TYPE_PROHIBITED",
    ),
    ("section without accessory", [section(accessory=None)], "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (
        "section of four",
        [section(components=[text()] * 4)],
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "select as accessory",
        [section(accessory=select())],
        "components.0.accessory.type",
        "BASE_TYPE_CHOICES",
    ),
    ("empty text", [text("")], "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    ("blank text", [text("  \n")], "components.0.content", "BASE_TYPE_REQUIRED"),
    (
        "container in container",
        [container(container(text()))],
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    ("empty container", [container()], "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ("colour", [container(text(), accent_color=1 << 24)], "components.0.accent_color", "NUMBER_TYPE_RANGE"),
    ("empty gallery", [gallery()], "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    ("gallery of eleven", [gallery(*["https://a.b/c"] * 11)], "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (
        "missing attachment",
        [gallery("attachment://none.png")],
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        "file from the web",
        [{"type": 13, "file": {"url": "https://a.b/c"}}],
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (
        "thumbnail at top",
        [{"type": 11, "media": {"url": "https://a.b/c"}}],
        "components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        "component id twice",
        [text() | {"id": 4}, text() | {"id": 4}],
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    ("41 components", [text(str(n)) for n in range(41)], "components", "BASE_TYPE_BAD_LENGTH"),
    (
        "41 with nested",
        [container(*[text(str(n)) for n in range(40)])],
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        "4001 characters",
        [text("x" * 2000), container(text("x" * 2001))],
        "components",
        "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED",
    ),
]


@pytest.mark.parametrize(("components", "path", "code"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_refused(components: list[Any], path: str, code: str) -> None:
    _, problems = judge(components)
    assert leaf(problems.nested(), path) == code


@pytest.mark.parametrize(
    ("components", "path"),
    [
        ([text()], "components.0.type"),
        ([row(button(custom_id=str(n))) for n in range(6)], "components"),
        ([container(text())], "components.0.type"),
    ],
)
def test_refused_in_a_legacy_message(components: list[Json], path: str) -> None:
    _, problems = judge(components, v2=False)
    assert leaf(problems.nested(), path)


def test_ids_are_given_in_reading_order_around_those_taken() -> None:
    checked, _ = judge([container(text() | {"id": 1}, text()), text()])
    found = checked[0]
    assert (found["id"], [c["id"] for c in found["components"]], checked[1]["id"]) == (2, [1, 3], 4)


@pytest.mark.parametrize("name", ["♠️", "🃏", "👩‍🚀", "1️⃣", "🇩🇪", "©️"])
def test_emoji(name: str) -> None:
    assert looks_like_emoji(name)


@pytest.mark.parametrize("name", ["", "a", "spade", ":jack:", "1", "♠️ x", "é"])
def test_no_emoji(name: str) -> None:
    assert not looks_like_emoji(name)


async def test_error_body_over_http(raw: Raw) -> None:
    channel = raw.sandbox.world.channel("games").id
    body = {"flags": 32768, "components": [row(button(), button(label="x" * 81))]}
    status, answer = await raw("POST", f"/channels/{channel}/messages", body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    second = answer["errors"]["components"]["0"]["components"]["1"]
    assert second["label"]["_errors"][0]["code"] == "BASE_TYPE_BAD_LENGTH"
    assert second["custom_id"]["_errors"][0]["code"] == "COMPONENT_CUSTOM_ID_DUPLICATED"
