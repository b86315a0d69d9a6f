"""A deal takes no more clicks than the rules ask of a person, one a decision, plus two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.actions import Announce, Push
from game.rules import INTERNATIONAL
from tests.e2e.conftest import house
from tests.e2e.party import open_table
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import KINDS

if TYPE_CHECKING:
    from game.actions import Action
    from game.state import Seat
    from tests.e2e.guest import Guest
    from tests.e2e.house import House

__all__ = ["house"]

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPARE = 2


def decisions(action: Action) -> int:
    """What a person makes up their mind about: a card laid away is one, and so is a game."""
    match action:
        case Announce(_, cards):
            return 1 + len(cards)
        case Push(cards):
            return max(1, len(cards))
        case _:
            return 1


def counted(guest: Guest) -> list[int]:
    """One entry for each click, select and command of a person from now on."""
    clicks: list[int] = []
    pace = guest._pace  # pyright: ignore[reportPrivateUsage]  # the one place that all clicks pass

    async def pace_and_count() -> None:
        clicks.append(1)
        await pace()

    guest._pace = pace_and_count  # pyright: ignore[reportPrivateUsage]  # as above
    return clicks


@pytest.mark.parametrize(
    "name", ["suit", "grand after a wide jump", "null ouvert hand", "hand with an announcement", "kontra and re",
             "pushed ramsch", "declarer gives up alone", "claimed"],
)  # fmt: skip
async def test_no_more_clicks_than_decisions_and_two(house: House, name: str) -> None:
    kind = KINDS[name]
    script = Script(kind.seed, kind.opening, kind.style, kind.rules)
    party = await open_table(house, rules=kind.rules or INTERNATIONAL, seed=kind.seed)
    clicks = [counted(guest) for guest in party.people]
    asked: dict[Seat, int] = {}
    for seat, action in script.moves():
        asked[seat] = asked.get(seat, 0) + decisions(action)
    await party.play(script)
    for seat, count in asked.items():
        made = len(clicks[party.people.index(party.at(seat))])
        assert made <= count + SPARE, (name, seat, made, count)
    await party.end()
