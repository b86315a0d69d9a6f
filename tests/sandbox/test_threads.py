"""Threads and channels: start, archive, lock, wake; what it takes to change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox import Sandbox
    from tests.sandbox.conftest import Raw


async def started(sandbox: Sandbox, raw: Raw) -> str:
    channel = sandbox.world.channel("games").id
    status, thread = await raw("POST", f"/channels/{channel}/threads", {"name": "table", "type": 11})
    assert status == 201, thread
    return thread["id"]


async def test_a_thread_from_a_message_has_its_id(raw: Raw) -> None:
    sent = await raw.post(content="table 7")
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/threads"
    status, thread = await raw("POST", path, {"name": "table", "auto_archive_duration": 60})
    assert (status, thread["id"], thread["parent_id"]) == (201, sent["id"], sent["channel_id"])
    assert thread["thread_metadata"]["auto_archive_duration"] == 60
    assert (await raw("POST", path, {"name": "again"}))[1]["code"] == 160004
    assert (await raw("POST", path, {"name": "x" * 101}))[1]["code"] == 50035


async def test_an_archived_thread_takes_no_edits_and_wakes_by_writing(sandbox: Sandbox, raw: Raw) -> None:
    thread = await started(sandbox, raw)
    _, sent = await raw("POST", f"/channels/{thread}/messages", {"content": "board"})
    path = f"/channels/{thread}/messages/{sent['id']}"
    sandbox.control.set_thread(thread, archived=True)
    assert (await raw("PATCH", path, {"content": "x"}))[1]["code"] == 50083
    assert (await raw("DELETE", path))[1]["code"] == 50083
    assert (await raw("PATCH", f"/channels/{thread}", {"name": "new"}))[1]["code"] == 50083
    assert (await raw("POST", f"/channels/{thread}/messages", {"content": "wake"}))[0] == 200
    assert not sandbox.world.channel(thread).archived
    sandbox.control.set_thread(thread, archived=True)
    assert (await raw("PATCH", f"/channels/{thread}", {"archived": False}))[0] == 200


async def test_a_locked_thread_is_for_those_who_manage_threads(sandbox: Sandbox, raw: Raw) -> None:
    thread = await started(sandbox, raw)
    sandbox.control.set_thread(thread, archived=True, locked=True)
    assert (await raw("POST", f"/channels/{thread}/messages", {"content": "x"}))[1]["code"] == 160005
    assert (await raw("PATCH", f"/channels/{thread}", {"archived": False}))[1]["code"] == 50013
    sandbox.control.permissions("games", allow=["manage_threads"])
    assert (await raw("PATCH", f"/channels/{thread}", {"archived": False}))[0] == 200


async def test_writing_in_threads_is_a_permission_of_its_own(sandbox: Sandbox, raw: Raw) -> None:
    thread = await started(sandbox, raw)
    sandbox.control.permissions("games", deny=["send_messages"])
    assert (await raw("POST", f"/channels/{thread}/messages", {"content": "x"}))[0] == 200
    sandbox.control.permissions("games", deny=["send_messages_in_threads"])
    assert (await raw("POST", f"/channels/{thread}/messages", {"content": "x"}))[1]["code"] == 50013
    sandbox.control.permissions("games", deny=["create_public_threads"])
    channel = sandbox.world.channel("games").id
    body = {"name": "table", "type": 11}
    assert (await raw("POST", f"/channels/{channel}/threads", body))[1]["code"] == 50013


async def test_channels_and_members(sandbox: Sandbox, raw: Raw) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    channel = sandbox.world.channel("games").id
    anna, stranger = sandbox.world.person("Anna").id, sandbox.world.add_person("Stranger").id
    assert (await raw("GET", f"/channels/{channel}"))[1]["name"] == "games"
    assert (await raw("PATCH", f"/channels/{channel}", {"topic": "x"}))[1]["code"] == 50013
    assert (await raw("GET", f"/guilds/{guild.id}/members/{anna}"))[1]["user"]["username"] == "anna"
    assert (await raw("GET", f"/guilds/{guild.id}/members/{stranger}"))[1]["code"] == 10007
    assert (await raw("GET", f"/guilds/{guild.id}/members/1"))[1]["code"] == 10013
    sandbox.limits.enabled = False
    assert (await raw("GET", f"/users/{anna}"))[1]["global_name"] == "Anna"
    assert (await raw("GET", "/users/1"))[1]["code"] == 10013
    assert (await raw("GET", "/guilds/1"))[1]["code"] == 10004
    assert len((await raw("GET", f"/guilds/{guild.id}/channels"))[1]) == 3
    thread = await started(sandbox, raw)
    _, active = await raw("GET", f"/guilds/{guild.id}/threads/active")
    assert [t["id"] for t in active["threads"]] == [thread]


async def test_direct_messages_can_be_closed(sandbox: Sandbox, raw: Raw) -> None:
    anna = sandbox.world.person("Anna").id
    _, channel = await raw("POST", "/users/@me/channels", {"recipient_id": str(anna)})
    path = f"/channels/{channel['id']}/messages"
    assert (await raw("POST", path, {"content": "your turn"}))[0] == 200
    sandbox.control.close_dms("Anna")
    assert (await raw("POST", path, {"content": "your turn"}))[1]["code"] == 50007
    assert (await raw("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 50035


async def test_a_channel_takes_its_threads_along(sandbox: Sandbox, raw: Raw) -> None:
    thread = await started(sandbox, raw)
    sandbox.control.delete_channel("games")
    assert (await raw("GET", f"/channels/{thread}"))[1]["code"] == 10003
