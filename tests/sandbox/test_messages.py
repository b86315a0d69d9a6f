"""Messages by channel routes: contents, files, mentions, permissions, things that are gone, old messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import permissions
from bot.sandbox.model import Overwrite

if TYPE_CHECKING:
    from bot.sandbox import Sandbox
    from bot.sandbox.shapes import Json
    from tests.sandbox.conftest import Raw

from tests.sandbox.pictures import blank_png

PNG = blank_png(320, 200)
EMBED = {"title": "Result", "description": "won", "fields": [{"name": "Points", "value": "61"}]}
V2: Json = {"flags": 32768, "components": [{"type": 10, "content": "hello"}]}


def games(sandbox: Sandbox) -> int:
    return sandbox.world.channel("games").id


def deny(sandbox: Sandbox, *names: str) -> None:
    sandbox.control.permissions("games", deny=list(names))


async def test_create_read_edit_delete(sandbox: Sandbox, raw: Raw) -> None:
    sent = await raw.post(content="one", embeds=[EMBED])
    path = f"/channels/{games(sandbox)}/messages/{sent['id']}"
    assert (await raw("GET", path))[1] == sent
    status, edited = await raw("PATCH", path, {"content": "two"})
    assert (status, edited["content"]) == (200, "two")
    assert edited["embeds"] == sent["embeds"]
    assert edited["edited_timestamp"] is not None
    assert (await raw("DELETE", path))[0] == 204
    assert (await raw("GET", path))[1]["code"] == 10008
    assert (await raw("PATCH", path, {"content": "x"}))[1]["code"] == 10008
    assert (await raw("DELETE", path))[1]["code"] == 10008


async def test_history(sandbox: Sandbox, raw: Raw) -> None:
    ids = [(await raw.post(content=str(n)))["id"] for n in range(4)]
    path = f"/channels/{games(sandbox)}/messages"

    async def found(query: str) -> list[int]:
        return [ids.index(m["id"]) for m in (await raw("GET", path + query))[1]]

    assert await found("") == [3, 2, 1, 0]
    assert await found("?limit=2") == [3, 2]
    assert await found(f"?before={ids[2]}&limit=1") == [1]
    assert await found(f"?after={ids[1]}") == [3, 2]
    assert (await raw("GET", path + "?limit=101"))[1]["code"] == 50035


BAD: list[tuple[Json, str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"content": 5}, "content"),
    ({"content": "x", "embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"content": "x", "embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    ({"content": "x", "embeds": [{"color": 5}]}, "embeds.0.description"),
    ({"content": "x", "embeds": [{"fields": [{"name": "a", "value": ""}]}]}, "embeds.0.fields.0.value"),
    ({"content": "x", "embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "embeds.0.fields"),
    ({"content": "x", "embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    ({"content": "x", "embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name"),
    ({"content": "x", "embeds": [{"image": {"url": "attachment://a.png"}}]}, "embeds.0.image.url"),
    ({"content": "x", "embeds": [{"title": "a", "url": "javascript:1"}]}, "embeds.0.url"),
    ({"content": "x", "embeds": [{"title": "a", "timestamp": "now"}]}, "embeds.0.timestamp"),
    ({"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "embeds"),
    ({"embeds": [EMBED] * 11}, "embeds"),
    ({"content": "x", "nonce": "x" * 26}, "nonce"),
    ({"content": "x", "flags": 64}, "flags"),
    ({"content": "x", "allowed_mentions": {"parse": ["cats"]}}, "allowed_mentions.parse.0"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["5"]}}, "allowed_mentions"),
    ({"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}}, "allowed_mentions.users"),
    ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id"),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    (V2 | {"content": "x"}, "content"),
    (V2 | {"embeds": [EMBED]}, "embeds"),
]


@pytest.mark.parametrize(("body", "path"), BAD)
async def test_refused_forms(sandbox: Sandbox, raw: Raw, body: Json, path: str) -> None:
    status, answer = await raw("POST", f"/channels/{games(sandbox)}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    node: Any = answer["errors"]
    for step in path.split("."):
        assert step in node, answer
        node = node[step]
    assert node["_errors"]


@pytest.mark.parametrize("body", [{}, {"content": "  "}, {"flags": 32768}, {"components": []}])
async def test_empty_messages(sandbox: Sandbox, raw: Raw, body: Json) -> None:
    assert (await raw("POST", f"/channels/{games(sandbox)}/messages", body))[1]["code"] == 50006


async def test_bodies_that_are_no_json(sandbox: Sandbox, raw: Raw) -> None:
    url = f"{sandbox.url}/api/v10/channels/{games(sandbox)}/messages"
    headers = {"Authorization": "Bot token"}
    for data, kind in ((b"{", "application/json"), (b'{"content":"x"}', "text/plain")):
        async with raw.session.post(url, data=data, headers=headers | {"Content-Type": kind}) as response:
            assert (await response.json(content_type=None))["code"] == 50109
    assert (await raw("POST", f"/channels/{games(sandbox)}/messages", [1]))[1]["code"] == 50035


async def test_v2_cannot_be_undone(sandbox: Sandbox, raw: Raw) -> None:
    sent = await raw.post(**V2)
    path = f"/channels/{games(sandbox)}/messages/{sent['id']}"
    assert (await raw("PATCH", path, {"flags": 0}))[1]["errors"]["flags"]
    assert (await raw("PATCH", path, {"content": "x"}))[1]["errors"]["content"]
    assert (await raw("PATCH", path, {"components": []}))[1]["code"] == 50006
    status, edited = await raw("PATCH", path, {"components": [{"type": 10, "content": "new"}]})
    assert (status, edited["flags"]) == (200, 32768)


async def test_a_legacy_message_becomes_v2_only_without_its_content(sandbox: Sandbox, raw: Raw) -> None:
    sent = await raw.post(content="old")
    path = f"/channels/{games(sandbox)}/messages/{sent['id']}"
    assert (await raw("PATCH", path, V2))[1]["errors"]["content"]
    status, edited = await raw("PATCH", path, V2 | {"content": None})
    assert (status, edited["content"], edited["flags"]) == (200, "", 32768)


async def test_files_are_resolved_and_served(sandbox: Sandbox, raw: Raw) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    body = {"flags": 32768, "components": [gallery], "attachments": [{"id": 0, "filename": "board.png"}]}
    status, sent = await raw("POST", f"/channels/{games(sandbox)}/messages", body, files={"board.png": PNG})
    assert status == 200, sent
    media = sent["components"][0]["items"][0]["media"]
    attachment = sent["attachments"][0]
    assert (media["url"], media["width"], media["height"]) == (attachment["url"], 320, 200)
    assert (attachment["size"], attachment["content_type"]) == (len(PNG), "image/png")
    async with raw.session.get(media["url"]) as response:
        assert await response.read() == PNG
        assert response.content_type == "image/png"


async def test_edits_keep_or_drop_files(sandbox: Sandbox, raw: Raw) -> None:
    create = f"/channels/{games(sandbox)}/messages"
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    _, sent = await raw("POST", create, body, files={"a.png": PNG})
    path = f"{create}/{sent['id']}"
    kept = (await raw("PATCH", path, {"content": "y"}))[1]["attachments"]
    assert [a["filename"] for a in kept] == ["a.png"]
    swap = {"attachments": [{"id": 0, "filename": "a.png"}]}
    swapped = (await raw("PATCH", path, swap, files={"a.png": PNG + b"2"}))[1]["attachments"]
    assert [a["size"] for a in swapped] == [len(PNG) + 1]
    assert swapped[0]["url"] != kept[0]["url"]
    _, taken = await raw("PATCH", path, {"content": "z"}, files={"a.png": PNG})
    assert taken["code"] == 50035
    assert (await raw("PATCH", path, {"attachments": []}))[1]["attachments"] == []
    async with raw.session.get(kept[0]["url"]) as response:
        assert response.status == 404


async def test_a_file_can_be_too_large(sandbox: Sandbox, raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sandbox.server.LARGEST_FILE", 100)
    path = f"/channels/{games(sandbox)}/messages"
    assert (await raw("POST", path, {}, files={"a.bin": bytes(100)}))[0] == 200
    status, answer = await raw("POST", path, {}, files={"a.bin": bytes(101)})
    assert (status, answer["code"]) == (413, 40005)


async def test_mentions_by_default_and_by_permission(sandbox: Sandbox, raw: Raw) -> None:
    world = sandbox.world
    anna, ben = world.person("Anna").id, world.person("Ben").id
    guild = next(iter(world.guilds.values()))
    role = world.add_role(guild, "Players", 0)
    text = f"<@{anna}> <@!{ben}> <@&{role.id}> @everyone"

    def pinged(message: Json) -> tuple[set[str], list[str], bool]:
        return (
            {user["id"] for user in message["mentions"]},
            message["mention_roles"],
            message["mention_everyone"],
        )

    both = {str(anna), str(ben)}
    sent = await raw.post(content=text)
    assert pinged(sent) == (both, [], False)
    role.mentionable = True
    assert pinged(await raw.post(content=text)) == (both, [str(role.id)], False)
    world.set_overwrite(world.channel("games"), Overwrite(world.bot.id, 1, allow=permissions.MENTION_EVERYONE))
    assert pinged(await raw.post(content=text)) == (both, [str(role.id)], True)
    assert pinged(await raw.post(content=text, allowed_mentions={"parse": []})) == (set(), [], False)
    only = await raw.post(content=text, allowed_mentions={"parse": [], "users": [str(anna)]})
    assert pinged(only) == ({str(anna)}, [], False)
    sandbox.limits.enabled = False
    v2 = await raw.post(flags=32768, components=[{"type": 10, "content": text}])
    assert pinged(v2)[0] == both


async def test_an_edit_parses_mentions_again(sandbox: Sandbox, raw: Raw) -> None:
    anna = sandbox.world.person("Anna").id
    sent = await raw.post(content="x", allowed_mentions={"parse": []})
    path = f"/channels/{games(sandbox)}/messages/{sent['id']}"
    edited = (await raw("PATCH", path, {"content": f"<@{anna}>"}))[1]
    assert [user["id"] for user in edited["mentions"]] == [str(anna)]


async def test_the_same_nonce_sends_nothing_again(sandbox: Sandbox, raw: Raw) -> None:
    first = await raw.post(content="board", nonce="7", enforce_nonce=True)
    again = await raw.post(content="board", nonce="7", enforce_nonce=True)
    assert again["id"] == first["id"]
    assert again["nonce"] == "7"
    other = await raw.post(content="board", nonce="8", enforce_nonce=True)
    elsewhere = await raw.post("lounge", content="board", nonce="7", enforce_nonce=True)
    sandbox.clock.shift(600)
    later = await raw.post(content="board", nonce="7", enforce_nonce=True)
    assert len({m["id"] for m in (first, other, elsewhere, later)}) == 4
    unenforced = await raw.post(content="board", nonce="7")
    assert unenforced["id"] != later["id"]


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("view_channel", {"content": "x"}, 50001),
        ("send_messages", {"content": "x"}, 50013),
        ("embed_links", {"embeds": [EMBED]}, 50013),
    ],
)
async def test_permissions_to_send(sandbox: Sandbox, raw: Raw, denied: str, body: Json, code: int) -> None:
    deny(sandbox, denied)
    status, answer = await raw("POST", f"/channels/{games(sandbox)}/messages", body)
    assert (status, answer["code"]) == (403, code)
    deny(sandbox)
    assert await raw.post(**body)


async def test_other_permissions(sandbox: Sandbox, raw: Raw) -> None:
    own = await raw.post(content="x")
    base = f"/channels/{games(sandbox)}/messages"
    deny(sandbox, "attach_files")
    assert (await raw("POST", base, {"content": "x"}, files={"a.png": PNG}))[1]["code"] == 50013
    deny(sandbox, "read_message_history")
    assert (await raw("GET", base)) == (200, [])
    assert (await raw("GET", f"{base}/{own['id']}"))[1]["code"] == 50013
    reply = {"content": "x", "message_reference": {"message_id": own["id"]}}
    assert (await raw("POST", base, reply))[1]["code"] == 50013
    deny(sandbox, "send_messages")
    assert (await raw("PATCH", f"{base}/{own['id']}", {"content": "y"}))[0] == 200
    deny(sandbox, "view_channel")
    assert (await raw("PATCH", f"{base}/{own['id']}", {"content": "z"}))[1]["code"] == 50001


async def test_messages_of_others(sandbox: Sandbox, raw: Raw) -> None:
    anna = sandbox.person("Anna")
    anna.say("games", "hello")
    path = f"/channels/{games(sandbox)}/messages/{anna.messages('games')[0]['id']}"
    assert (await raw("PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await raw("DELETE", path))[1]["code"] == 50013
    sandbox.control.permissions("games", allow=["manage_messages"])
    assert (await raw("DELETE", path))[0] == 204
    assert anna.messages("games") == []


async def test_gone_channels(sandbox: Sandbox, raw: Raw) -> None:
    path = f"/channels/{games(sandbox)}/messages"
    sandbox.control.delete_channel("games")
    assert (await raw("POST", path, {"content": "x"}))[1]["code"] == 10003
    assert (await raw("POST", "/channels/nonsense/messages", {"content": "x"}))[1]["code"] == 50035
    assert (await raw("POST", "/nothing", {}))[0] == 404
    assert (await raw("PUT", path, {}))[0] == 405


async def test_old_messages_take_few_edits(sandbox: Sandbox, raw: Raw) -> None:
    sent = await raw.post(content="x")
    path = f"/channels/{games(sandbox)}/messages/{sent['id']}"
    sandbox.clock.shift(3601)
    for _ in range(3):
        assert (await raw("PATCH", path, {"content": "y"}))[0] == 200
    status, answer = await raw("PATCH", path, {"content": "z"})
    assert (status, answer["code"]) == (429, 30046)
    assert answer["retry_after"] > 0
    fresh = await raw.post(content="new")
    assert (await raw("PATCH", f"/channels/{games(sandbox)}/messages/{fresh['id']}", {"content": "y"}))[0] == 200


async def test_tokens(sandbox: Sandbox, raw: Raw) -> None:
    assert (await raw("GET", "/users/@me", token=None))[0] == 401
    sandbox.revoke_token("old")
    status, answer = await raw("GET", "/users/@me", token="old")
    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})
    sandbox.tokens = {"right"}
    assert (await raw("GET", "/users/@me", token="wrong"))[0] == 401
    assert (await raw("GET", "/users/@me", token="right"))[0] == 200


async def test_answers_are_plain_json_with_a_via_header(raw: Raw) -> None:
    await raw("GET", "/users/@me")
    assert raw.headers["Content-Type"] == "application/json"
    assert "Via" in raw.headers
