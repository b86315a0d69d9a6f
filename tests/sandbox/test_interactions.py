"""Interactions with a gateway by hand: deadlines, visibility, follow-ups, modals, autocomplete, order."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import RefusedError
from tests.sandbox.wire import Wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox import Person, Sandbox
    from bot.sandbox.shapes import Json
    from tests.sandbox.conftest import Raw

COMMANDS: list[Json] = [
    {
        "name": "skat",
        "description": "Play",
        "options": [
            {
                "type": 1,
                "name": "open",
                "description": "Open a table",
                "options": [
                    {
                        "type": 4,
                        "name": "seats",
                        "description": "How many",
                        "required": True,
                        "min_value": 3,
                        "max_value": 4,
                    },
                    {
                        "type": 3,
                        "name": "rules",
                        "description": "Which",
                        "choices": [{"name": "Pub", "value": "pub"}],
                    },
                    {"type": 3, "name": "friend", "description": "Who", "autocomplete": True},
                    {"type": 6, "name": "guest", "description": "Guest"},
                ],
            }
        ],
    },
    {"name": "hand", "description": "Your cards"},
    {"name": "end", "description": "End it", "default_member_permissions": "32"},
]
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ROW: Json = {
    "type": 1,
    "components": [
        {"type": 2, "style": 1, "label": "Play", "custom_id": "play"},
        {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True},
    ],
}
SELECT: Json = {
    "type": 1,
    "components": [
        {
            "type": 3,
            "custom_id": "pick",
            "min_values": 2,
            "max_values": 2,
            "options": [{"label": name.title(), "value": name} for name in ("seven", "eight", "nine")],
        }
    ],
}
FORM: Json = {
    "custom_id": "form",
    "title": "Cuts",
    "components": [
        {
            "type": 18,
            "label": "Text",
            "component": {"type": 4, "custom_id": "cut", "style": 1, "min_length": 2, "max_length": 5},
        }
    ],
}


class App:
    """A bot by hand: takes interactions off the wire and answers with raw requests."""

    def __init__(self, sandbox: Sandbox, raw: Raw, wire: Wire) -> None:
        self.sandbox, self.raw, self.wire = sandbox, raw, wire
        self.id = sandbox.world.app_id

    async def take(self) -> Json:
        return await self.wire.event("INTERACTION_CREATE")

    async def respond(self, interaction: Json, kind: int, query: str = "", **data: Any) -> tuple[int, Any]:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        return await self.raw("POST", path, {"type": kind, "data": data}, token=None)

    async def follow(self, interaction: Json, method: str, path: str = "", **body: Any) -> tuple[int, Any]:
        route = f"/webhooks/{self.id}/{interaction['token']}{path}"
        return await self.raw(method, route, body or None, token=None)

    async def during(self, person: Any, kind: int, **data: Any) -> tuple[Json, Any]:
        """Answer what the person's coroutine triggers; the interaction and the person's outcome."""
        task = asyncio.create_task(person)
        interaction = await self.take()
        status, answer = await self.respond(interaction, kind, **data)
        assert status in (200, 204), answer
        return interaction, await task


@pytest.fixture
async def app(sandbox: Sandbox, raw: Raw) -> AsyncIterator[App]:
    async with Wire(sandbox) as wire:
        await wire.identify()
        await raw("PUT", f"/applications/{sandbox.world.app_id}/commands", COMMANDS)
        yield App(sandbox, raw, wire)


@pytest.fixture
def anna(sandbox: Sandbox) -> Person:
    return sandbox.person("Anna")


@pytest.fixture
def ben(sandbox: Sandbox) -> Person:
    return sandbox.person("Ben")


async def test_payload(app: App, anna: Person) -> None:
    guest = str(app.sandbox.world.person("Ben").id)
    anna.say("games", "hello")
    last = anna.messages("games")[-1]["id"]
    found, _ = await app.during(anna.command("games", "skat open", seats=3, guest=guest), MESSAGE, content="ok")
    assert (found["type"], found["version"], found["locale"], found["guild_locale"]) == (2, 1, "de", "de")
    assert (found["context"], found["attachment_size_limit"]) == (0, 10485760)
    assert found["channel"]["last_message_id"] == last
    assert found["authorizing_integration_owners"] == {"0": found["guild_id"]}
    assert found["member"]["user"]["username"] == "anna"
    assert int(found["member"]["permissions"]) & 1 << 11
    assert int(found["app_permissions"]) & 1 << 11
    inner = found["data"]["options"][0]
    assert (inner["name"], inner["options"][0]) == ("open", {"name": "seats", "type": 4, "value": 3})
    assert found["data"]["resolved"]["users"][guest]["username"] == "ben"
    assert guest in found["data"]["resolved"]["members"]


async def test_no_answer_in_time(app: App, anna: Person) -> None:
    task = asyncio.create_task(anna.command("games", "hand"))
    interaction = await app.take()
    outcome = await task
    assert outcome.failed
    assert outcome.seconds is not None
    assert 1.4 < outcome.seconds < 5
    assert (await app.respond(interaction, MESSAGE, content="late"))[1]["code"] == 10062
    assert (await app.follow(interaction, "POST", content="late"))[1]["code"] == 10015


async def test_the_clock_decides_on_the_deadline(app: App, anna: Person) -> None:
    task = asyncio.create_task(anna.command("games", "hand"))
    interaction = await app.take()
    app.sandbox.clock.shift(3)
    assert (await app.respond(interaction, MESSAGE, content="late"))[1]["code"] == 10062
    assert (await task).failed


async def test_a_busy_server_is_no_excuse(app: App, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer comes before the timer had its turn, and too late all the same."""
    task = asyncio.create_task(anna.command("games", "hand"))
    interaction = await app.take()
    late = app.sandbox.clock.now() + 2
    monkeypatch.setattr(app.sandbox.clock, "now", lambda: late)
    assert (await app.respond(interaction, MESSAGE, content="late"))[1]["code"] == 10062
    assert (await task).failed


