"""RULES 4: following, turns, ends; RULES 7: claims and giving up."""

import random

from game.actions import Accept, Claim, Concede, Decline, Play
from game.cards import card, cards
from game.contract import Game
from game.deal import legal_actions, refusal, waiting_for
from game.illegal import Reason
from game.playing import playable
from game.rules import INTERNATIONAL, PUB, Rules
from game.state import Ending, Finished, Playing, Seat, State
from game.view import view_for
from tests.game.notation import F, M, R, deal, do, outcome
from tests.game.random_play import random_states

HAND = "CJ HJ HA HK H9 CA CT SA D7 D8"
DECLARED = "M pass R pass F bid.18 F skat F announce.H.C7S7"
NULL = "M pass R pass F bid.18 F skat F announce.N.C7S7"
EIGHT_LEFT = DECLARED + " F CA M C8 R C9 F CT M CK R CQ"


def playing(text: str = DECLARED, rules: Rules = INTERNATIONAL) -> Playing:
    state = do(deal(HAND, "C8 CK SJ DJ", "C9 CQ D9 DT", "C7 S7", rules), text)
    assert isinstance(state, Playing)
    return state


def plays(state: State, seat: Seat) -> set[str]:
    return {str(action.card) for action in legal_actions(state, seat) if isinstance(action, Play)}


# Following


def test_rules_4_forehand_leads_whoever_declares() -> None:
    for text in (DECLARED, "M bid.18 F pass R pass M announce.GH", "M pass R bid.18 F pass R announce.GH"):
        state = playing(text)
        assert state.turn is F
        assert len(plays(state, F)) == 10


def test_rules_4_follow_the_led_suit() -> None:
    assert playable(Game.HEARTS, cards("C8CKSJHA"), cards("CA")) == cards("C8CK")


def test_rules_4_a_jack_does_not_follow_its_printed_suit() -> None:
    assert playable(Game.HEARTS, cards("CJSJS7D8"), cards("SA")) == cards("S7")
    assert playable(Game.HEARTS, cards("SJD8"), cards("SA")) == cards("SJD8")


def test_rules_4_a_led_jack_asks_for_trumps() -> None:
    assert playable(Game.HEARTS, cards("H7S7SA"), cards("SJ")) == cards("H7")
    assert playable(Game.GRAND, cards("H7S7SADJ"), cards("SJ")) == cards("DJ")
    assert playable(Game.GRAND, cards("H7S7SA"), cards("SJ")) == cards("H7S7SA")


def test_rules_4_in_null_a_jack_is_of_its_suit() -> None:
    assert playable(Game.NULL, cards("SJD8"), cards("SA")) == cards("SJ")
    assert playable(Game.NULL, cards("S7D8"), cards("CJ")) == cards("S7D8")


def test_rules_4_no_duty_to_trump_or_to_win() -> None:
    assert playable(Game.HEARTS, cards("S7D8HA"), cards("CA")) == cards("S7D8HA")
    assert playable(Game.HEARTS, cards("C7CT"), cards("CK")) == cards("C7CT")


def test_case_54_legal_cards_by_a_second_rule_book(source: random.Random) -> None:
    """All games on random hands beside a rule written down with the names of the cards."""
    for _ in range(4000):
        game = source.choice(list(Game))
        several = source.sample([str(one) for one in Game.CLUBS.trumps + Game.NULL.trumps] + SIDE, 8)
        led, hand = several[0], several[1:]
        suit = _suit(game.value, led)
        following = [text for text in hand if _suit(game.value, text) == suit] or hand
        assert [str(one) for one in playable(game, cards("".join(hand)), cards(led))] == following


SIDE = [suit + rank for suit in "SHD" for rank in "789TQKA"]


def _suit(game: str, text: str) -> str:
    trump = game != "N" and (text[1] == "J" or text[0] == game)
    return "trump" if trump else text[0]


def test_rules_4_the_winner_leads() -> None:
    assert playing(DECLARED + " F CA M C8 R C9").turn is F
    assert playing(DECLARED + " F H9 M SJ R H8").turn is M
    assert playing(DECLARED + " F D7 M S9 R DT").turn is R


