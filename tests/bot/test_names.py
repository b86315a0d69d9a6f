"""Names are looked up one person at a time, each once, and once more only where Discord did not answer."""

import asyncio

import pytest

import bot.names
from bot.names import Names

GUILD, ANNA, BEN = 1, 11, 12


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.names, "LOOK_UP_GAP", 0.0)


async def test_a_look_up_that_failed_is_tried_again_when_the_name_is_wanted_again() -> None:
    names, asked, found = Names(), list[int](), list[int]()

    async def fetch(guild: int, user: int) -> str | None:
        assert guild == GUILD
        asked.append(user)
        if asked.count(user) == 1:
            raise TimeoutError
        return f"User {user}"

    looking = asyncio.create_task(names.look_up(fetch, lambda _, user: found.append(user)))
    for _ in range(2):
        assert names.get(GUILD, ANNA) is None
        await asyncio.wait_for(names.settle(GUILD, [ANNA]), 5)
    assert names.get(GUILD, ANNA) == "User 11"
    assert (asked, found) == ([ANNA, ANNA], [ANNA])
    looking.cancel()


async def test_whoever_is_not_there_is_asked_for_once() -> None:
    names, asked = Names(), list[int]()

    async def fetch(guild: int, user: int) -> str | None:
        asked.append(user)
        return None if guild == GUILD else "somebody"

    looking = asyncio.create_task(names.look_up(fetch, lambda _guild, _user: None))
    for _ in range(3):
        assert names.get(GUILD, BEN) is None
        await asyncio.wait_for(names.settle(GUILD, [BEN]), 5)
    assert asked == [BEN]
    assert names.gone(GUILD, BEN)
    names.learn(GUILD, BEN, "Ben")
    assert (names.get(GUILD, BEN), names.gone(GUILD, BEN)) == ("Ben", False)
    looking.cancel()
