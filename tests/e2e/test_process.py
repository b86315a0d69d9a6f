"""The process around the game: its token stays its own, and commands that are refused leave the old ones working."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox.faults import Fault
from tests.e2e.guest import pressable, selects, text_of
from tests.e2e.house import House
from tests.e2e.launch import LEAK
from tests.e2e.party import open_table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

MARKER = "marker-OTk5.token-of-a-test.never-shown"


@pytest.fixture
async def own_house(tmp_path: Path) -> AsyncIterator[House]:
    """A house of this test alone, not yet started."""
    opened = House(tmp_path, clicks=300)
    yield opened
    await opened.close()


async def eventually(condition: Callable[[], bool], within: float = 30.0) -> None:
    """Waits for what no person sees."""
    for _ in range(int(within / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise TimeoutError


def everything_sent(house: House) -> str:
    return house.log() + "".join(f"{one.path} {one.body} {one.query}" for one in house.sandbox.requests)


async def test_the_token_is_nowhere(own_house: House) -> None:
    """F38: not after an error that names it, not after refused requests, not after it has been revoked."""
    house = own_house
    await house.open(settings={"SKAT_DISCORD_TOKEN": MARKER, LEAK: "broken_clicks"})
    party = await open_table(house, seed=99)
    house.sandbox.faults.add(Fault("PATCH", "/webhooks/.*", times=3, status=500, body={"message": "oops", "code": 0}))
    clara = party.people[2]
    told = await clara.told(clara.board(), f"skat:{party.deal}:bid.18", forged=True)
    assert "went wrong" in told
    assert "RuntimeError: cannot go on with [secret]" in house.log()
    house.sandbox.revoke_token(MARKER)
    assert await house.process.wait() == 4
    assert MARKER not in everything_sent(house)
    assert "SKAT_DISCORD_TOKEN" in house.log()
    # A start with the refused token ends the same way, one with a wrong setting says which.
    await house.begin(settings={"SKAT_DISCORD_TOKEN": MARKER})
    assert await house.process.wait() == 4
    await house.begin(settings={"SKAT_DISCORD_TOKEN": MARKER, "SKAT_REMINDER_SECONDS": MARKER})
    assert await house.process.wait() == 2
    assert "SKAT_REMINDER_SECONDS cannot be used" in house.log()
    assert MARKER not in everything_sent(house)


async def test_refused_commands_leave_the_old_ones(own_house: House) -> None:
    """F50: the bot says so, does not stop, and does not try again in a loop."""
    house = own_house
    await house.open()
    await eventually(lambda: bool(house.rows("SELECT 1 FROM meta WHERE key = 'commands'")))
    assert await house.stop() == 0
    with closing(sqlite3.connect(house.database)) as connection, connection:
        assert connection.execute("DELETE FROM meta WHERE key = 'commands'").rowcount == 1
    put = "PUT", "/applications/{application_id}/commands"
    before = len(house.sandbox.requests.of(*put))
    invalid: dict[str, Any] = {"code": 50035, "message": "Invalid Form Body", "errors": {}}
    # With the headers of a bucket: without them the library waits before it tells what was answered.
    bucket = {"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "0.1"}
    house.sandbox.faults.add(
        Fault("PUT", "/applications/.*/commands", status=400, body=invalid, headers=bucket),
    )
    await house.open()
    anna = house.guest("Anna", house.channel())
    await eventually(lambda: "the old ones go on working" in house.log())
    board = await (await anna.command("skat open")).answer()
    assert any(":join" in name for name in pressable(board))
    assert len(house.sandbox.requests.of(*put)) == before + 1


async def test_pages_of_a_leaderboard(own_house: House) -> None:
    """Ten a page, equal ranks shared, one's own row on every page, marked on the one it belongs to."""
    house = own_house
    await house.open()
    (guild, *_) = house.sandbox.world.guilds.values()
    anna = house.guest("Anna", house.channel())
    rows = [(guild.id, 1000 + n, 500 - 10 * n) for n in range(24)] + [(guild.id, anna.id, 255)]
    with closing(sqlite3.connect(house.database)) as connection, connection:
        connection.executemany(
            "INSERT INTO totals (guild, user_id, period, kind, deals, declared, won, lost, points, seeger,"
            " defended, defeated, hand, schneider, schwarz, overbid)"
            " VALUES (?, ?, 'all', 'people', 9, 3, 2, 1, 60, ?, 6, 1, 0, 0, 0, 0)",
            rows,
        )
    shown = await (await anna.command("leaderboard")).answer()
    pages = [text_of(shown)]
    for page in (1, 2):
        current = anna.person.message(shown)
        (forward,) = [name for name in pressable(current) if name.endswith(f":{page}")]
        await anna.press(current, forward)
        pages.append(text_of(anna.person.message(shown)))
    assert not [name for name in pressable(anna.person.message(shown)) if name.endswith(":3")]
    for number, page in enumerate(pages, 1):
        assert f"Seite {number} von 3" in page
        assert page.count("Anna") == 1
        assert "+255" in page
    assert "…" in pages[0]
    assert "…" not in pages[2]
    assert "+500" in pages[0]
    assert "+410" in pages[0]
    assert "+400" in pages[1]
    assert "+270" in pages[2]
    assert set(selects(anna.person.message(shown))) == {
        f"skat-ranking-by:{name}" for name in ("period", "order", "kind")
    }
    # Nobody knows the invented people, who are called former members.
    assert [line for line in house.refused_requests() if "/members/1" not in line] == []
