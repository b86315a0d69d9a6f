"""A whole list of deals, people and computers mixed: what it ends with is what its moves give."""

from __future__ import annotations

import asyncio
import random
import re
from typing import TYPE_CHECKING

import pytest

from game.rules import Rules
from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import buttons, private, selects, text_of
from tests.e2e.party import open_table
from tests.e2e.records import kept_points, series_of

if TYPE_CHECKING:
    from tests.e2e.guest import Json
    from tests.e2e.house import House
    from tests.e2e.party import Party

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAST_DEAL_SHOWN = 30.0
RESULT = re.compile(r"### .*(gewinnt|verliert|verloren|überreizt|eingepasst|Durchmarsch)")


def closed(party: Party) -> bool:
    return bool(party.house.rows("SELECT 1 FROM tables WHERE id = ? AND closed_reason = 'finished'", party.table))


async def play_to_the_end(party: Party, seed: int) -> None:
    pilots = [
        Autopilot(guest, random.Random(f"{seed} {guest.person.name}"), deals=number == 0)
        for number, guest in enumerate(party.people)
    ]
    await asyncio.gather(*(pilot.play(lambda: closed(party)) for pilot in pilots))


MEDALS = {1: "🥇", 2: "🥈", 3: "🥉", 4: "4\\."}


def standing_lines(party: Party) -> list[str]:
    """The final standings in German, as `game` alone reckons them."""
    names = [f"Computer {n + 1}" if g is None else g.person.name for n, g in enumerate(party.guests)]
    return [
        f"{MEDALS[line.rank]} **{names[line.chair]}** {signed(line.total)} ({line.won} gewonnen, {line.lost} verloren)"
        for line in series_of(party.house, party.table).standings()
    ]


def signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"


def moving(message: Json) -> list[str]:
    """The buttons of a message that do more than look at a deal that is over."""
    over = ("skat-check:", "skat-review:", "skat-again:")
    return [name for name in buttons(message) if not name.startswith(over)]


def stale_boards(party: Party) -> list[str]:
    """The texts of public messages, the newest apart, that would move something or do not tell a result."""
    _, *old = [message for message in party.people[0].messages() if not private(message)]
    return [text_of(message) for message in old if moving(message) or not re.match(RESULT, text_of(message))]


async def check(party: Party, deals: int) -> None:
    house, table = party.house, party.table
    series = series_of(house, table)
    assert len(series.entries) == deals
    assert series.finished
    kept = house.rows("SELECT number, chair, list_points FROM results WHERE table_id = ? ORDER BY number, chair", table)
    assert kept == kept_points(series)
    first = party.people[0]
    board = await first.until_board(standing_lines(party)[0], LAST_DEAL_SHOWN)
    shown = text_of(board).splitlines()
    assert [line for line in shown if line in standing_lines(party)] == standing_lines(party)
    await first.until(lambda: stale_boards(party) == [], "old boards that show results and no buttons")
    totals = house.rows(
        "SELECT user_id, deals, points, seeger FROM totals WHERE period = 'all' AND kind = 'computer' ORDER BY user_id"
    )
    last = series.totals()[-1]
    for chair, guest in enumerate(party.guests):
        if guest is not None:
            points = sum(entry.scores[chair] for entry in series.entries)
            assert (guest.id, deals, points, last[chair]) in totals


async def test_thirty_six_deals(house: House) -> None:
    party = await open_table(house, ("Anna", "Clara"), computers=1)
    await play_to_the_end(party, 36)
    await check(party, 36)
    await check_leaderboard(party)


async def check_leaderboard(party: Party) -> None:
    """The server's ranking of tables with computers has exactly the list points of this table's people."""
    anna = party.people[0]
    shown = await (await anna.command("leaderboard")).answer()
    (choice,) = [
        option["value"]
        for option in selects(shown)["skat-ranking-by:kind"]["options"]
        if ":computer:" in option["value"]
    ]
    await anna.choose(shown, "skat-ranking-by:kind", choice)
    told = text_of(anna.person.message(shown)).splitlines()
    last = series_of(party.house, party.table).totals()[-1]
    for chair, guest in enumerate(party.guests):
        if guest is not None:
            assert [line for line in told if guest.person.name in line and signed(last[chair]) in line], told


@pytest.mark.long
async def test_forty_eight_deals_at_four_chairs(house: House) -> None:
    party = await open_table(house, ("Ben", "David"), computers=2, rules=Rules(chairs=4))
    await play_to_the_end(party, 48)
    await check(party, 48)
