"""Nobody sees a card they may not see: every message per viewer, every log line, every picture of a whole series.

That the judge would notice is shown by leaks put into the program on purpose.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from game.actions import to_text
from game.rules import Rules
from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import pressable
from tests.e2e.house import House
from tests.e2e.launch import LEAK
from tests.e2e.party import open_table
from tests.e2e.scripts import Script
from tests.e2e.watch import Watch

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.guest import Guest
    from tests.e2e.party import Party

pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES = Rules(chairs=4, all_pass="schieberamsch", kontra="any_defender")


async def watched_series(house: House, seed: int, deals: int) -> Watch:
    """Three people and a computer play, one leaves and comes back, a stranger looks wherever strangers may."""
    party = await open_table(house, ("Anna", "Ben", "Clara"), computers=1, rules=RULES)
    watch = Watch(house, party.table)
    watch.begin()
    pilots = [
        Autopilot(guest, random.Random(f"{seed} {guest.person.name}"), talkative=0.05, boldness=0.5, deals=number == 0)
        for number, guest in enumerate(party.people)
    ]

    def over() -> bool:
        ((finished,),) = house.rows(
            "SELECT count(*) FROM deals WHERE table_id = ? AND finished_at IS NOT NULL", party.table
        )
        return finished >= deals

    stranger = house.guest("Vera", party.people[0].channel)
    looking = asyncio.create_task(look_around(stranger, random.Random(seed)))
    strolling = asyncio.create_task(leave_and_return(party))
    await asyncio.gather(*(pilot.play(over) for pilot in pilots))
    looking.cancel()
    strolling.cancel()
    await asyncio.gather(looking, strolling, return_exceptions=True)
    watch.end()
    return watch


async def look_around(stranger: Guest, source: random.Random) -> None:
    """Presses whatever is on the board, and forges clicks on cards."""
    while True:
        board = stranger.board()
        names = [name for name in pressable(board) if "next" not in name]
        if names:
            await stranger.forge(board, source.choice(names))
        await asyncio.sleep(0.3)


async def leave_and_return(party: Party) -> None:
    """The last person leaves again and again, and joins again, and looks at the cards meanwhile."""
    guest = party.people[-1]
    while True:
        await asyncio.sleep(1.5)
        answer = await (await guest.command("skat leave")).answer()
        await guest.press(answer, f"skat-table:{party.table}:leave-sure")
        await guest.command("skat hand")
        await asyncio.sleep(0.5)
        await guest.forge(guest.board(), f"skat-table:{party.table}:join")


async def test_nobody_sees_a_hidden_card(house: House, request: pytest.FixtureRequest) -> None:
    watch = await watched_series(house, 1, 48 if request.config.option.long else 8)
    assert len(watch.sights) > 100
    assert {sight.viewer is None for sight in watch.sights} == {True, False}
    assert watch.leaks() == []


LEAKS = ("public_answers", "board_of_forehand", "neighbours_hand", "logged_hands", "seed_in_the_lobby")


@pytest.mark.parametrize("leak", ["", *LEAKS])
async def test_a_leak_is_noticed(tmp_path: Path, leak: str) -> None:
    """The same clicks, not seeing anything, through the program as it is and with something wrong in it."""
    house = House(tmp_path, clicks=300)
    house.sandbox.limits.enabled = False
    try:
        await house.open(settings={LEAK: leak} if leak else None)
        script = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:pass R:pass M:skat M:announce.H.C9CQ")
        watch = Watch(house, table=1)
        watch.begin()
        party = await open_table(house, seed=script.seed)
        anna = party.people[0]
        for seat, action in script.moves()[:12]:
            guest = party.at(seat)
            await guest.forge(guest.board(), f"skat:{party.deal}:{to_text(action)}")
        await anna.until_board("gespielt")
        await anna.until(lambda: any("gespielt" in s.text for s in watch.sights if not s.viewer), "the board")
        assert bool(watch.leaks()) is bool(leak), watch.leaks()
    finally:
        await house.close()
