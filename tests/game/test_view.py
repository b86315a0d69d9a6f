"""What a seat may know: its own cards and what was said and played, until the deal is over."""

from game.cards import cards
from game.deal import legal_actions
from game.rules import PUB, Rules
from game.scoring import GameResult, PassedIn
from game.state import SEATS, Finished, Seat, State
from game.view import Phase, View, view_for
from tests.game.checker import cards_in
from tests.game.notation import F, M, R, deal, do

HAND = "CJ HJ HA HK H9 CA CT SA D7 D8"
OWN = tuple(sorted(cards(HAND)))
ALONE = "M pass R pass F bid.18"
DECLARED = ALONE + " F skat F announce.H.C7S7"


def after(text: str, rules: str = "") -> State:
    return do(deal(HAND, "C8 CK", "C9 CQ", "C7 S7", Rules.parse(rules)), text)


def views(state: State) -> list[View]:
    return [view_for(state, seat) for seat in (*SEATS, None)]


def test_each_seat_sees_its_own_hand_and_the_board_none() -> None:
    for text in ("", ALONE, DECLARED):
        state = after(text)
        hands = [view.hand for view in views(state)]
        assert hands[0] == OWN
        assert hands[3] == ()
        assert len({*hands[0], *hands[1], *hands[2]}) == 30


def test_the_skat_is_seen_by_who_took_it_alone() -> None:
    state = after(ALONE + " F skat")
    assert view_for(state, F).picked_up == cards("C7S7")
    assert len(view_for(state, F).hand) == 12
    for seat in (M, R, None):
        assert not set(cards("C7S7")) & cards_in(view_for(state, seat))


def test_the_discards_are_seen_by_the_declarer_alone() -> None:
    state = after(DECLARED)
    assert view_for(state, F).put_away == cards("C7S7")
    for seat in (M, R, None):
        assert view_for(state, seat).put_away == ()
        assert not set(cards("C7S7")) & cards_in(view_for(state, seat))


def test_a_hand_player_does_not_see_the_skat_until_the_end() -> None:
    state = after(ALONE + " F announce.GH")
    assert all(not set(cards("C7S7")) & cards_in(view) for view in views(state))
    over = do(state, "F concede")
    for view in views(over):
        assert view.hidden is not None
        assert view.hidden.skat == view.hidden.put_away == cards("C7S7")


def test_what_everyone_sees_of_the_auction() -> None:
    state = after("M bid.18 F hold.18 M bid.20")
    for view in views(state):
        assert [who for who, _ in view.auction] == [M, F, M]
        assert (view.phase, view.turn, view.waiting, view.bid, view.declarer) == (Phase.BIDDING, F, (F,), 20, None)
        assert (view.contract, view.game, view.hidden) == (None, None, None)


def test_what_everyone_sees_of_the_announcement() -> None:
    taken = after(ALONE + " F skat")
    for view in views(taken):
        assert (view.phase, view.declarer, view.skat_taken) == (Phase.DECLARING, F, True)
        assert view.counts == (12, 10, 10)
    for view in views(after(DECLARED)):
        assert (view.phase, view.declarer, str(view.contract), view.bid) == (Phase.PLAYING, F, "H", 18)
        assert view.defenders == (M, R)
        assert view.counts == (10, 10, 10)
    assert not view_for(after(ALONE + " F announce.GH"), M).skat_taken


def test_what_everyone_sees_of_the_play() -> None:
    state = after(DECLARED + " F CA M C8 R C9 F CT")
    for view in views(state):
        assert [trick.cards for trick in view.tricks] == [cards("CAC8C9")]
        assert (view.trick, view.turn, view.leader) == (cards("CT"), M, F)
        assert view.counts == (8, 9, 9)
        assert view.moves == len(state.moves)


def test_the_leader_while_kontra_is_asked() -> None:
    state = after(DECLARED, "kontra=any_defender")
    assert view_for(state, M).leader is F
    assert view_for(state, M).phase is Phase.DOUBLING
    assert view_for(after(""), M).leader is None


def test_legal_actions_of_a_view_are_those_of_its_seat() -> None:
    for text in ("", "M bid.18", ALONE, DECLARED, DECLARED + " F CA", DECLARED + " F claim"):
        state = after(text)
        for seat in SEATS:
            assert view_for(state, seat).legal == legal_actions(state, seat)
        assert view_for(state, None).legal == ()


def test_an_open_question_is_public() -> None:
    state = after(DECLARED + " M concede")
    for view in views(state):
        assert view.question is not None
        assert (view.question.by, view.question.claim, view.question.number, view.waiting) == (M, False, 6, (R,))


def test_case_125_the_sitting_dealer_and_onlookers_see_no_hidden_card() -> None:
    for text in ("", ALONE, ALONE + " F skat", DECLARED):
        assert cards_in(view_for(after(text, "chairs=4"), None)) == set()
    assert cards_in(view_for(after(DECLARED + " F CA M C8"), None)) == set(cards("CAC8"))


def test_everything_is_shown_when_the_deal_is_over() -> None:
    over = after(DECLARED + " F concede")
    assert isinstance(over, Finished)
    for view in views(over):
        assert view.hidden is not None
        assert view.hidden.hands == over.deal.hands
        assert (view.hidden.skat, view.hidden.put_away) == (cards("C7S7"), cards("C7S7"))
        assert isinstance(view.hidden.result, GameResult)
        assert (view.phase, view.turn, view.waiting, view.legal) == (Phase.FINISHED, None, (), ())


def test_a_passed_in_deal_is_shown_too() -> None:
    over = after("M pass R pass F pass")
    for view in views(over):
        assert view.hidden is not None
        assert (view.hidden.skat, view.hidden.result) == (cards("C7S7"), PassedIn())


def test_case_57_dealt_and_put_away_skat_are_told_apart() -> None:
    hidden = view_for(after(ALONE + " F skat F announce.G.CTCA F concede"), None).hidden
    assert hidden is not None
    assert (hidden.skat, hidden.put_away) == (cards("C7S7"), cards("CTCA"))


def test_ramsch_has_no_declarer() -> None:
    view = view_for(do(deal(rules=PUB), "M pass R pass F pass"), M)
    assert (view.declarer, view.contract, view.defenders, view.bid) == (None, None, (), 0)
    assert view.game is not None
    assert view.game.value == "R"


def test_a_seat_goes_round_clockwise() -> None:
    assert [seat.left for seat in SEATS] == [M, R, F]
    assert [seat.others for seat in SEATS] == [(M, R), (R, F), (F, M)]
    assert Seat(0) is F
