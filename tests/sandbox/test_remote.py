"""The sandbox as a process of its own, driven over its WebSocket and its control verbs."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.sandbox import RefusedError
from bot.sandbox.remote import ControlError, RemoteSandbox
from tests.sandbox.wire import Wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox import Sandbox
    from tests.sandbox.conftest import Raw


async def process(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.sandbox", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_alone_until_told_to_stop() -> None:
    alone = await process("--port", "0")
    assert alone.stdout is not None
    line = (await asyncio.wait_for(alone.stdout.readline(), 10)).decode()
    found = re.fullmatch(r"sandbox at (http://127\.0\.0\.1:\d+)\n", line)
    assert found is not None, line
    async with RemoteSandbox(found[1]) as remote:
        anna = await remote.person("Anna")
        anna.say("games", "hello")
        said = await anna.until_message("games", lambda m: m["content"] == "hello")
        assert said["author"]["id"] == str(anna.id)
        assert (await remote.control("state"))["online"] is False
    alone.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(alone.wait(), 5) == 0


async def test_a_taken_port_and_an_open_address() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        alone = await process("--port", str(port))
        _, errors = await asyncio.wait_for(alone.communicate(), 10)
    assert alone.returncode == 2
    assert errors.decode().startswith(f"cannot listen on 127.0.0.1:{port}: ")
    assert errors.decode().count("\n") == 1
    alone = await process("--host", "0.0.0.0")  # noqa: S104 - the address that must be refused
    _, errors = await asyncio.wait_for(alone.communicate(), 10)
    assert alone.returncode == 2
    assert "only loopback" in errors.decode()


@pytest.fixture
async def remote(sandbox: Sandbox) -> AsyncIterator[RemoteSandbox]:
    async with RemoteSandbox(sandbox.url) as found:
        yield found


async def test_people_over_the_socket(sandbox: Sandbox, raw: Raw, remote: RemoteSandbox) -> None:
    anna = await remote.person("Anna")
    async with Wire(sandbox) as wire:
        await wire.identify()
        path = f"/applications/{sandbox.world.app_id}/commands"
        await raw("PUT", path, [{"name": "hand", "description": "Your cards"}])
        await anna.until(lambda: anna.surroundings["app"]["online"])
        task = asyncio.create_task(anna.command("games", "hand"))
        interaction = await wire.event("INTERACTION_CREATE")
        row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
        callback = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        await raw("POST", callback, {"type": 4, "data": {"content": "x", "flags": 64, "components": [row]}})
        outcome = await task
        assert outcome.acknowledged
        assert (outcome.message or {})["content"] == "x"
        assert (await anna.click(await outcome.answer(), "Go")).failed
        with pytest.raises(RefusedError):
            await anna.click(await outcome.answer(), "Stop")


async def test_control_verbs(sandbox: Sandbox, raw: Raw, remote: RemoteSandbox) -> None:
    sent = await raw.post(content="x")
    await remote.control("fault", method="GET", path="/users/@me$", status=500)
    assert (await raw("GET", "/users/@me"))[0] == 500
    await remote.control("clock", shift=100)
    assert sandbox.clock.offset == 100
    person = await remote.control("add-person", name="Emil")
    channel = await remote.control("add-channel", name="new")
    assert sandbox.world.channel(channel).name == "new"
    assert sandbox.world.person(person).display == "Emil"
    log = await remote.control("requests")
    assert [entry["method"] for entry in log] == ["POST", "GET"]
    assert (await remote.control("messages", channel="games"))[0]["ephemeral_to"] is None
    await remote.control("delete-message", message=sent["id"])
    assert await remote.control("messages", channel="games") == []
    assert (await remote.until_state(lambda state: not state["online"]))["pending"] == 0
    for verb, arguments in (("nothing", {}), ("clock", {"by": 1}), ("kick", {"guild": "unknown"})):
        with pytest.raises(ControlError):
            await remote.control(verb, **arguments)


async def test_pages_from_elsewhere_get_nothing(sandbox: Sandbox, raw: Raw) -> None:
    async with raw.session.post(f"{sandbox.url}/sandbox/state", data="{}") as response:
        assert response.status == 415
    people = f"{sandbox.url}/people?user=Anna"
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await raw.session.ws_connect(people, headers={"Origin": "https://example.org"})
    with pytest.raises(aiohttp.WSServerHandshakeError, match="404"):
        await raw.session.ws_connect(f"{sandbox.url}/people?user=Nobody")


async def test_a_page_is_no_tester(sandbox: Sandbox, raw: Raw) -> None:
    """What the page's own socket may not do: forge, and watch two channels."""
    board = await raw.post(content="x")
    async with raw.session.ws_connect(f"{sandbox.url}/people?user=Anna") as page:
        hello = await page.receive_json()
        assert hello["t"] == "hello"
        games, lounge = hello["channels"][0]["id"], hello["channels"][2]["id"]
        await page.send_json({"op": "channel", "channel_id": games, "keep": True})
        assert [m["id"] for m in (await page.receive_json())["messages"]] == [board["id"]]
        forged = {"custom_id": "x", "component_type": 2, "forged": True, "nonce": "1"}
        await page.send_json({"op": "component", "channel_id": games, "message_id": board["id"], **forged})
        assert (await page.receive_json())["t"] == "error"
        await page.send_json({"op": "channel", "channel_id": lounge, "keep": True})
        await page.receive_json()
        await raw.post(content="unseen")
        await raw.post("lounge", content="seen")
        assert (await page.receive_json())["message"]["content"] == "seen"
        for frame in ("no json", "[]", '{"op":"fly"}'):
            await page.send_str(frame)
            assert (await page.receive_json())["t"] == "error"
