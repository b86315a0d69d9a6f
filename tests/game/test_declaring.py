"""RULES 3: pick-up or Hand, what may be announced, the discards; RULES 6: pushing the skat."""

from itertools import combinations

import pytest

from game.actions import Announce, Push, TakeSkat
from game.cards import JACKS, cards
from game.contract import BIDS, contract
from game.deal import legal_actions, refusal, waiting_for
from game.illegal import Reason
from game.rules import Rules
from game.state import Declaring, Doubling, Playing, Pushing, Ramsch
from game.view import view_for
from tests.game.notation import F, M, R, deal, do

HAND = "CJ SJ HA HT HK H9 CA CT SA DA"
ALONE = "M pass R pass F bid.18"
ALL_PASS = "M pass R pass F pass"
SCHIEBER = Rules(all_pass="schieberamsch")


def declaring(text: str, hand: str = HAND, skat: str = "C7 S7") -> Declaring:
    state = do(deal(hand, skat=skat), text)
    assert isinstance(state, Declaring)
    return state


def names(state: Declaring) -> set[str]:
    return {str(action.contract) for action in legal_actions(state, state.turn) if isinstance(action, Announce)}


def test_rules_3_before_looking_hand_games_only() -> None:
    state = declaring(ALONE)
    assert legal_actions(state, F)[0] == TakeSkat()
    assert names(state) == {suit + marks for suit in "DHSCG" for marks in ("H", "HS", "HZ", "O")} | {"NH", "NHO"}


def test_rules_3_after_looking_pick_up_games_only() -> None:
    state = declaring(ALONE + " F skat")
    assert names(state) == set("DHSCGN") | {"NO"}
    assert refusal(state, F, Announce(contract("GH"))) is Reason.HAND_AFTER_SKAT
    assert len(legal_actions(state, F)) == 7 * 66


def test_case_61_no_game_without_the_skat_that_is_not_hand() -> None:
    state = declaring(ALONE)
    assert refusal(state, F, Announce(contract("S"), cards("CASA"))) is Reason.SKAT_NOT_TAKEN


def test_rules_3_any_two_of_the_twelve_may_be_discarded() -> None:
    state = declaring(ALONE + " F skat")
    twelve = sorted((*cards(HAND), *cards("C7S7")))
    pairs = {action.discards for action in legal_actions(state, F) if isinstance(action, Announce)}
    assert pairs == set(combinations(twelve, 2))
    assert refusal(state, F, Announce(contract("G"), cards("CJSJ"))) is None
    assert refusal(state, F, Announce(contract("G"), cards("C7C8"))) is Reason.CARD_NOT_HELD


def test_case_47_ten_cards_and_two_in_the_skat_after_the_discard() -> None:
    state = do(declaring(ALONE), "F skat F announce.G.CTS7")
    assert isinstance(state, Playing)
    assert [len(hand) for hand in state.hands] == [10, 10, 10]
    assert state.terms.skat == cards("CTS7")


def test_rules_3_the_skat_is_not_looked_at_in_a_hand_game() -> None:
    state = do(declaring(ALONE), "F announce.GH")
    assert isinstance(state, Playing)
    assert state.hands[0] == tuple(sorted(cards(HAND)))
    assert view_for(state, F).put_away == view_for(state, F).picked_up == ()


def test_case_63_an_announcement_is_final() -> None:
    state = do(declaring(ALONE), "F skat F announce.D.C7S7")
    assert refusal(state, F, Announce(contract("N"), cards("CACT"))) is Reason.WRONG_PHASE


@pytest.mark.parametrize("bid", BIDS[1:])
def test_case_64_null_at_every_bid(bid: int) -> None:
    state = declaring(f"M bid.{bid} F hold.{bid} M pass R pass")
    assert ("NH" in names(state), "NHO" in names(state)) == (bid <= 35, bid <= 59)
    taken = do(state, "F skat")
    assert isinstance(taken, Declaring)
    assert ("N" in names(taken), "NO" in names(taken)) == (bid <= 23, bid <= 46)
    forged = Announce(contract("N"), cards("C7S7"))
    assert refusal(taken, F, forged) is (None if bid <= 23 else Reason.NULL_BELOW_BID)


def test_rules_3_a_contract_that_cannot_reach_the_bid_is_not_offered() -> None:
    # With 2, Schneider and Schwarz: Clubs 60, Spades 55, Hearts 50, Diamonds 45, Grand 120.
    taken = declaring("M bid.59 F hold.59 M pass R pass F skat")
    assert names(taken) == {"C", "G"}
    assert refusal(taken, F, Announce(contract("S"), cards("C7S7"))) is Reason.IMPOSSIBLE_CONTRACT


def test_rules_3_if_none_can_reach_the_bid_every_trump_contract_is_offered() -> None:
    taken = declaring("M bid.130 F hold.130 M pass R pass F skat")
    assert names(taken) == set("DHSCG")


