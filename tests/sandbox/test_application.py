"""The application's own things: commands and emojis."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import rest_application

if TYPE_CHECKING:
    from bot.sandbox import Sandbox
    from bot.sandbox.shapes import Json
    from tests.sandbox.conftest import Raw

PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


def command(**changes: Any) -> Json:
    return {"name": "skat", "description": "Play"} | changes


def option(**changes: Any) -> Json:
    return {"type": 3, "name": "rules", "description": "Which"} | changes


def commands(sandbox: Sandbox, *, guild: bool = False) -> str:
    scope = f"/guilds/{next(iter(sandbox.world.guilds))}" if guild else ""
    return f"/applications/{sandbox.world.app_id}{scope}/commands"


async def test_overwriting_keeps_ids_of_known_names(sandbox: Sandbox, raw: Raw) -> None:
    path = commands(sandbox)
    first = (await raw("PUT", path, [command(), command(name="other")]))[1]
    second = (await raw("PUT", path, [command(description="Play more")]))[1]
    assert second[0]["id"] == first[0]["id"]
    assert second[0]["version"] != first[0]["version"]
    assert [c["name"] for c in (await raw("GET", path))[1]] == ["skat"]
    assert [c["name"] for c in sandbox.person("Anna").surroundings["commands"]] == ["skat"]


async def test_localizations_are_shown_on_request(sandbox: Sandbox, raw: Raw) -> None:
    path = commands(sandbox)
    await raw("PUT", path, [command(name_localizations={"de": "skatspiel"})])
    assert "name_localizations" not in (await raw("GET", path))[1][0]
    shown = (await raw("GET", path + "?with_localizations=true"))[1][0]
    assert shown["name_localizations"] == {"de": "skatspiel"}


async def test_single_commands(sandbox: Sandbox, raw: Raw) -> None:
    path = commands(sandbox, guild=True)
    status, made = await raw("POST", path, command())
    assert (status, made["guild_id"]) == (201, str(next(iter(sandbox.world.guilds))))
    assert (await raw("POST", path, command(description="Again")))[0] == 200
    one = f"{path}/{made['id']}"
    assert (await raw("GET", one))[1]["description"] == "Again"
    assert (await raw("PATCH", one, {"description": "New"}))[1]["description"] == "New"
    assert (await raw("DELETE", one))[0] == 204
    assert (await raw("GET", one))[1]["code"] == 10063
    assert (await raw("POST", path, command(name="UP")))[1]["errors"]["name"]


DEEP = {"type": 1, "name": "a", "description": "A", "options": [{"type": 1, "name": "b", "description": "B"}]}
BAD: list[tuple[str, Json, str]] = [
    ("upper case", command(name="Skat"), "name"),
    ("space", command(name="skat now"), "name"),
    ("long name", command(name="x" * 33), "name"),
    ("no description", command(description=None), "description"),
    ("long description", command(description="x" * 101), "description"),
    ("unknown locale", command(name_localizations={"xx": "skat"}), "name_localizations.xx"),
    ("bad translation", command(name_localizations={"de": "Skat"}), "name_localizations.de"),
    ("26 options", command(options=[option(name=f"o{n}") for n in range(26)]), "options"),
    ("option twice", command(options=[option(), option()]), "options.1.name"),
    (
        "translation twice",
        command(
            options=[
                option(name="a", name_localizations={"de": "x"}),
                option(name="b", name_localizations={"de": "x"}),
            ]
        ),
        "options.1.name_localizations",
    ),
    ("required last", command(options=[option(), option(name="b", required=True)]), "options.1"),
    (
        "26 choices",
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "options.0.choices",
    ),
    (
        "choice kind",
        command(options=[option(type=4, choices=[{"name": "a", "value": "a"}])]),
        "options.0.choices.0.value",
    ),
    (
        "long choice",
        command(options=[option(choices=[{"name": "a", "value": "x" * 101}])]),
        "options.0.choices.0.value",
    ),
    (
        "choices and autocomplete",
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
        "options.0.autocomplete",
    ),
    (
        "subcommand beside option",
        command(options=[option(), {"type": 1, "name": "a", "description": "A"}]),
        "options",
    ),
    ("subcommand in subcommand", command(options=[DEEP]), "options.0.options.0.type"),
    ("described menu", command(type=2, name="Who", description="x"), "description"),
    ("permissions", command(default_member_permissions="many"), "default_member_permissions"),
    ("contexts", command(contexts=[7]), "contexts"),
]


@pytest.mark.parametrize(("bad", "path"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
async def test_refused_commands(sandbox: Sandbox, raw: Raw, bad: Json, path: str) -> None:
    good = command(name="fine")
    status, answer = await raw("PUT", commands(sandbox), [good, bad])
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]["1"]
    for step in path.split("."):
        assert step in node, answer
        node = node[step]
    assert node["_errors"]
    assert sandbox.world.commands[None] == {}


async def test_command_counts_and_sizes(sandbox: Sandbox, raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    path = commands(sandbox)
    sandbox.limits.enabled = False
    assert (await raw("PUT", path, [command(), command()]))[1]["code"] == 50035
    many = [command(name=f"c{n}") for n in range(101)]
    assert (await raw("PUT", path, many))[1]["code"] == 30032
    choice = {"name": "n" * 100, "value": "v" * 100}
    choices = [choice | {"value": f"{n:0100}", "name": f"{n:0100}"} for n in range(25)]
    large = command(options=[option(name=f"o{n}", choices=choices) for n in range(2)])
    answer = (await raw("PUT", path, [large]))[1]
    assert answer["errors"]["0"]["_errors"][0]["code"] == "APPLICATION_COMMAND_TOO_LARGE"
    monkeypatch.setattr(rest_application, "CREATES_A_DAY", 3)
    assert (await raw("PUT", path, many[:3]))[0] == 200
    assert (await raw("PUT", path, many[:4]))[1]["code"] == 30034
    sandbox.clock.shift(90_000)
    assert (await raw("PUT", path, many[:4]))[0] == 200


async def test_good_commands(sandbox: Sandbox, raw: Raw) -> None:
    group = {"type": 2, "name": "admin", "description": "A", "options": [DEEP | {"options": [option()]}]}
    good = [
        command(name="größe", options=[group, {"type": 1, "name": "open", "description": "O"}]),
        command(name="karte-4_x", name_localizations={"de": "karte", "en-GB": "card"}),
        {"type": 3, "name": "Report Message"},
    ]
    status, answer = await raw("PUT", commands(sandbox), good)
    assert status == 200, answer
    assert (await raw("PUT", "/applications/1/commands", []))[1]["code"] == 10002


async def test_emojis(sandbox: Sandbox, raw: Raw) -> None:
    path = f"/applications/{sandbox.world.app_id}/emojis"
    status, made = await raw("POST", path, {"name": "jack_clubs", "image": PNG})
    assert (status, made["name"], made["animated"]) == (201, "jack_clubs", False)
    assert (await raw("GET", path))[1] == {"items": [made]}
    component = {"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": made["id"], "name": "jack_clubs"}}
    await raw.post(content="x", components=[{"type": 1, "components": [component]}])
    async with raw.session.get(f"{sandbox.url}/emojis/{made['id']}.png") as response:
        assert await response.read() == b"\x89PNG\r\n\x1a\n"
    big = PNG + base64.b64encode(bytes(256 * 1024)).decode()
    for bad in (
        {"name": "jack_clubs", "image": PNG},
        {"name": "x", "image": PNG},
        {"name": "no space", "image": PNG},
        {"name": "other", "image": "data:text/plain;base64,eA=="},
        {"name": "other", "image": big.replace("=", "")},
        {"name": "other"},
    ):
        assert (await raw("POST", path, bad))[1]["code"] == 50035, bad["name"]
    one = f"{path}/{made['id']}"
    assert (await raw("PATCH", one, {"name": "jack"}))[1]["name"] == "jack"
    assert (await raw("DELETE", one))[0] == 204
    assert (await raw("GET", one))[1]["code"] == 10014


async def test_who_and_where(sandbox: Sandbox, raw: Raw) -> None:
    assert (await raw("GET", "/users/@me"))[1]["bot"] is True
    application = (await raw("GET", "/applications/@me"))[1]
    assert application["id"] == str(sandbox.world.app_id)
    assert (await raw("GET", "/oauth2/applications/@me"))[1] == application
    gateway = (await raw("GET", "/gateway/bot"))[1]
    assert gateway["url"] == sandbox.gateway.url
    assert gateway["session_start_limit"]["remaining"] == 1000