def test_rules_4_null_ends_at_the_declarers_first_trick() -> None:
    over = do(playing(NULL), "F CA M C8 R C9")
    assert isinstance(over, Finished)
    assert len(over.tricks) == 1
    assert not outcome(over).won


def test_case_26_nobody_is_asked_when_the_deal_is_over() -> None:
    over = do(playing(), "F concede")
    assert waiting_for(over) == ()
    assert all(legal_actions(over, seat) == () for seat in (F, M, R))


# Giving up


def test_rules_7_alone_with_nine_cards_or_more() -> None:
    for text in (DECLARED, DECLARED + " F CA", DECLARED + " F CA M C8 R C9"):
        state = do(playing(text), "F concede")
        assert isinstance(state, Finished)
        assert (state.ending, state.by) == (Ending.CONCEDED, F)


def test_rules_7_with_eight_cards_one_defender_must_agree() -> None:
    state = do(playing(EIGHT_LEFT), "F concede")
    assert waiting_for(state) == (M, R)
    assert legal_actions(state, M) == (Accept(12), Decline(12))
    assert isinstance(do(state, "R accept.12"), Finished)
    declined = do(state, "M decline.12")
    assert waiting_for(declined) == (R,)
    assert isinstance(do(declined, "R accept.12"), Finished)
    on = do(declined, "R decline.12")
    assert isinstance(on, Playing)
    assert (on.talk.question, on.turn) == (None, F)


def test_rules_7_an_offer_may_be_made_again_in_the_next_trick() -> None:
    state = do(playing(DECLARED), "M concede R decline.6")
    assert Concede() not in legal_actions(state, M)
    assert Concede() in legal_actions(state, R)
    later = do(state, "F CA M C8 R C9")
    assert Concede() in legal_actions(later, M)


def test_rules_7_the_declarer_is_not_asked_when_defenders_give_up() -> None:
    state = do(playing(), "R concede")
    assert waiting_for(state) == (M,)
    assert legal_actions(state, F) == ()


def test_rules_7_concede_one() -> None:
    over = do(playing(rules=Rules(concede="one")), "R concede")
    assert isinstance(over, Finished)
    assert outcome(over).won


def test_rules_7_giving_up_adds_no_schneider() -> None:
    lost = outcome(do(playing(), "F concede"))
    assert (lost.points, lost.schneider, lost.score) == (0, False, -40)


def test_rules_7_the_level_already_secured_stays() -> None:
    """Ninety points are in before the defenders give up: Schneider is won."""
    hand = "CJ SJ HJ DJ HA HT CA CT SA ST"
    middle = "DA DT DK DQ CK C8 C9 SK S8 S9"
    text = "M pass R pass F bid.18 F skat F announce.H.D7D8 F CA M CK R CQ F CT M C8 R C7 F SA M SK R SQ F ST M S8 R S7"
    state = do(deal(hand, middle, skat="D7 D8"), text + " F HA M DA R HK F HT M DT R HQ")
    plain = outcome(do(state, "M concede R accept.24"))
    assert plain.points == 11 + 4 + 3 + 10 + 11 + 4 + 3 + 10 + 11 + 11 + 4 + 10 + 10 + 3
    assert (plain.schneider, plain.schwarz, plain.score) == (True, False, 80)


# Claims


def test_rules_7_a_claim_asks_both_others() -> None:
    state = do(playing(), "F claim")
    assert waiting_for(state) == (M, R)
    assert legal_actions(state, F) == ()
    one = do(state, "R accept.6")
    assert waiting_for(one) == (M,)
    assert isinstance(do(one, "M accept.6"), Finished)


def test_rules_7_one_decline_and_play_goes_on() -> None:
    state = do(playing(), "F claim R accept.6 M decline.6")
    assert isinstance(state, Playing)
    assert state.talk.question is None
    assert Claim() not in legal_actions(state, F)
    assert Claim() in legal_actions(state, M)


def test_rules_7_the_claimants_cards_are_shown_and_stay_so() -> None:
    state = do(playing(), "F claim")
    for seat in (M, R, None):
        assert view_for(state, seat).shown == ((F, tuple(sorted(cards(HAND)))),)
    declined = do(state, "M decline.6 F CA")
    assert view_for(declined, None).shown == ((F, tuple(sorted(cards(HAND.replace("CA", ""))))),)


