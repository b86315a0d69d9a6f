"""RULES 2: who bids to whom, what may be bid, when forehand is alone, what follows when all pass."""

import pytest

from game.actions import Action, Bid, Hold, Pass
from game.contract import BIDS
from game.deal import legal_actions, refusal, waiting_for
from game.illegal import Illegal, Reason
from game.rules import Rules
from game.state import Bidding, Declaring, Ending, Finished, Playing, Pushing, Ramsch, Seat, State
from tests.game.notation import F, M, R, deal, do


def bidding(text: str) -> Bidding:
    state = do(deal(), text)
    assert isinstance(state, Bidding)
    return state


def won(text: str) -> tuple[Seat, int]:
    state = do(deal(), text)
    assert isinstance(state, Declaring)
    return state.turn, state.bid


def offered(text: str) -> tuple[Action, ...]:
    state = bidding(text)
    return legal_actions(state, state.turn)


def test_rules_2_middlehand_bids_first() -> None:
    state = deal()
    assert waiting_for(state) == (M,)
    assert legal_actions(state, M) == (*(Bid(value) for value in BIDS), Pass())
    assert legal_actions(state, F) == legal_actions(state, R) == ()


def test_rules_2_forehand_holds_or_passes() -> None:
    state = bidding("M bid.18")
    assert waiting_for(state) == (F,)
    assert legal_actions(state, F) == (Hold(18), Pass())


def test_rules_2_the_holder_needs_only_to_equal_the_bid() -> None:
    assert won("M bid.18 F hold.18 M pass R pass") == (F, 18)


@pytest.mark.parametrize(
    ("text", "turn"),
    [("", M), ("M pass", R), ("M bid.18 F hold.18", M), ("M bid.18 F pass", R), ("M bid.18 F hold.18 M pass", R)],
)
def test_rules_2_rearhand_bids_to_the_survivor(text: str, turn: Seat) -> None:
    assert bidding(text).turn is turn


@pytest.mark.parametrize(
    ("text", "answering"),
    [("M bid.18 F pass R bid.20", M), ("M bid.18 F hold.18 M pass R bid.20", F), ("M pass R bid.18", F)],
)
def test_rules_2_who_answers_rearhand(text: str, answering: Seat) -> None:
    state = bidding(text)
    assert state.turn is answering
    assert legal_actions(state, answering)[1] == Pass()


def test_rules_2_a_bid_is_higher_than_the_last_held_or_not() -> None:
    assert offered("M bid.18 F hold.18")[0] == Bid(20)
    assert offered("M bid.18 F pass")[0] == Bid(20)
    assert offered("M bid.40 F hold.40 M pass")[0] == Bid(44)
    assert refusal(bidding("M bid.18 F hold.18"), M, Bid(18)) is Reason.BID_TOO_LOW


def test_rules_2_a_bidder_may_jump() -> None:
    assert won("M bid.60 F pass R pass") == (M, 60)
    assert won("M bid.18 F pass R bid.264 M pass") == (R, 264)
    assert won("M bid.18 F hold.18 M bid.120 F hold.120 M pass R bid.121 F pass") == (R, 121)


def test_rules_2_after_264_a_bidder_can_only_pass() -> None:
    assert offered("M bid.264 F hold.264") == (Pass(),)
    assert offered("M bid.264 F pass") == (Pass(),)
    assert won("M bid.264 F hold.264 M pass R pass") == (F, 264)


def test_rules_2_who_has_passed_is_out() -> None:
    state = bidding("M pass R bid.18 F hold.18")
    assert refusal(state, M, Bid(20)) is Reason.WRONG_TURN
    assert legal_actions(state, M) == ()
    assert won("M pass R bid.18 F hold.18 R pass") == (F, 18)


def test_rules_2_forehand_alone_may_play_at_18() -> None:
    state = bidding("M pass R pass")
    assert legal_actions(state, F) == (Bid(18), Pass())
    assert refusal(state, F, Bid(20)) is Reason.BID_NOT_LEGAL
    assert won("M pass R pass F bid.18") == (F, 18)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("M bid.18 F pass R pass", (M, 18)),
        ("M pass R bid.18 F pass", (R, 18)),
        ("M pass R bid.18 F hold.18 R pass", (F, 18)),
        ("M bid.18 F hold.18 M bid.20 F pass R pass", (M, 20)),
        ("M bid.18 F pass R bid.20 M hold.20 R pass", (M, 20)),
        ("M bid.18 F pass R bid.20 M hold.20 R bid.22 M pass", (R, 22)),
    ],
)
def test_rules_2_who_wins_the_auction(text: str, expected: tuple[Seat, int]) -> None:
    assert won(text) == expected


@pytest.mark.parametrize("value", [0, 17, 19, 21, 25, 171, 189, 190, 263, 265, 1000])
def test_rules_2_nothing_but_the_63_values(value: int) -> None:
    assert refusal(deal(), M, Bid(value)) in (Reason.BID_NOT_LEGAL, Reason.BID_TOO_LOW)


def test_case_68_no_bid_out_of_turn() -> None:
    state = bidding("M bid.18")
    assert refusal(state, R, Bid(20)) is Reason.WRONG_TURN
    assert refusal(state, M, Bid(20)) is Reason.WRONG_TURN


def test_rules_6_all_pass_pass_in() -> None:
    state = do(deal(), "M pass R pass F pass")
    assert isinstance(state, Finished)
    assert state.ending is Ending.PASSED_IN
    assert waiting_for(state) == ()


def test_rules_6_all_pass_ramsch() -> None:
    state = do(deal(rules=Rules(all_pass="ramsch")), "M pass R pass F pass")
    assert isinstance(state, Playing)
    assert isinstance(state.terms, Ramsch)
    assert state.turn is F


def test_rules_6_all_pass_schieberamsch() -> None:
    state = do(deal(rules=Rules(all_pass="schieberamsch")), "M pass R pass F pass")
    assert isinstance(state, Pushing)
    assert state.turn is F


def test_a_click_on_an_older_question_is_the_same_deed_or_illegal() -> None:
    state = do(deal(), "M bid.18 F hold.18 M bid.20")
    assert refusal(state, F, Hold(18)) is Reason.HOLD_OTHER_VALUE
    with pytest.raises(Illegal):
        do(state, "F hold.22")


def test_every_auction_with_three_values_ends() -> None:
    ends: list[tuple[Seat, int] | None] = []

    def follow(state: State) -> None:
        if not isinstance(state, Bidding):
            ends.append((state.turn, state.bid) if isinstance(state, Declaring) else None)
            return
        for action in legal_actions(state, state.turn):
            if not isinstance(action, Bid) or action.value <= 22:
                follow(do(state, f"{'FMR'[state.turn]} {_text(action)}"))

    follow(deal())
    assert set(ends) == {None} | {(seat, value) for seat in (F, M, R) for value in (18, 20, 22)}
    assert ends.count(None) == 1


def _text(action: Action) -> str:
    match action:
        case Bid(value):
            return f"bid.{value}"
        case Hold(value):
            return f"hold.{value}"
        case _:
            return "pass"
