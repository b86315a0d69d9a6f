"""Rate limits and faults: what the bot is told, and what really happened."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.sandbox import limits
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Fault, banned, rate_limited, refusing

if TYPE_CHECKING:
    from bot.sandbox import Sandbox
    from tests.sandbox.conftest import Raw

MESSAGES = "/channels/{channel_id}/messages"


def path(sandbox: Sandbox, channel: str = "games") -> str:
    return f"/channels/{sandbox.world.channel(channel).id}/messages"


async def test_a_channel_takes_five_messages_in_five_seconds(sandbox: Sandbox, raw: Raw) -> None:
    for left in (4, 3, 2, 1, 0):
        await raw.post(content="x")
        assert raw.headers["X-RateLimit-Remaining"] == str(left)
    assert raw.headers["X-RateLimit-Limit"] == "5"
    assert 4 < float(raw.headers["X-RateLimit-Reset-After"]) <= 5
    bucket = raw.headers["X-RateLimit-Bucket"]
    status, answer = await raw("POST", path(sandbox), {"content": "x"})
    assert status == 429
    assert answer["message"] == "You are being rate limited."
    assert 4 < answer["retry_after"] <= 5
    assert answer["global"] is False
    assert raw.headers["Via"]
    assert raw.headers["X-RateLimit-Scope"] == "user"
    assert raw.headers["Retry-After"] == "5"
    await raw.post("lounge", content="x")
    assert raw.headers["X-RateLimit-Bucket"] == bucket
    assert len(sandbox.world.channel("games").messages) == 5


async def test_buckets_fill_up_again(sandbox: Sandbox, raw: Raw) -> None:
    now = [0.0]
    sandbox.limits = limits.Limits(lambda: now[0], sandbox.clock.now)
    for _ in range(5):
        await raw.post(content="x")
    now[0] = 5.1
    await raw.post(content="x")
    assert raw.headers["X-RateLimit-Remaining"] == "4"


async def test_edits_have_a_bucket_of_their_own(sandbox: Sandbox, raw: Raw) -> None:
    sent = await raw.post(content="x")
    one = f"{path(sandbox)}/{sent['id']}"
    answers = [(await raw("PATCH", one, {"content": str(n)}))[0] for n in range(6)]
    assert answers == [200] * 5 + [429]


async def test_fifty_requests_a_second_in_all(sandbox: Sandbox, raw: Raw) -> None:
    now = [100.0]
    sandbox.limits = limits.Limits(lambda: now[0], sandbox.clock.now)
    for number in range(50):
        channel = sandbox.world.add_channel(next(iter(sandbox.world.guilds.values())), f"c{number}")
        assert (await raw("GET", f"/channels/{channel.id}"))[0] == 200
    status, answer = await raw("GET", path(sandbox))
    assert (status, answer["global"]) == (429, True)
    assert raw.headers["X-RateLimit-Scope"] == "global"


async def test_ten_thousand_refusals_ban(raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BAN_AFTER", 3)
    for _ in range(3):
        await raw("GET", "/users/@me", token=None)
    status, page = await raw("GET", "/users/@me")
    assert (status, "1015" in page) == (429, True)
    assert "Via" not in raw.headers


async def test_answers_instead_of_discord(sandbox: Sandbox, raw: Raw) -> None:
    fault = sandbox.faults.add(Fault("POST", r"/messages$", times=2, status=502, body="bad gateway"))
    body = {"content": "x"}
    assert (await raw("GET", path(sandbox)))[0] == 200
    assert await raw("POST", path(sandbox), body) == (502, "bad gateway")
    assert (await raw("POST", path(sandbox), body))[0] == 502
    assert (await raw("POST", path(sandbox), body))[0] == 200
    assert fault.hits == 2
    assert len(sandbox.world.channel("games").messages) == 1
    log = sandbox.requests.of("POST", MESSAGES)
    assert [entry.status for entry in sandbox.requests if entry.fault] == [502, 502]
    assert [entry.status for entry in log] == [502, 502, 200]


async def test_ready_made_faults(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add(refusing(Refusal.MISSING_ACCESS, "POST"))
    assert (await raw("POST", path(sandbox), {"content": "x"}))[1]["code"] == 50001
    sandbox.faults.add(rate_limited(8, "POST", everywhere=True))
    status, answer = await raw("POST", path(sandbox), {"content": "x"})
    assert (status, answer["retry_after"], answer["global"]) == (429, 8, True)
    sandbox.faults.add(banned())
    status, page = await raw("POST", path(sandbox), {"content": "x"})
    assert (status, "1015" in page, raw.headers.get("Via")) == (429, True, None)


async def test_lost_answers_and_cut_connections(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add(Fault("POST", lost=True))
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", path(sandbox), {"content": "happened"})
    sandbox.faults.add(Fault("POST", reset=True))
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", path(sandbox), {"content": "did not"})
    found = sandbox.world.channel("games").messages.values()
    assert [m.payload["content"] for m in found] == ["happened"]
    assert [entry.status for entry in sandbox.requests] == [None, None]


async def test_delayed_before_and_after(sandbox: Sandbox, raw: Raw) -> None:
    messages = sandbox.world.channel("games").messages
    for fault, happened in ((Fault("POST", delay=0.5), False), (Fault("POST", late=0.5), True)):
        messages.clear()
        sandbox.faults.add(fault)
        task = asyncio.create_task(raw("POST", path(sandbox), {"content": "x"}))
        if happened:
            await sandbox.changes.until(lambda: bool(messages), 10)
            assert not task.done()
        else:
            await asyncio.sleep(0.05)
            assert not messages
        assert (await task)[0] == 200


async def test_spared_matches(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add(Fault("POST", skip=1, status=500))
    answers = [(await raw("POST", path(sandbox), {"content": "x"}))[0] for _ in range(3)]
    assert answers == [200, 500, 200]


async def test_the_log_keeps_bodies_and_files(sandbox: Sandbox, raw: Raw) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.txt"}]}
    await raw("POST", path(sandbox), body, files={"a.txt": b"text"})
    (entry,) = sandbox.requests.of("POST", MESSAGES)
    assert (entry.body, entry.status) == (body, 200)
    assert [(f.filename, f.content) for f in entry.files] == [("a.txt", b"text")]
    assert entry.answer["content"] == "x"
    assert sandbox.requests.after(entry.number) == []
    assert json.loads(json.dumps(entry.summary()))["files"][0]["size"] == 4


async def test_until_wakes_without_polling(sandbox: Sandbox, raw: Raw) -> None:
    sent: Any = asyncio.create_task(raw.post(content="x"))
    found = await sandbox.changes.until(lambda: list(sandbox.world.channel("games").messages))
    assert len(found) == 1
    await sent
    with pytest.raises(TimeoutError, match="a second message"):
        await sandbox.changes.until(lambda: len(sandbox.world.channel("games").messages) == 2, 0.05, "a second message")
    waiting = asyncio.create_task(sandbox.changes.until(lambda: 1 // 0 if len(sandbox.requests) > 1 else 0))
    await asyncio.sleep(0)
    await raw("GET", path(sandbox))
    with pytest.raises(ZeroDivisionError):
        await waiting
