"""Who may check a deal, and what a check finds."""

from dataclasses import replace

import pytest

from bot import proof
from bot.past import PastDeal
from game.actions import to_text
from game.journal import Purpose, SavedChair, SavedDeal
from game.rules import INTERNATIONAL
from game.shuffle import commitment
from tests.e2e.launch import seed_of
from tests.e2e.scripts import Script

ANNA, BEN, CLARA, VERA = 11, 12, 13, 14
SCRIPT = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")
PAST = PastDeal(
    guild=1,
    table=17,
    purpose=Purpose.SERIES,
    rules=str(INTERNATIONAL),
    chairs=(SavedChair(ANNA), SavedChair(BEN, "club", stand_in=True, left=True), SavedChair(None, "club")),
    deal=SavedDeal(
        3,
        seed_of(99),
        commitment("17-3", INTERNATIONAL, seed_of(99)),
        (),
        started=True,
        moves=tuple((seat, to_text(action)) for seat, action in SCRIPT.moves()),
    ),
)


def test_a_fair_deal_is_found_fair() -> None:
    assert proof.fingerprint_matches(PAST)
    assert proof.cards_match(PAST)


@pytest.mark.parametrize("byte", [0, 13, 31])
def test_another_seed_is_found_out(byte: int) -> None:
    changed = bytearray(PAST.deal.seed)
    changed[byte] ^= 1
    other = replace(PAST, deal=replace(PAST.deal, seed=bytes(changed)))
    assert not proof.fingerprint_matches(other)
    assert not proof.cards_match(other)


def test_other_cuts_moves_rules_and_ids_are_found_out() -> None:
    assert not proof.cards_match(replace(PAST, deal=replace(PAST.deal, cuts=("x",))))
    assert not proof.cards_match(replace(PAST, deal=replace(PAST.deal, moves=PAST.deal.moves[:-1])))
    assert not proof.cards_match(
        replace(PAST, deal=replace(PAST.deal, moves=(*PAST.deal.moves[:-1], PAST.deal.moves[0])))
    )
    assert not proof.fingerprint_matches(replace(PAST, table=18))
    assert not proof.fingerprint_matches(replace(PAST, rules="pub"))


@pytest.mark.parametrize(("purpose", "others"), [("series", True), ("practice", False), ("daily", False)])
def test_who_may_check(purpose: str, others: bool) -> None:  # a case of the table
    past = replace(PAST, purpose=Purpose(purpose))
    assert proof.open_to(past, ANNA)
    assert proof.open_to(past, BEN)
    assert proof.open_to(past, VERA) is others