async def test_a_second_answer_is_refused(app: App, anna: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), MESSAGE, content="one")
    assert outcome.acknowledged
    status, answer = await app.respond(interaction, MESSAGE, content="two")
    assert (status, answer["code"]) == (400, 40060)
    status, answer = await app.respond({"id": "5", "token": "x"}, MESSAGE, content="two")
    assert (status, answer["code"]) == (404, 10062)


async def test_a_refused_answer_may_be_tried_again(app: App, anna: Person) -> None:
    task = asyncio.create_task(anna.command("games", "hand"))
    interaction = await app.take()
    status, answer = await app.respond(interaction, MESSAGE, content="x" * 2001)
    assert (status, "content" in answer["errors"]["data"]) == (400, True)
    assert (await app.respond(interaction, MESSAGE, content="x"))[0] == 204
    assert (await task).acknowledged


async def test_tokens_die_after_fifteen_minutes(app: App, anna: Person) -> None:
    interaction, _ = await app.during(anna.command("games", "hand"), MESSAGE, content="one")
    app.sandbox.clock.shift(890)
    assert (await app.follow(interaction, "PATCH", "/messages/@original", content="two"))[0] == 200
    app.sandbox.clock.shift(11)
    status, answer = await app.follow(interaction, "PATCH", "/messages/@original", content="three")
    assert (status, answer["code"]) == (401, 50027)
    assert (await app.follow(interaction, "POST", content="four"))[1]["code"] == 50027


async def test_private_answers_are_seen_by_their_person_only(app: App, anna: Person, ben: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), MESSAGE, content="cards", flags=64)
    assert outcome.message["content"] == "cards"
    assert outcome.message["interaction_metadata"]["id"] == interaction["id"]
    assert ben.messages("games") == []
    base = f"/channels/{interaction['channel_id']}/messages"
    message = f"{base}/{outcome.message['id']}"
    assert (await app.raw("GET", base))[1] == []
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await app.raw(method, message, body))[1]["code"] == 10008
    assert (await app.follow(interaction, "PATCH", "/messages/@original", content="new"))[0] == 200
    assert anna.message(outcome.message)["content"] == "new"
    channel = app.sandbox.world.channel("games")
    assert channel.last_message_id is None


