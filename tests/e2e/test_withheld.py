"""Who may not see a deal is refused, and so is everyone while it runs; nothing of it is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from game.shuffle import shuffled
from tests.e2e.guest import buttons, private, text_of
from tests.e2e.launch import seed_of
from tests.e2e.party import open_table
from tests.e2e.past import opened, played
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import KINDS

if TYPE_CHECKING:
    from tests.e2e.conftest import Town
    from tests.e2e.guest import Guest, Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

REFUSED = ("kann ich dir nicht zeigen", "cannot show you this deal")


def names(message: Json, deal: str) -> bool:
    """Whether a deal's id stands anywhere in a message; ``2-0`` is no part of ``2026-12-01``."""
    return re.search(rf"(?<![0-9-]){deal}(?![0-9-])", str(message)) is not None


async def refused(guest: Guest, message: Json, deal: str) -> None:
    """Whatever leads to a finished deal is tried with this one; no message shows it, none brings a file."""
    for wanted in requests_for(deal):
        await guest.forge(message, wanted)
    for shown in guest.messages():
        if private(shown):
            assert not shown["attachments"]
            assert not [name for name in buttons(shown) if re.match(rf"skat-(replay|review|export):{deal}:", name)]


async def told_why(guest: Guest) -> None:
    """At least one of the notes says why."""
    await guest.until(lambda: any(words in note for note in guest.notes() for words in REFUSED), "a refusal")


def requests_for(deal: str) -> list[str]:
    return [f"skat-{kind}:{deal}:{step}" for kind in ("replay", "review") for step in (0, 5)] + [
        f"skat-export:{deal}:{kind}" for kind in ("sgf", "csv")
    ]


async def test_strangers_and_other_servers_are_refused(town: Town) -> None:
    house = town.house
    party, board = await played(house, "suit")
    vera = house.guest("Vera", party.people[0].channel)
    await refused(vera, vera.person.message(board), party.deal)
    await told_why(vera)
    # Anna sat in it, but not in this server.
    away = house.guest("Anna", town.elsewhere)
    listed = await (await away.command("history")).answer()
    assert "Hier steht noch nichts" in text_of(listed)
    await refused(away, listed, party.deal)
    await told_why(away)
    assert not any("♣" in note for note in (*vera.notes(), *away.notes()))
    await party.end()


async def test_a_deal_that_runs_is_told_to_nobody(town: Town) -> None:
    """Neither its cards nor its seed, at any moment of it, in any way that leads to a finished deal."""
    house = town.house
    # A seed of its own: others of this module are over and may be told.
    script = Script(KINDS["null hand"].seed, KINDS["null hand"].opening)
    first, logged = len(list(house.sandbox.requests)), len(house.log())
    party = await open_table(house, seed=script.seed)
    hosts = party.people[0]
    moves = script.moves()
    for number, (seat, action) in enumerate(moves[:20]):
        if number in (0, 4, 5, 19):
            for guest in party.people:
                await refused(guest, guest.board(), party.deal)
                listed = await (await guest.command("history")).answer()
                assert not names(listed, party.deal)
        await party.at(seat).do(party.deal, action)
    # A forged choice of a select is a choice all the same.
    listed = await (await hosts.command("history")).answer()
    await hosts.forge(listed, "skat-replay-pick", component_type=3, values=[f"skat-replay:{party.deal}:4"])
    assert not names(hosts.person.message(listed), party.deal)
    # The deal after it is prepared with the result of this one: its seed is as secret.
    requests = list(house.sandbox.requests)[first:]
    said = str([one.body for one in requests]) + house.log()[logged:]
    assert seed_of(script.seed).hex() not in said
    # Whoever was refused often of late is only acknowledged, so one of the others is asked.
    await told_why(party.people[1])
    files = [file.filename for one in requests for file in one.files]
    assert not [name for name in files if name.endswith((".sgf", ".csv"))]
    order = ".".join(card.name for card in shuffled(seed_of(script.seed)))
    assert order not in said
    for seat, action in moves[20:]:
        await party.at(seat).do(party.deal, action)
    board = await party.result()
    listed = await (await hosts.command("history")).answer()
    assert names(listed, party.deal)
    following = f"{party.table}-1"
    for guest in party.people:
        await refused(guest, guest.person.message(board), following)
        assert " 18 " in text_of(await opened(guest, board, f"skat-review:{party.deal}:0:open"))
    await party.end()
