"""Who may check a deal, and what a check finds."""

from dataclasses import replace

import pytest

from bot import proof
from bot.finished import FinishedDeal
from game.actions import to_text
from game.journal import Purpose
from game.rules import INTERNATIONAL
from game.shuffle import commitment
from tests.bot.store.sample import line
from tests.e2e.launch import seed_of
from tests.e2e.scripts import Script

ANNA, BEN, VERA = 11, 12, 14
SCRIPT = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")
PAST = FinishedDeal(
    guild=1,
    table=17,
    number=3,
    purpose=Purpose.SERIES,
    rules=str(INTERNATIONAL),
    seed=seed_of(99),
    commitment=commitment("17-3", INTERNATIONAL, seed_of(99)),
    cuts=(),
    moves=tuple((seat, to_text(action)) for seat, action in SCRIPT.moves()),
    lines=(line(0, ANNA), replace(line(1, BEN), level="club"), line(2, None)),
    finished_at=2000.0,
)


def test_a_fair_deal_is_found_fair() -> None:
    assert proof.fingerprint_matches(PAST)
    assert proof.cards_match(PAST)


@pytest.mark.parametrize("byte", [0, 13, 31])
def test_another_seed_is_found_out(byte: int) -> None:
    changed = bytearray(PAST.seed)
    changed[byte] ^= 1
    other = replace(PAST, seed=bytes(changed))
    assert not proof.fingerprint_matches(other)
    assert not proof.cards_match(other)


def test_other_cuts_moves_rules_and_ids_are_found_out() -> None:
    assert not proof.cards_match(replace(PAST, cuts=("x",)))
    assert not proof.cards_match(replace(PAST, moves=PAST.moves[:-1]))
    assert not proof.cards_match(replace(PAST, moves=(*PAST.moves[:-1], PAST.moves[0])))
    assert not proof.cards_match(replace(PAST, moves=(*PAST.moves[:-1], (PAST.moves[-1][0], "nonsense"))))
    assert not proof.fingerprint_matches(replace(PAST, table=18))
    assert not proof.fingerprint_matches(replace(PAST, rules="pub"))


@pytest.mark.parametrize(("purpose", "others"), [("series", True), ("practice", False), ("daily", False)])
def test_who_may_check(purpose: str, others: bool) -> None:  # a case of the table
    past = replace(PAST, purpose=Purpose(purpose))
    assert proof.open_to(past, ANNA)
    assert proof.open_to(past, BEN)
    assert proof.open_to(past, VERA) is others