async def test_the_first_follow_up_takes_the_visibility_of_the_defer(app: App, anna: Person, ben: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), DEFER)
    assert outcome.message["flags"] == 128
    status, filled = await app.follow(interaction, "POST", content="cards", flags=64)
    assert (status, filled["id"], filled["flags"]) == (200, outcome.message["id"], 0)
    assert ben.messages("games")[0]["content"] == "cards"
    assert filled["edited_timestamp"] is None
    _, second = await app.follow(interaction, "POST", content="private", flags=64)
    assert second["flags"] == 64
    assert [m["content"] for m in ben.messages("games")] == ["cards"]
    assert [m["content"] for m in outcome.messages] == ["cards", "private"]


async def test_a_private_defer_stays_private(app: App, anna: Person, ben: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), DEFER, flags=64)
    body = {"flags": 32768, "components": [{"type": 10, "content": "cards"}]}
    status, filled = await app.follow(interaction, "PATCH", "/messages/@original", **body)
    assert (status, filled["flags"]) == (200, 64 | 32768)
    assert (await outcome.answer())["id"] == filled["id"]
    assert ben.messages("games") == []


async def test_follow_up_routes(app: App, anna: Person) -> None:
    interaction, _ = await app.during(anna.command("games", "hand"), MESSAGE, content="one")
    _, second = await app.follow(interaction, "POST", content="two")
    path = f"/messages/{second['id']}"
    assert (await app.follow(interaction, "GET", "/messages/@original"))[1]["content"] == "one"
    assert (await app.follow(interaction, "PATCH", path, content="three"))[1]["content"] == "three"
    assert (await app.follow(interaction, "DELETE", path))[0] == 204
    app.sandbox.limits.enabled = False
    assert (await app.follow(interaction, "GET", path))[1]["code"] == 10008
    assert (await app.follow(interaction, "DELETE", "/messages/@original"))[0] == 204
    assert (await app.follow(interaction, "GET", "/messages/@original"))[1]["code"] == 10008
    route = f"/webhooks/1/{interaction['token']}"
    assert (await app.raw("POST", route, {"content": "x"}, token=None))[1]["code"] == 10015


async def test_interactions_ping_users_by_default(app: App, anna: Person) -> None:
    role = app.sandbox.world.add_role(next(iter(app.sandbox.world.guilds.values())), "Players", 0)
    role.mentionable = True
    text = f"<@{anna.id}> <@&{role.id}>"
    _, outcome = await app.during(anna.command("games", "hand"), MESSAGE, content=text)
    assert [user["id"] for user in outcome.message["mentions"]] == [str(anna.id)]
    assert outcome.message["mention_roles"] == []


async def test_callback_bodies(app: App, anna: Person) -> None:
    task = asyncio.create_task(anna.command("games", "hand"))
    interaction = await app.take()
    status, answer = await app.respond(interaction, MESSAGE, "?with_response=1", content="x", flags=64)
    outcome = await task
    assert status == 200
    assert answer["interaction"]["response_message_id"] == (outcome.message or {}).get("id")
    assert answer["interaction"]["response_message_ephemeral"] is True
    assert answer["resource"]["message"]["content"] == "x"


async def message_with(app: App, *rows: Json) -> Json:
    return await app.raw.post(content="board", components=list(rows))


