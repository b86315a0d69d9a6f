"""Finished deals to look back on, and what a button opens beside its message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.e2e.guest import private
from tests.e2e.party import Party, open_table
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import KINDS

if TYPE_CHECKING:
    from tests.e2e.guest import Guest, Json
    from tests.e2e.house import House

REVIEWED_WITHIN: Final = 60.0
"""Seconds; the search may have to be compiled first."""


async def played(house: House, name: str) -> tuple[Party, Json]:
    kind = KINDS[name]
    party = await open_table(house, rules=kind.rules, seed=kind.seed)
    return party, await party.play(Script(kind.seed, kind.opening, kind.style, kind.rules))


async def opened(guest: Guest, message: Json, custom_id: str) -> Json:
    """What a button of another message opens, a private message of its own."""
    answer = await (await guest.press(message, custom_id)).answer(REVIEWED_WITHIN)
    assert private(answer)
    assert answer["id"] != message["id"]
    return answer