def test_rules_7_a_claim_without_cards_left() -> None:
    hand, rest = "CJ SJ HJ DJ HA HT HK HQ CA CT", "S7 S8 S9 SQ D7 D8 D9 DQ C8 C9"
    text = "M pass R pass F bid.18 F skat F announce.H.H7H8"
    state: State = do(deal(hand, rest, skat="H7 H8"), text)
    while isinstance(state, Playing) and state.hands[0]:
        seat = state.turn
        state = do(state, f"{'FMR'[seat]} {min(plays(state, seat))}")
    assert isinstance(state, Playing)
    assert len(state.trick) == 1
    assert refusal(state, F, Claim()) is Reason.CLAIM_WITHOUT_CARDS
    assert refusal(state, M, Claim()) is None


def test_rules_7_a_claim_takes_the_trick_on_the_table() -> None:
    found = outcome(do(playing(DECLARED + " F CA M C8"), "M claim F accept.8 R accept.8"))
    assert (found.tricks, found.points, found.ending) == (0, 0, Ending.CLAIMED)


def test_rules_7_nothing_is_played_while_a_question_is_open() -> None:
    state = do(playing(), "M claim")
    assert refusal(state, F, Play(card("CA"))) is Reason.QUESTION_OPEN
    assert legal_actions(state, F) == (Accept(6), Decline(6))


def test_case_55_interleaved_deals_do_not_touch_each_other(source: random.Random) -> None:
    """Forty deals advanced in turn end as each does alone."""
    seeds = [source.random() for _ in range(40)]
    running = [random_states(random.Random(seed), PUB) for seed in seeds]
    last: list[State] = [next(states) for states in running]
    while not all(isinstance(state, Finished) for state in last):
        for number, states in enumerate(running):
            last[number] = next(states, last[number])
    assert last == [list(random_states(random.Random(seed), PUB))[-1] for seed in seeds]


# Corners


def test_rules_7_a_null_declarer_claims_in_mid_trick() -> None:
    found = outcome(do(playing(NULL + " F D7 M DJ"), "F claim M accept.8 R accept.8"))
    assert (found.won, found.tricks, found.score) == (True, 0, 23)


def test_rules_7_defenders_who_hold_more_than_30_still_concede_the_schneider_that_was_bid() -> None:
    """Hearts with 1 at 30: the defenders have 33 already, but they give up."""
    middle, rear = "DA SJ C8 C9 S8 S9", "DT DK CK CQ SK SQ"
    text = "M bid.30 F hold.30 M pass R pass F skat F announce.H.C7S7 F D7 M DA R DT M HT R DJ F H9"
    state = do(deal(HAND, middle, rear, "C7 S7"), text)
    found = outcome(do(state, "M concede R accept.13"))
    assert (found.won, found.value, found.score) == (True, 30, 30)


def test_rules_7_the_declarer_gives_up_from_the_ninth_card_on_with_consent_even_in_mid_trick() -> None:
    nine = do(playing(DECLARED + " F CA M C8 R C9"), "F CT M CK")
    assert len(nine.hands[0] if isinstance(nine, Playing) else ()) == 8
    asked = do(nine, "F concede")
    assert isinstance(asked, Playing)
    assert waiting_for(asked) == (M, R)


def test_rules_7_out_of_turn_offers_do_not_move_the_turn() -> None:
    state = do(playing(DECLARED + " F CA"), "R claim M decline.7")
    assert isinstance(state, Playing)
    assert (state.turn, state.trick) == (M, cards("CA"))


def test_rules_7_everyone_may_claim_once() -> None:
    state = do(playing(), "F claim M decline.6 M claim R decline.8 R claim F decline.10")
    assert not any(Claim() in legal_actions(state, seat) for seat in (F, M, R))


def test_rules_7_giving_up_in_ouvert_and_with_schwarz_announced() -> None:
    """All that was announced is charged: Grand Ouvert with 1 is 24 x (1 + 1 + 1 + 2 + 2 + 1)."""
    text = "M pass R pass F bid.18 F announce.GO F concede"
    assert outcome(do(deal(HAND, skat="C7 S7"), text)).score == -2 * 24 * 8
