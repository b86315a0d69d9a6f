"""What the pictures that are sent are drawn from: the public view and nothing else, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cogs.artist import TABLE_PICTURE
from cogs.pictures.deck import Deck
from cogs.pictures.facts import Sitter, facts
from cogs.pictures.labels import labels
from cogs.pictures.table import table
from cogs.render import BOARD_DECK
from game.deal import apply
from game.scoring import result
from game.series import Series
from game.state import Finished
from game.view import view_for
from tests.e2e.party import open_table
from tests.e2e.scripts import Script

if TYPE_CHECKING:
    from game.state import State
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")


def public_pictures(script: Script, names: list[str]) -> set[bytes]:
    """The pictures of each public state of a deal, drawn anew from the scripted moves."""
    states: list[State] = [script.start()]
    for seat, action in script.moves():
        states.append(apply(states[-1], seat, action))
    sitters = [Sitter(name) for name in names]
    series = Series(script.rules)
    drawn: set[bytes] = set()
    for state in states:
        totals = (0,) * len(names)
        if isinstance(state, Finished):
            totals = series.with_result(result(state)).totals()[-1]
        shown = facts(view_for(state, None), sitters, 0, totals)
        drawn.add(table(shown, Deck(BOARD_DECK), "de", labels("de")))
    return drawn


async def test_every_picture_is_that_of_a_public_state(house: House) -> None:
    script = Script(9, "M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:skat R:announce.G.S7SK")
    party = await open_table(house, seed=script.seed)
    await party.play(script)
    requests = list(house.sandbox.requests)
    sent = [bytes(file.content) for one in requests for file in one.files if file.filename == TABLE_PICTURE]
    assert len(sent) > 1
    assert set(sent) <= public_pictures(script, [guest.person.name for guest in party.people])
    shown = house.sandbox.world.channel(party.people[0].channel).messages.values()
    assert any(message.ephemeral_to for message in shown)
    assert not any(message.files for message in shown if message.ephemeral_to)
    await party.end()
