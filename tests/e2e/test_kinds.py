"""People play a whole deal of each kind; the result is told with its reasons and kept in the database.

The cards come from chosen seeds; what a result must say is written out here, reckoned by hand from RULES 5 to 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from game.rules import INTERNATIONAL, Rules
from tests.e2e.guest import pressable, text_of
from tests.e2e.party import open_table
from tests.e2e.scripts import Script, losing, winning

if TYPE_CHECKING:
    from tests.e2e.guest import Guest
    from tests.e2e.house import House
    from tests.e2e.scripts import Style

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOLDS_18 = "M:bid.18 F:hold.18 M:pass R:pass"
HEARTS = "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ"
ALL_PASS = "M:pass R:pass F:pass"
KONTRA = Rules(kontra="any_defender")
SCHIEBERAMSCH = Rules(all_pass="schieberamsch", ramsch_skat="loser")


@dataclass(frozen=True)
class Kind:
    """`told`: lines of the result. `kept`: role, score and list points per chair (Anna, Ben, Clara; Anna deals)."""

    seed: int
    opening: str
    told: tuple[str, ...]
    kept: tuple[tuple[str, int, int], ...]
    style: Style = winning
    rules: Rules = INTERNATIONAL


def declared(chair: int, score: int, seeger: int, others: int = 0) -> tuple[tuple[str, int, int], ...]:
    """The rows of a game of the one on `chair`."""
    return tuple(("declarer", score, score + seeger) if n == chair else ("defender", 0, others) for n in range(3))


WON_HEARTS = (
    "### Clara gewinnt ♥ Herz mit 105 Augen: +40",
    "mit 2, Spiel 3, Schneider 4 × Herz 10 = 40; gereizt bis 22",
)
LOST_HEARTS = (
    "### Clara gibt ♥ Herz verloren: −60",
    "mit 2, Spiel 3 × Herz 10 = 30; gereizt bis 22",
    "Verloren zählt doppelt: 2 × 30 = 60.",
)

OUVERT_VALUE = (
    "mit 2, Spiel 3, Hand 4, Schneider 5, angesagt 6, Schwarz 7, angesagt 8, Ouvert 9 × Grand 24 = 216; gereizt bis 18"
)

KINDS = {
    "suit": Kind(
        99,
        HEARTS,
        (
            *WON_HEARTS,
            "… · Ben hält 18 · Clara sagt 20 · Ben hält 20 · Clara sagt 22 · Ben passt · Anna passt",
            "Skat: ♣D ♥9 (3 Augen)",
            "Gedrückt: ♣9 ♣D (3 Augen)",
            "` 1` V: ♦7 ♦A ♦8 → **M** 11",
            "1\\. **Clara** +90 (1 gewonnen, 0 verloren)",
        ),
        declared(2, 40, 50),
    ),
    "grand after a wide jump": Kind(
        9,
        "M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:skat R:announce.G.S7SK",
        ("### Anna gewinnt Grand mit 67 Augen: +96", "mit 3, Spiel 4 × Grand 24 = 96; gereizt bis 48"),
        declared(0, 96, 50),
    ),
    "null": Kind(
        33,
        f"{HOLDS_18} F:skat F:announce.N.CJSK",
        ("### Ben gewinnt Null ohne Stich: +23", "Null zählt 23; gereizt bis 18"),
        declared(1, 23, 50),
    ),
    "null lost": Kind(
        3,
        f"{HOLDS_18} F:skat F:announce.N.CASA",
        (
            "### Ben bekommt einen Stich und verliert Null: −46",
            "Verloren zählt doppelt: 2 × 23 = 46.",
            "Seeger-Fabian: 50 Punkte weniger für Ben, je 40 dazu für die anderen.",
        ),
        declared(1, -46, -50, others=40),
        losing,
    ),
    "null hand": Kind(
        18,
        f"{HOLDS_18} F:announce.NH",
        ("### Ben gewinnt Null Hand ohne Stich: +35", "Null Hand zählt 35; gereizt bis 18"),
        declared(1, 35, 50),
    ),
    "null ouvert": Kind(
        5003,
        f"{HOLDS_18} F:skat F:announce.NO.HQDK",
        ("### Ben gewinnt Null Ouvert ohne Stich: +46", "Null Ouvert zählt 46; gereizt bis 18"),
        declared(1, 46, 50),
    ),
    "null ouvert hand": Kind(
        20024,
        f"{HOLDS_18} F:announce.NHO",
        ("### Ben gewinnt Null Ouvert Hand ohne Stich: +59", "Null Ouvert Hand zählt 59; gereizt bis 18"),
        declared(1, 59, 50),
    ),
    "hand with an announcement": Kind(
        350,
        "M:bid.18 F:pass R:pass M:announce.SHS",
        (
            "### Clara gewinnt ♠ Pik Hand, Schneider angesagt mit 99 Augen: +55",
            "mit 1, Spiel 2, Hand 3, Schneider 4, angesagt 5 × Pik 11 = 55; gereizt bis 18",
            "Skat: ♦9 ♦10 (10 Augen)",
        ),
        declared(2, 55, 50),
    ),
    "ouvert": Kind(
        37,
        "M:pass R:pass F:bid.18 F:announce.GO",
        (
            "### Ben gewinnt Grand Ouvert mit 120 Augen: +216",
            OUVERT_VALUE,
        ),
        declared(1, 216, 50),
    ),
    "kontra and re": Kind(
        15,
        f"{HOLDS_18} F:skat F:announce.C.S7D8 M:nokontra R:kontra F:re",
        (
            "### Ben gewinnt ♣ Kreuz mit 77 Augen: +144",
            "ohne 2, Spiel 3 × Kreuz 12 = 36; gereizt bis 18",
            "Kontra von Anna verdoppelt: 72.",
            "Re verdoppelt noch einmal: 144.",
        ),
        declared(1, 144, 50),
        rules=KONTRA,
    ),
    "kontra lost": Kind(
        15,
        f"{HOLDS_18} F:skat F:announce.C.S7D8 M:kontra F:nore",
        (
            "### Ben verliert ♣ Kreuz mit 52 Augen: −144",
            "Verloren zählt doppelt: 2 × 36 = 72.",
            "Kontra von Clara verdoppelt: 144.",
        ),
        declared(1, -144, -50, others=40),
        losing,
        KONTRA,
    ),
    "ramsch": Kind(
        15,
        ALL_PASS,
        (
            "### Clara verliert den Ramsch mit 106 Augen: −212",
            "Der Skat (2 Augen) ging mit dem letzten Stich an Clara.",
            "Jungfrau (Ben ohne Stich) verdoppelt.",
        ),
        (("ramsch", 0, 0), ("ramsch", 0, 0), ("ramsch", -212, -212)),
        rules=Rules(all_pass="ramsch"),
    ),
    "pushed ramsch": Kind(
        1,
        f"{ALL_PASS} F:push M:skat M:push.HTHA R:push",
        (
            "### Anna verliert den Ramsch mit 73 Augen: −292",
            "Der Skat (21 Augen) zählt beim Verlierer mit.",
            "2-mal ungesehen geschoben: × 4.",
            "Zuletzt im Skat: ♥10 ♥A (21 Augen)",
        ),
        (("ramsch", -292, -292), ("ramsch", 0, 0), ("ramsch", 0, 0)),
        rules=SCHIEBERAMSCH,
    ),
    "passed in": Kind(
        2,
        ALL_PASS,
        ("### Alle haben gepasst: Das Spiel ist eingepasst, niemand schreibt etwas an.", "Skat: ♣A ♥10 (21 Augen)"),
        (("passed", 0, 0), ("passed", 0, 0), ("passed", 0, 0)),
    ),
    "declarer gives up alone": Kind(99, f"{HEARTS} 3:M:concede", LOST_HEARTS, declared(2, -60, -50, others=40)),
    "declarer gives up and is asked": Kind(
        99, f"{HEARTS} 5:M:concede 5:F:decline 5:R:accept", LOST_HEARTS, declared(2, -60, -50, others=40)
    ),
    "defenders give up": Kind(
        99,
        f"{HEARTS} 5:F:concede 5:R:accept",
        (
            "### Die Gegenspieler schenken, Clara gewinnt ♥ Herz: +30",
            "mit 2, Spiel 3 × Herz 10 = 30; gereizt bis 22",
        ),
        declared(2, 30, 50),
    ),
    "defender plays on": Kind(99, f"{HEARTS} 5:F:concede 5:R:decline", WON_HEARTS, declared(2, 40, 50)),
    "claimed": Kind(99, f"{HEARTS} 16:M:claim 16:F:accept 16:R:accept", WON_HEARTS, declared(2, 40, 50)),
    "claim declined": Kind(99, f"{HEARTS} 16:M:claim 16:R:decline", WON_HEARTS, declared(2, 40, 50)),
}


async def own_message_tells_the_end(guest: Guest, deal: str, headline: str) -> None:
    """In the person's language; and no cards are left on show."""
    if guest.person.hello["locale"] == "de":
        await guest.until(lambda: any(headline in note for note in guest.notes()), headline)
    await guest.until(lambda: guest.hand(deal) is None, "no cards of a deal that is over")


