"""Every reason to refuse, each reached, with nothing changed."""

from dataclasses import dataclass

import pytest

from game.actions import from_text
from game.deal import apply, legal_actions, refusal
from game.illegal import Illegal, Reason
from game.rules import Rules
from game.state import SEATS, Seat, State
from game.view import view_for
from tests.game.notation import F, M, R, deal, do

HAND = "CJ HJ HA HK H9 CA CT SA D7 D8"
ALONE = "M pass R pass F bid.18"
DECLARED = ALONE + " F skat F announce.H.C7S7"
RAMSCH = "M pass R pass F pass"
KONTRA = "kontra=any_defender"


@dataclass(frozen=True, slots=True)
class Refused:
    """After `before`, `seat` may not do `action` for `reason`."""

    reason: Reason
    before: str
    seat: Seat
    action: str
    rules: str = ""

    @property
    def state(self) -> State:
        return do(deal(HAND, "C8 CK", "C9 CQ", "C7 S7", Rules.parse(self.rules)), self.before)


SCHIEBER = "all_pass=schieberamsch"

CASES = (
    Refused(Reason.WRONG_TURN, "", F, "bid.18"),
    Refused(Reason.WRONG_TURN, "M bid.18", R, "pass"),
    Refused(Reason.WRONG_TURN, ALONE, M, "skat"),
    Refused(Reason.WRONG_TURN, DECLARED, M, "C8"),
    Refused(Reason.WRONG_TURN, DECLARED, R, "kontra", KONTRA),
    Refused(Reason.WRONG_TURN, RAMSCH, M, "push", SCHIEBER),
    Refused(Reason.WRONG_PHASE, "", M, "CJ"),
    Refused(Reason.WRONG_PHASE, "", M, "hold.18"),
    Refused(Reason.WRONG_PHASE, "", M, "claim"),
    Refused(Reason.WRONG_PHASE, "M bid.18", F, "bid.20"),
    Refused(Reason.WRONG_PHASE, ALONE, F, "CJ"),
    Refused(Reason.WRONG_PHASE, ALONE, F, "pass"),
    Refused(Reason.WRONG_PHASE, ALONE, F, "concede"),
    Refused(Reason.WRONG_PHASE, DECLARED, F, "bid.18"),
    Refused(Reason.WRONG_PHASE, DECLARED, F, "skat"),
    Refused(Reason.WRONG_PHASE, DECLARED, F, "re"),
    Refused(Reason.WRONG_PHASE, DECLARED, M, "concede", KONTRA),
    Refused(Reason.WRONG_PHASE, DECLARED + " M nokontra R nokontra", M, "kontra", KONTRA),
    Refused(Reason.WRONG_PHASE, RAMSCH, F, "CJ", SCHIEBER),
    Refused(Reason.DEAL_OVER, RAMSCH, M, "bid.18"),
    Refused(Reason.DEAL_OVER, DECLARED + " F concede", F, "CJ"),
    Refused(Reason.BID_TOO_LOW, "M bid.20 F hold.20", M, "bid.18"),
    Refused(Reason.BID_TOO_LOW, "M bid.20 F hold.20", M, "bid.20"),
    Refused(Reason.BID_TOO_LOW, "M bid.20 F pass", R, "bid.20"),
    Refused(Reason.BID_NOT_LEGAL, "", M, "bid.19"),
    Refused(Reason.BID_NOT_LEGAL, "", M, "bid.171"),
    Refused(Reason.BID_NOT_LEGAL, "M pass R pass", F, "bid.20"),
    Refused(Reason.HOLD_OTHER_VALUE, "M bid.20", F, "hold.18"),
    Refused(Reason.SKAT_ALREADY_TAKEN, ALONE + " F skat", F, "skat"),
    Refused(Reason.SKAT_ALREADY_TAKEN, RAMSCH + " F skat", F, "push", SCHIEBER),
    Refused(Reason.SKAT_NOT_TAKEN, ALONE, F, "announce.H.CTCA"),
    Refused(Reason.SKAT_NOT_TAKEN, RAMSCH, F, "push.CTCA", SCHIEBER),
    Refused(Reason.HAND_AFTER_SKAT, ALONE + " F skat", F, "announce.HH"),
    Refused(Reason.IMPOSSIBLE_CONTRACT, "M bid.60 F hold.60 M pass R pass F skat", F, "announce.D.C7S7"),
    Refused(Reason.NULL_BELOW_BID, "M bid.24 F hold.24 M pass R pass F skat", F, "announce.N.C7S7"),
    Refused(Reason.NULL_BELOW_BID, "M bid.36 F hold.36 M pass R pass", F, "announce.NH"),
    Refused(Reason.CARD_NOT_HELD, ALONE + " F skat", F, "announce.H.C8S7"),
    Refused(Reason.CARD_NOT_HELD, RAMSCH + " F skat", F, "push.C8S7", SCHIEBER),
    Refused(Reason.CARD_NOT_HELD, DECLARED, F, "C8"),
    Refused(Reason.CARD_NOT_HELD, DECLARED, F, "C7"),
    Refused(Reason.JACK_PUSHED, RAMSCH + " F skat", F, "push.CJCA", SCHIEBER),
    Refused(Reason.MUST_FOLLOW, DECLARED + " F CA", M, "S8"),
    Refused(Reason.KONTRA_OFF, DECLARED, M, "kontra"),
    Refused(Reason.KONTRA_OFF, DECLARED, M, "nokontra"),
    Refused(Reason.KONTRA_BY_DECLARER, DECLARED, F, "kontra", KONTRA),
    Refused(Reason.KONTRA_BY_DECLARER, DECLARED + " M nokontra R nokontra", F, "kontra", KONTRA),
    Refused(Reason.KONTRA_NEEDS_18, "M bid.18 F hold.18 M pass R pass F announce.HH", R, "kontra", "kontra=needs_18"),
    Refused(Reason.RE_BY_DEFENDER, DECLARED + " M kontra", R, "re", KONTRA),
    Refused(Reason.CLAIM_TWICE, DECLARED + " F claim M decline.6", F, "claim"),
    Refused(Reason.CLAIM_TWICE, DECLARED + " F claim", F, "claim"),
    Refused(Reason.CLAIM_IN_NULL, ALONE + " F announce.NH", M, "claim"),
    Refused(Reason.CONCEDE_TWICE, DECLARED + " M concede R decline.6", M, "concede"),
    Refused(Reason.CONCEDE_TWICE, DECLARED + " M concede", M, "concede"),
    Refused(Reason.CONCEDE_IN_RAMSCH, RAMSCH, F, "concede", "pub"),
    Refused(Reason.QUESTION_OPEN, DECLARED + " M claim", F, "CA"),
    Refused(Reason.QUESTION_OPEN, DECLARED + " M claim", F, "claim"),
    Refused(Reason.QUESTION_OPEN, DECLARED + " M claim", F, "concede"),
    Refused(Reason.NOTHING_ASKED, DECLARED, M, "accept.6"),
    Refused(Reason.NOTHING_ASKED, DECLARED + " F claim", M, "accept.5"),
    Refused(Reason.NOTHING_ASKED, DECLARED + " F claim M decline.6", R, "accept.6"),
    Refused(Reason.NOT_ASKED, DECLARED + " F claim", F, "accept.6"),
    Refused(Reason.NOT_ASKED, DECLARED + " F claim M accept.6", M, "accept.6"),
    Refused(Reason.NOT_ASKED, DECLARED + " M concede", F, "accept.6"),
)


def test_every_reason_is_reached() -> None:
    # The last reason needs a hand played out; test_playing.py reaches it.
    assert {case.reason for case in CASES} | {Reason.CLAIM_WITHOUT_CARDS} == set(Reason)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reason.value}-{case.action}-{case.before[-12:]}")
def test_refused_with_its_reason_and_nothing_changed(case: Refused) -> None:
    state, action = case.state, from_text(case.action)
    before = [view_for(state, seat) for seat in (*SEATS, None)]
    assert refusal(state, case.seat, action) is case.reason
    with pytest.raises(Illegal, match=f"^{case.reason.value}$") as raised:
        apply(state, case.seat, action)
    assert raised.value.reason is case.reason
    assert action not in legal_actions(state, case.seat)
    assert state == case.state
    assert [view_for(state, seat) for seat in (*SEATS, None)] == before


def test_reasons_are_keys_of_texts() -> None:
    assert all(reason.value == reason.name.lower() for reason in Reason)
