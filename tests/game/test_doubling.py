"""RULES 6: Kontra and Re, who is asked when."""

from game.actions import Action, Kontra, NoKontra, NoRe, Play, Re
from game.cards import card
from game.deal import legal_actions, refusal, waiting_for
from game.illegal import Reason
from game.rules import Rules
from game.state import Declared, Doubling, Playing, State
from game.view import view_for
from tests.game.notation import F, M, R, deal, do, outcome

HAND = "CJ HJ HA HK H9 CA CT SA D7 D8"
FOREHAND = "M pass R pass F bid.18 F skat F announce.H.C7S7"
MIDDLE = "M bid.18 F pass R pass M announce.GH"
REAR = "M pass R bid.18 F pass R announce.GH"
ANY = Rules(kontra="any_defender")
NEEDS = Rules(kontra="needs_18")
OWN = Rules(kontra="any_defender", kontra_until="own_first_card")


def after(text: str, rules: Rules) -> State:
    return do(deal(HAND, "C8 D9", "C9 DT", "C7 S7", rules), text)


def asked(state: State) -> object:
    return state.turn if isinstance(state, Doubling) else None


def offered(state: State) -> tuple[Action, ...]:
    return legal_actions(state, waiting_for(state)[0])


def terms(state: State) -> Declared:
    assert isinstance(state, Doubling | Playing)
    assert isinstance(state.terms, Declared)
    return state.terms


def test_rules_6_defenders_are_asked_in_turn_after_the_announcement() -> None:
    state = after(FOREHAND, ANY)
    assert asked(state) is M
    assert offered(state) == (Kontra(), NoKontra())
    assert asked(do(state, "M nokontra")) is R
    assert asked(do(state, "M nokontra R nokontra")) is None
    assert asked(after(MIDDLE, ANY)) is R
    assert asked(after(REAR, ANY)) is F


def test_rules_6_re_is_asked_at_once_and_nobody_says_kontra_again() -> None:
    state = do(after(FOREHAND, ANY), "M kontra")
    assert asked(state) is F
    assert offered(state) == (Re(), NoRe())
    assert refusal(state, R, Kontra()) is Reason.WRONG_PHASE
    for answer, re in (("re", True), ("nore", False)):
        playing = do(state, f"F {answer}")
        assert isinstance(playing, Playing)
        assert (terms(playing).kontra, terms(playing).re, playing.turn) == (M, re, F)


def test_rules_6_the_second_defender_may_still_double() -> None:
    state = do(after(FOREHAND, ANY), "M nokontra R kontra")
    assert terms(state).kontra is R
    assert asked(state) is F


def test_rules_6_no_kontra_by_the_declarer_and_no_re_by_a_defender() -> None:
    state = after(FOREHAND, ANY)
    assert refusal(state, F, Kontra()) is Reason.KONTRA_BY_DECLARER
    assert refusal(state, F, Re()) is Reason.WRONG_PHASE
    assert refusal(state, R, Kontra()) is Reason.WRONG_TURN
    assert refusal(do(state, "M kontra"), R, Re()) is Reason.RE_BY_DEFENDER


def test_rules_6_needs_18_asks_only_who_bid_or_held() -> None:
    assert asked(after(FOREHAND, NEEDS)) is None
    assert asked(after("M bid.18 F pass R pass M announce.GH", NEEDS)) is None
    assert asked(after("M bid.18 F hold.18 M pass R pass F announce.GH", NEEDS)) is M
    held = after("M bid.18 F hold.18 M bid.20 F pass R pass M announce.GH", NEEDS)
    assert asked(held) is F
    assert refusal(held, R, Kontra()) is Reason.KONTRA_NEEDS_18
    both = after("M bid.18 F hold.18 M pass R bid.20 F pass R announce.GH", NEEDS)
    assert asked(both) is F
    assert asked(do(both, "F nokontra")) is M


def test_rules_6_before_the_own_first_card() -> None:
    state = after(FOREHAND, OWN)
    assert isinstance(state, Playing)
    assert state.turn is F
    led = do(state, "F CA")
    assert asked(led) is M
    assert refusal(led, M, Play(card("C8"))) is Reason.WRONG_PHASE
    third = do(led, "M nokontra M C8")
    assert asked(third) is R
    doubled = do(third, "R kontra")
    assert asked(doubled) is F
    trick = do(doubled, "F nore R C9")
    assert isinstance(trick, Playing)
    assert (len(trick.tricks), trick.turn) == (1, F)
    assert terms(trick).kontra is R


def test_rules_6_one_kontra_before_the_own_first_card() -> None:
    state = do(after(FOREHAND, OWN), "F CA M kontra F nore M C8")
    assert isinstance(state, Playing)
    assert state.turn is R


def test_rules_6_a_defender_who_leads_is_asked_before_the_lead() -> None:
    state = after(MIDDLE, OWN)
    assert asked(state) is F
    assert asked(do(state, "F nokontra")) is None
    later = do(state, "F nokontra F CA M C8")
    assert asked(later) is R


def test_rules_6_nobody_is_asked_again_in_the_second_trick() -> None:
    state = do(after(FOREHAND, OWN), "F CA M nokontra M C8 R nokontra R C9 F CT")
    assert isinstance(state, Playing)
    assert state.turn is M


def test_rules_6_own_first_card_under_needs_18() -> None:
    rules = Rules(kontra="needs_18", kontra_until="own_first_card")
    state = after("M bid.18 F hold.18 M pass R pass F skat F announce.H.C7S7", rules)
    assert isinstance(state, Playing)
    led = do(state, "F CA")
    assert asked(led) is M
    third = do(led, "M nokontra M C8")
    assert isinstance(third, Playing)
    assert third.turn is R


def test_rules_6_what_was_said_before_a_question_still_stands_after_it() -> None:
    """A claim declined before the first card is remembered past the question for Kontra."""
    state = do(after(FOREHAND, OWN), "F claim M decline.6 F CA M nokontra")
    assert isinstance(state, Playing)
    assert state.talk.claimed == (F,)


def test_case_46_kontra_is_refused_where_it_is_off() -> None:
    state = after(FOREHAND, Rules())
    assert isinstance(state, Playing)
    assert refusal(state, M, Kontra()) is Reason.KONTRA_OFF
    assert not {Kontra(), NoKontra()} & set(legal_actions(state, M))


def test_rules_6_views_say_who_doubled() -> None:
    state = do(after(FOREHAND, ANY), "M kontra F re")
    for seat in (F, M, R, None):
        view = view_for(state, seat)
        assert (view.kontra, view.re) == (M, True)


def test_rules_6_kontra_and_re_on_the_score() -> None:
    assert outcome(do(after(FOREHAND, ANY), "M kontra F re F concede")).score == -20 * 2 * 4
    assert outcome(do(after(FOREHAND, ANY), "M kontra F nore F concede")).score == -20 * 2 * 2
    assert outcome(do(after(FOREHAND, ANY), "M nokontra R nokontra F concede")).score == -20 * 2