@pytest.mark.parametrize("name", KINDS)
async def test_a_whole_deal(house: House, name: str) -> None:
    kind = KINDS[name]
    script = Script(kind.seed, kind.opening, kind.style, kind.rules)
    party = await open_table(house, rules=kind.rules, seed=kind.seed)
    board = await party.play(script)

    lines = [line.removeprefix("-# ").replace("\u00a0", " ") for line in text_of(board).splitlines()]
    missing = [line for line in kind.told if line not in lines]
    assert not missing, "\n".join(lines)
    assert [row[1:4] for row in party.results()] == list(kind.kept)
    for guest in party.people:
        await own_message_tells_the_end(guest, party.deal, lines[0].removeprefix("### "))
    await party.end()


async def test_four_at_the_table(house: House) -> None:
    """The dealer sits out, sees no card, and shares the others' Seeger points of a lost game, 30 each."""
    script = Script(99, f"{HEARTS} 3:M:concede", rules=Rules(chairs=4))
    party = await open_table(house, ("Anna", "Ben", "Clara", "David"), rules=script.rules, seed=script.seed)
    anna = party.people[0]
    board = anna.board()
    told = text_of(await (await anna.press(board, f"skat-ui:{party.deal}:cards:")).answer())
    assert "In diesem Spiel hast du keine Karten." in told
    board = await party.play(script)

    assert "### Clara gibt ♥ Herz verloren: −60" in text_of(board)
    # At four, chair 1 is forehand, and the dealer on chair 0 gets as many points as each defender.
    assert [row[:4] for row in party.results()] == [
        (0, "sitting", 0, 30),
        (1, "defender", 0, 30),
        (2, "declarer", -60, -110),
        (3, "defender", 0, 30),
    ]
    await party.next()
    after = await anna.until(lambda: anna.hand(party.deal), "the hand of the next deal")
    assert any(name.startswith(f"skat:{party.deal}:") for name in pressable(after)) or "Hinterhand" in text_of(after)
    await party.end()