def test_rules_3_hand_games_do_not_depend_on_the_skat() -> None:
    """Diamonds without 4 by the hand, whatever jack lies in the skat."""
    hand = "DA DT DK DQ D9 D8 SA ST HA HT"
    text = "M bid.63 F hold.63 M pass R pass"
    offers = {frozenset(names(declaring(text, hand, skat))) for skat in ("CJ SJ", "C7 C8", "HJ DJ", "CJ D7")}
    assert len(offers) == 1
    # Without 4, Hand, Schneider, Schwarz: 9 x 8 = 72.
    assert "DH" in offers.pop()


def test_rules_3_two_jacks_imagined_in_the_skat() -> None:
    """Clubs Hand at 144 with the ten best trumps but two is possible: with 11 if they lie in the skat."""
    hand = "HJ DJ CA CT CK CQ C9 C8 C7 SA"
    assert "CH" in names(declaring("M bid.144 F hold.144 M pass R pass", hand, "D7 D8"))


def test_rules_3_ouvert_cards_are_shown_before_the_first_lead() -> None:
    for text, open_to_all in (("F announce.GO", True), ("F announce.NHO", True), ("F announce.GH", False)):
        state = do(declaring(ALONE), text)
        for seat in (M, R, None):
            assert view_for(state, seat).shown == (((F, tuple(sorted(cards(HAND)))),) if open_to_all else ())


def test_case_49_ouvert_shows_ten_cards_and_not_the_discards() -> None:
    state = do(declaring(ALONE), "F skat F announce.NO.CASA")
    shown = dict(view_for(state, M).shown)[F]
    assert len(shown) == 10
    assert not set(shown) & set(cards("CASA"))


# Schieberamsch


def pushing(text: str = "", hand: str = HAND, skat: str = "C7 S7") -> Pushing:
    state = do(deal(hand, skat=skat, rules=SCHIEBER), f"{ALL_PASS} {text}")
    assert isinstance(state, Pushing)
    return state


def test_rules_6_pushing_goes_forehand_middlehand_rearhand() -> None:
    assert pushing().turn is F
    assert pushing("F push").turn is M
    assert pushing("F push M push").turn is R
    state = do(pushing(), "F push M push R push")
    assert isinstance(state, Playing)
    assert state.terms == Ramsch(cards("C7S7"), 3)
    assert state.turn is F
    assert waiting_for(state) == (F,)


def test_rules_6_who_looks_puts_two_cards_away() -> None:
    state = pushing("F skat")
    assert len(state.hands[0]) == 12
    assert refusal(state, F, Push()) is Reason.SKAT_ALREADY_TAKEN
    assert refusal(state, F, TakeSkat()) is Reason.SKAT_ALREADY_TAKEN
    after = do(state, "F push.CTCA")
    assert isinstance(after, Pushing)
    assert (after.skat, after.unseen, len(after.hands[0])) == (cards("CTCA"), 0, 10)


def test_rules_6_no_jack_is_pushed_on() -> None:
    state = pushing("F skat")
    assert refusal(state, F, Push(cards("CJC7"))) is Reason.JACK_PUSHED
    offered = {card for action in legal_actions(state, F) if isinstance(action, Push) for card in action.cards}
    assert offered == {*cards(HAND), *cards("C7S7")} - set(JACKS)


def test_case_45_jacks_in_an_unseen_skat_are_pushed_on() -> None:
    state = do(pushing(hand="HA HT HK H9 CA CT SA DA D7 D8", skat="CJ SJ"), "F push M push R push")
    assert isinstance(state, Playing)
    assert state.terms.skat == cards("CJSJ")


def test_rules_6_cards_are_pushed_only_by_who_looked() -> None:
    assert refusal(pushing(), F, Push(cards("CACT"))) is Reason.SKAT_NOT_TAKEN
    assert refusal(pushing("F skat"), F, Push(cards("C8C9"))) is Reason.CARD_NOT_HELD


def test_rules_6_the_next_seat_takes_up_what_was_pushed() -> None:
    state = pushing("F skat F push.CTCA M skat")
    assert set(cards("CACT")) <= set(state.hands[1])
    assert view_for(state, M).picked_up == cards("CTCA")
    assert view_for(state, F).put_away == cards("CTCA")
    assert view_for(state, R).pushes == ((F, True),)


def test_rules_6_a_skat_pushed_on_unseen_goes_on_as_it_lay() -> None:
    state = pushing("F skat F push.CTCA M push R skat")
    assert view_for(state, R).picked_up == cards("CTCA")
    assert state.unseen == 1
    assert view_for(state, R).pushes == ((F, True), (M, False))


def test_case_44_one_push_a_seat() -> None:
    state = pushing("F push")
    assert refusal(state, F, Push()) is Reason.WRONG_TURN


def test_doubling_is_not_asked_where_kontra_is_off() -> None:
    assert not isinstance(do(declaring(ALONE), "F announce.GH"), Doubling)
