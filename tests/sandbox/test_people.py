"""What people of the sandbox send, as a client does: nothing that is not on show, one click after another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.sandbox import RefusedError
from tests.sandbox.wire import Wire

if TYPE_CHECKING:
    from bot.sandbox import Outcome, Person, Sandbox
    from bot.sandbox.shapes import Json
from tests.sandbox.test_interactions import CHOICES, DEFER_UPDATE, MESSAGE, ROW, App, anna, app, ben, message_with

__all__ = ["anna", "app", "ben"]


async def test_autocomplete(app: App, anna: Person) -> None:
    typing = anna.autocomplete("games", "skat open", "friend", "b", seats=3)
    interaction, choices = await app.during(typing, CHOICES, choices=[{"name": "Ben", "value": "ben"}])
    assert interaction["type"] == 4
    assert interaction["data"]["options"][0]["options"][1]["focused"] is True
    assert choices == [{"name": "Ben", "value": "ben"}]
    task = asyncio.create_task(anna.autocomplete("games", "skat open", "friend", "b"))
    interaction = await app.take()
    for choices in ([{"name": "Ben"}], [{"name": "x" * 101, "value": "b"}], [{"name": "b", "value": 1}] * 26):
        assert (await app.respond(interaction, CHOICES, choices=choices))[0] == 400
    await task
    with pytest.raises(RefusedError, match="no autocomplete"):
        await anna.autocomplete("games", "skat open", "rules", "p")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 2},
        {"seats": 5},
        {"seats": "3"},
        {"seats": True},
        {"seats": 3, "rules": "own"},
        {"seats": 3, "guest": "1"},
    ],
)
async def test_commands_a_client_would_not_send(app: App, anna: Person, options: Json) -> None:
    del app
    with pytest.raises(RefusedError):
        await anna.command("games", "skat open", **options)


async def test_commands_by_permission(app: App, anna: Person) -> None:
    with pytest.raises(RefusedError, match="no command"):
        await anna.command("games", "end")
    mona = app.sandbox.person("Mona")
    _, outcome = await app.during(mona.command("games", "end"), MESSAGE, content="over")
    assert outcome.acknowledged


async def test_clicks_a_client_would_not_send(app: App, anna: Person, ben: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    with pytest.raises(RefusedError, match="disabled"):
        await anna.click(board, "Off")
    with pytest.raises(RefusedError, match="no component"):
        await anna.click(board, custom_id="other")
    _, outcome = await app.during(anna.click(board, "Play"), MESSAGE, content="own", components=[ROW], flags=64)
    ben.open("games")
    with pytest.raises(KeyError):
        await ben.click(outcome.message, "Play")
    with pytest.raises(RefusedError, match="no such message"):
        await forged(ben, outcome)
    interaction, _ = await app.during(anna.forge_click(board, "anything:else"), DEFER_UPDATE)
    assert interaction["data"]["custom_id"] == "anything:else"
    await app.during(anna.forge_click(board, "off"), DEFER_UPDATE)


async def forged(person: Person, outcome: Outcome) -> None:
    """A click on another's private message, which even a forger cannot name to the server."""
    message = outcome.message
    assert message is not None
    person.receive({"t": "message", "message": message})
    await person.forge_click(message, "play")


async def test_a_person_waits_for_the_answer_before_the_next_click(app: App, anna: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    first = asyncio.create_task(anna.click(board, "Play"))
    second = asyncio.create_task(anna.click(board, "Play"))
    one = await app.take()
    with pytest.raises(TimeoutError):
        await app.wire.next(within=0.1)
    assert (await app.respond(one, DEFER_UPDATE))[0] == 204
    two = await app.take()
    await app.respond(two, DEFER_UPDATE)
    assert [(await task).state for task in (first, second)] == ["acknowledged"] * 2


async def test_a_failed_click_lets_the_next_one_go(app: App, anna: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    first = asyncio.create_task(anna.click(board, "Play"))
    second = asyncio.create_task(anna.click(board, "Play"))
    await app.take()
    await app.respond(await app.take(), DEFER_UPDATE)
    assert [(await task).state for task in (first, second)] == ["failed", "acknowledged"]


async def test_two_clicks_in_the_same_tick_and_one_twice(app: App, anna: Person) -> None:
    board = await message_with(app, ROW)
    anna.open("games")
    tasks = [asyncio.create_task(anna.click(board, "Play", rush=True)) for _ in range(2)]
    ids = {(await app.take())["id"] for _ in range(2)}
    assert len(ids) == 2
    await asyncio.gather(*tasks)
    task = asyncio.create_task(anna.click(board, "Play", copies=2))
    one, two = await app.take(), await app.take()
    assert one == two
    assert (await app.respond(one, DEFER_UPDATE))[0] == 204
    assert (await app.respond(two, DEFER_UPDATE))[1]["code"] == 40060
    await task


async def test_lost_and_doubled_interactions(app: App, anna: Person) -> None:
    app.sandbox.control.gateway(losing=1)
    assert (await anna.command("games", "hand")).failed
    app.sandbox.control.gateway(doubling=1)
    task = asyncio.create_task(anna.command("games", "hand"))
    assert await app.take() == await app.take()
    await task


async def test_offline_bot(sandbox: Sandbox, app: App, anna: Person) -> None:
    await app.wire.socket.close(code=1000)
    await sandbox.changes.until(lambda: not sandbox.gateway.online)
    outcome = await anna.command("games", "hand")
    assert (outcome.failed, outcome.reason) == (True, "the bot is offline")


async def test_a_click_during_a_drop_is_replayed(sandbox: Sandbox, app: App, anna: Person) -> None:
    session, sequence = app.wire.ready["session_id"], app.wire.sequence
    sandbox.gateway.drop()
    await sandbox.changes.until(lambda: not sandbox.gateway.online)
    task = asyncio.create_task(anna.command("games", "hand"))
    async with Wire(sandbox) as again:
        await again.resume(session, sequence)
        interaction = await again.event("INTERACTION_CREATE")
        await app.respond(interaction, MESSAGE, content="x")
    assert (await task).acknowledged


async def test_dismissing_hides_but_does_not_delete(app: App, anna: Person) -> None:
    interaction, outcome = await app.during(anna.command("games", "hand"), MESSAGE, content="x", flags=64)
    anna.dismiss(outcome.message)
    assert anna.messages("games") == []
    assert (await app.follow(interaction, "PATCH", "/messages/@original", content="y"))[0] == 200
    assert anna.messages("games") == []


async def test_a_changed_locale_goes_with_the_next_interaction(app: App, anna: Person) -> None:
    anna.set_locale("en-GB")
    interaction, _ = await app.during(anna.command("games", "hand"), MESSAGE, content="x")
    assert interaction["locale"] == "en-GB"


async def test_a_hidden_channel_is_hidden(app: App, anna: Person) -> None:
    app.sandbox.control.permissions("games", who="Anna", deny=["view_channel"])
    with pytest.raises(KeyError):
        await anna.command("games", "hand")
    app.sandbox.control.permissions("lounge", who="Anna", deny=["send_messages"])
    with pytest.raises(RefusedError):
        anna.say("lounge", "x")
