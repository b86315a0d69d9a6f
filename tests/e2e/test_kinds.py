"""Three people play a whole deal of each kind; the result is told, explained and kept."""

import pytest

from game.rules import Rules
from tests.e2e.guest import text_of
from tests.e2e.house import House
from tests.e2e.party import open_table
from tests.e2e.scripts import Script, losing

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_suit(house: House) -> None:
    script = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")
    party = await open_table(house, seed=script.seed)
    board = await party.play(script)
    print(text_of(board)); print(party.results())
    await party.end()
    assert 0
