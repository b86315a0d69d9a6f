"""Whole deals of a person against two Experts that search, over the real process."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from game.scoring import GameResult
from game.series import chair_of
from game.state import SEATS
from tests.e2e.autopilot import Autopilot
from tests.e2e.conftest import CLICKS
from tests.e2e.house import SEARCHING, House
from tests.e2e.party import open_table
from tests.e2e.records import series_of

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator

    from tests.e2e.party import Party

pytest.importorskip("numba", reason="without numba there is no search")
pytestmark = pytest.mark.asyncio(loop_scope="module")

DEALS = 2
COMPILED_WITHIN = 180.0
SEARCHED = "computers search from now on"
LATE = 2.0
"""Seconds for a decision. One of Expert ends by its own clock at 0.9."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def thinking(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose computers search, once they do."""
    opened = House(tmp_path_factory.mktemp("thinking"), clicks=CLICKS)
    opened.sandbox.limits.enabled = False
    try:
        await opened.open(settings=SEARCHING)
        anna = opened.sandbox.person("Anna")
        await anna.until(lambda: SEARCHED in opened.log(), COMPILED_WITHIN, "compiled code")
        yield opened
        assert opened.refused_requests() == []
        assert await opened.stop() == 0
    finally:
        await opened.close()


def thinking_times(party: Party) -> list[float]:
    """Seconds that each move of a computer took after the move before it, in all deals of a table."""
    moves: list[tuple[int, int, float]] = party.house.rows(
        "SELECT number, seat, at FROM moves WHERE table_id = ? ORDER BY number, move", party.table
    )
    return [
        at - before
        for (deal, _, before), (number, seat, at) in pairwise(moves)
        if deal == number and party.guests[chair_of(SEATS[seat], number, party.chairs)] is None
    ]


async def test_whole_deals_against_two_experts(thinking: House, source: random.Random) -> None:
    party = await open_table(thinking, ("Anna",), computers=2, level="expert")
    pilot = Autopilot(party.people[0], source, deals=True, talkative=0.0)

    def played() -> bool:
        games = [one for one in series_of(thinking, party.table).entries if isinstance(one.result, GameResult)]
        return len(games) >= DEALS

    await pilot.play(played)
    log = thinking.log()
    assert "WARNING" not in log, log
    assert "ERROR" not in log, log
    times = thinking_times(party)
    assert len(times) > 6 * DEALS
    assert max(times) < LATE
    # Nobody searches in so little time: that they all are quick would mean rules of thumb.
    assert max(times) > 0.02
    await party.end()