async def test_component_answers(app: App, anna: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    interaction, outcome = await app.during(anna.click(board, "Play"), DEFER_UPDATE)
    assert interaction["data"] == {"custom_id": "play", "component_type": 2, "id": 2}
    assert interaction["message"]["id"] == board["id"]
    assert outcome.acknowledged
    assert outcome.message is None
    assert (await app.follow(interaction, "GET", "/messages/@original"))[1]["id"] == board["id"]
    _, private = await app.follow(interaction, "POST", content="note", flags=64)
    assert private["interaction_metadata"]["interacted_message_id"] == board["id"]
    await app.during(anna.click(board, "Play"), UPDATE, content="new board")
    assert anna.message(board)["content"] == "new board"
    _, answered = await app.during(anna.click(board, "Play"), MESSAGE, content="own", flags=64)
    assert answered.message["content"] == "own"


@pytest.mark.parametrize(
    ("what", "kinds"),
    [
        ("command", (DEFER_UPDATE, UPDATE, CHOICES, 1, 10)),
        ("click", (CHOICES, 1, 12)),
        ("typing", (MESSAGE, DEFER, MODAL)),
    ],
)
async def test_kinds_that_do_not_fit(app: App, anna: Person, what: str, kinds: tuple[int, ...]) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    deeds: dict[str, Any] = {
        "command": lambda: anna.command("games", "hand"),
        "click": lambda: anna.click(board, "Play"),
        "typing": lambda: anna.autocomplete("games", "skat open", "friend", "b", seats=3),
    }
    task = asyncio.create_task(deeds[what]())
    interaction = await app.take()
    for kind in kinds:
        status, answer = await app.respond(interaction, kind, content="x")
        assert (status, answer["code"]) == (400, 50035), kind
    await task


async def test_select(app: App, anna: Person) -> None:
    board = await message_with(app, SELECT)
    anna.open("games")
    interaction, _ = await app.during(anna.select(board, "Seven", "nine"), DEFER_UPDATE)
    assert interaction["data"]["values"] == ["seven", "nine"]
    for chosen in (("seven",), ("seven", "eight", "nine"), ("seven", "seven"), ("seven", "ace")):
        with pytest.raises(RefusedError):
            await anna.select(board, *chosen)


async def test_user_select_resolves(app: App, anna: Person, ben: Person) -> None:
    board = await message_with(app, {"type": 1, "components": [{"type": 5, "custom_id": "who"}]})
    anna.open("games")
    interaction, _ = await app.during(anna.select(board, str(ben.id)), DEFER_UPDATE)
    assert interaction["data"]["resolved"]["users"][str(ben.id)]["username"] == "ben"
    with pytest.raises(RefusedError):
        await anna.select(board, "1")


async def test_modal(app: App, anna: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), MODAL, **FORM)
    assert outcome.modal["title"] == "Cuts"
    for wrong in ({"Text": "x"}, {"Text": "x" * 6}, {"Text": ""}, {"Other": "abc"}):
        with pytest.raises(RefusedError):
            await anna.submit(outcome, wrong)
    submitted, second = await app.during(anna.submit(outcome, {"cut": "abc"}), MESSAGE, content="thanks")
    assert submitted["type"] == 5
    assert submitted["data"]["components"][0]["component"]["value"] == "abc"
    trigger = second.message["interaction_metadata"]["triggering_interaction_metadata"]
    assert trigger["id"] == interaction["id"]
    with pytest.raises(RefusedError, match="no such modal"):
        await anna.submit(outcome, {"cut": "abc"})


async def test_a_modal_from_a_button_can_update_its_message(app: App, anna: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    _, outcome = await app.during(anna.click(board, "Play"), MODAL, **FORM)
    submitted, _ = await app.during(anna.submit(outcome, {"cut": "abc"}), UPDATE, content="updated")
    assert submitted["message"]["id"] == board["id"]
    assert anna.message(board)["content"] == "updated"


BAD_MODALS: list[tuple[Json, str]] = [
    ({"title": "x" * 46}, "title"),
    ({"custom_id": ""}, "custom_id"),
    ({"components": []}, "components"),
    ({"components": [ROW]}, "components"),
    ({"components": FORM["components"] * 2}, "components"),
    (
        {"components": [{"type": 18, "label": "x" * 46, "component": {"type": 4, "custom_id": "a", "style": 1}}]},
        "components",
    ),
    (
        {"components": [{"type": 18, "label": "x", "component": {"type": 4, "custom_id": "a", "style": 3}}]},
        "components",
    ),
    ({"components": [{"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1}]}]}, "components"),
]


@pytest.mark.parametrize(("changes", "path"), BAD_MODALS)
async def test_bad_modals(app: App, anna: Person, changes: Json, path: str) -> None:
    task = asyncio.create_task(anna.command("games", "hand"))
    status, answer = await app.respond(await app.take(), MODAL, **(FORM | changes))
    assert (status, answer["code"]) == (400, 50035)
    assert path in answer["errors"]["data"]
    await task
