"""The hand message, phase by phase: what is offered, what is said, what a choice in the making carries."""

from dataclasses import replace

import pytest

from bot.texts import Texts
from cogs.ui.asking import asks_again
from cogs.ui.board import board
from cogs.ui.deal_id import DealId
from cogs.ui.hand import hand
from cogs.ui.ids import ActionId, ChoiceId, Id, TableId
from cogs.ui.menus import last, more
from cogs.ui.scene import Chair, Scene
from game.actions import Accept, Announce, Bid, Claim, Concede, Decline, Hold, Pass, TakeSkat, from_text
from game.cards import cards, cards_text
from game.contract import contract
from game.deal import apply, new_deal, order_of, waiting_for
from game.rules import PUB, Rules
from game.series import Series
from game.state import Hands, Seat, State
from game.view import view_for
from tests.cogs.ui.payload import SELECT, Payload, buttons, check, words

F, M, R = Seat.FOREHAND, Seat.MIDDLEHAND, Seat.REARHAND

HANDS: Hands = (
    tuple(sorted(cards("CJ SJ HA HT HK H9 CA CT SA D7"))),
    tuple(sorted(cards("HJ C7 C8 S7 S8 S9 DA DT DK D9"))),
    tuple(sorted(cards("DJ CK CQ C9 ST SK SQ HQ H8 H7"))),
)
SKAT = tuple(sorted(cards("D8 DQ")))


def scene(rules: Rules, *chairs: Chair) -> Scene:
    seated = chairs or (Chair(taken=True, name="Clara"), Chair(taken=True, name="Anna"), Chair(taken=True, name="Ben"))
    return Scene(17, rules, seated, Series(rules))


def played(moves: str, rules: Rules | None = None) -> State:
    """The state after moves, each by whoever the deal waits for first; ``M:claim`` names another seat."""
    state: State = new_deal(order_of(HANDS, SKAT), rules or Rules())
    for move in moves.split():
        who, _, text = move.rpartition(":")
        seat = {"": waiting_for(state)[:1], "F": (F,), "M": (M,), "R": (R,)}[who][0]
        state = apply(state, seat, from_text(text))
    return state


def shown(state: State, seat: Seat, texts: Texts, choice: str | None = None, **more_of: object) -> list[Payload]:
    around = scene(state.deal.rules)
    chosen = ChoiceId(around.deal_id, *choice.split(":")) if choice is not None else None  # type: ignore[arg-type]  # the tests know the verbs
    return check(hand(around, view_for(state, seat), texts, choice=chosen, **more_of))  # type: ignore[arg-type]  # only note


def enabled(components: list[Payload]) -> dict[str, str]:
    """The enabled buttons' labels by what their id does."""
    return {_tail(to): label for to, on, label in buttons(components) if on}


def _tail(to: Id) -> str:
    match to:
        case ActionId():
            return str(to).rpartition(":")[2]
        case ChoiceId():
            return f"{to.verb}:{to.selection}"
        case TableId():
            return f"table:{to.verb}"
        case _:
            return str(to)


TAKEN = "bid.18 pass pass skat"
DECLARED = "pass pass bid.18 skat announce.H.D7D8"
DECLARED_BY_FOREHAND = "pass pass bid.18 skat"


def test_bidding_offers_the_next_value_pass_and_the_jump_list(texts: Texts) -> None:
    state = played("")
    german = texts.of("de")
    assert enabled(shown(state, M, german)) == {
        "bid.18": "18 sagen", "pass": "Passen", "jump:": "Springen …", "more:": "Mehr",
    }  # fmt: skip
    assert enabled(shown(state, F, german)) == {"more:": "Mehr"}
    assert "Anna ist am Reizen" not in words(shown(state, M, german))
    assert "Ben ist am Reizen" in words(shown(state, F, german))


def test_the_asked_value_is_held_or_passed(texts: Texts) -> None:
    components = shown(played("bid.20"), F, texts)
    assert enabled(components) == {"hold.20": "Hold 20", "pass": "Pass", "more:": "More"}
    assert "Ben\u00a0bids\u00a020" in words(components)


def test_the_jump_list_holds_every_higher_value_once(texts: Texts) -> None:
    components = shown(played("bid.20 hold.20"), M, texts, "jump:")
    values = [option["value"] for part in components if part["type"] == SELECT for option in part["options"]]
    assert values[0] == "bid.23"
    assert values[-1] == "bid.264"
    assert len(values) == len(set(values)) == 60


def test_forehand_alone_has_no_jump_list_and_no_other_value(texts: Texts) -> None:
    state = played("pass pass")
    assert enabled(shown(state, F, texts)) == {"bid.18": "Bid 18", "pass": "Pass", "more:": "More"}
    assert "passed in" in words(shown(state, F, texts))
    ramsch = played("pass pass", Rules(all_pass="ramsch"))
    assert "Ramsch" in words(shown(ramsch, F, texts))
    assert "jump" not in str(enabled(shown(state, F, texts, "jump:")))


@pytest.mark.parametrize(("bid", "asked"), [(18, False), (20, False), (22, True), (264, True)])
def test_an_opening_jump_of_more_than_two_steps_asks_once_more(bid: int, asked: bool) -> None:
    assert asks_again(view_for(played(""), M), Bid(bid)) is asked


def test_a_later_jump_counts_from_the_last_bid() -> None:
    view = view_for(played("bid.18 hold.18"), M)
    assert [asks_again(view, Bid(value)) for value in (20, 22, 23)] == [False, False, True]
    assert [asks_again(view, action) for action in (Pass(), Hold(18), Claim(), Concede())] == [False, False, True, True]


def test_the_second_question_leads_to_the_action_or_back(texts: Texts) -> None:
    components = shown(played(""), M, texts, "sure:bid.40")
    assert enabled(components) == {"bid.40": "Yes: Bid 40", "back:": "Back", "more:": "More"}
    stale = shown(played("bid.44"), F, texts, "sure:bid.40")
    assert "bid.40" not in enabled(stale)


def test_skat_or_hand(texts: Texts) -> None:
    offered = enabled(shown(played("bid.18 pass pass"), M, texts))
    assert offered["skat"] == "Take the skat"
    assert [key for key in offered if key.startswith("hand:")] == [f"hand:{game}H" for game in "DHSCGN"]


def test_announcements_are_toggles_that_include_what_they_imply(texts: Texts) -> None:
    state = played("pass pass bid.18")
    for making, toggles, value in (
        ("HH", {"hand:HHS", "hand:HHZ", "hand:HO"}, 40),
        ("HHS", {"hand:HH", "hand:HHZ", "hand:HO"}, 60),
        ("HHZ", {"hand:HH", "hand:HHS", "hand:HO"}, 80),
        ("HO", {"hand:HH", "hand:HHS", "hand:HHZ"}, 90),
    ):
        offered = enabled(shown(state, F, texts, f"hand:{making}"))
        assert {key for key in offered if key.startswith("hand:")} == toggles
        assert offered[f"announce.{making}"].endswith(f"({value})")
        assert offered["back:"] == "Back"
    assert "all tricks, open hand" in words(shown(state, F, texts, "hand:HH"))
    null = enabled(shown(state, F, texts, "hand:NH"))
    assert {"hand:NHO", "announce.NH"} <= set(null)


def test_a_hand_game_below_the_bid_is_disabled_until_more_is_announced(texts: Texts) -> None:
    state = played("bid.120 hold.120 pass pass")
    components = shown(state, F, texts, "hand:HH")
    reachable = enabled(components)
    assert "announce.HH" not in reachable
    assert "announce.HHZ" in enabled(shown(state, F, texts, "hand:HHZ"))
    assert "cannot reach 120" in words(components)
    assert not any(key.startswith("hand:N") for key in enabled(shown(state, F, texts)))


def test_discards_are_toggled_by_two_cards(texts: Texts) -> None:
    state = played(TAKEN)
    none = enabled(shown(state, M, texts))
    assert sum(key.startswith("discard:") for key in none) == 12
    assert not any(key.startswith("announce") for key in none)
    one = enabled(shown(state, M, texts, "discard:C7"))
    assert one["discard:"] == "♣7"
    assert one["discard:C7DQ"] == "♦Q"
    two = enabled(shown(state, M, texts, "discard:C7DQ"))
    assert {key for key in two if key.startswith("discard:")} == {"discard:C7", "discard:DQ"}
    assert two["discard:C7"] == "♦Q"


def test_contracts_carry_their_value_and_a_mark_below_the_bid(texts: Texts) -> None:
    state = played("bid.18 hold.18 bid.36 pass pass skat")
    offered = enabled(shown(state, M, texts, "discard:C7DQ"))
    labels = {key.split(".")[1]: label for key, label in offered.items() if key.startswith("announce.")}
    assert labels["D"] == "⚠ ♦ Diamonds 27"
    assert labels["C"] == "♣ Clubs 36"
    assert labels["G"] == "Grand 72"
    assert labels["NO"] == "Null Ouvert 46"
    assert "N" not in labels
    assert "without Schneider or Schwarz you have overbid" in words(shown(state, M, texts, "discard:C7DQ"))


def test_a_hopeless_bid_is_named_as_such(texts: Texts) -> None:
    state = played("bid.264 pass pass skat")
    assert "no game reaches 264" in words(shown(state, M, texts, "discard:C7DQ"))


def test_a_selection_that_does_not_fit_is_forgotten(texts: Texts) -> None:
    state = played(TAKEN)
    plain = enabled(shown(state, M, texts))
    assert enabled(shown(state, M, texts, "discard:CJSJ")) == plain
    assert enabled(shown(state, M, texts, "hand:GH")) == plain
    other_deal = ChoiceId(DealId(17, 1), "discard", "C7DQ")
    again = check(hand(scene(Rules()), view_for(state, M), texts, choice=other_deal))
    assert enabled(again) == plain


def test_what_was_picked_up_is_told_to_nobody_else(texts: Texts) -> None:
    state = played(TAKEN)
    assert "Picked up: ♦8 ♦Q" in words(shown(state, M, texts))
    for seat in (F, R):
        assert "♦Q" not in words(shown(state, seat, texts))
    public = check(board(scene(Rules()), view_for(state, None), texts))
    assert "♦" not in words(public)
    assert "Ben has taken the skat" in words(public)


def test_kontra_and_re_are_one_question_each(texts: Texts) -> None:
    german = texts.of("de")
    state = played("pass pass bid.18 skat announce.H.D7D8", PUB)
    assert enabled(shown(state, M, german)) == {"kontra": "Kontra", "nokontra": "Weiterspielen", "more:": "Mehr"}
    asked = played("pass pass bid.18 skat announce.H.D7D8 kontra", PUB)
    components = shown(asked, F, german)
    assert enabled(components) == {"re": "Re", "nore": "Weiterspielen", "more:": "Mehr"}
    assert "Kontra von Ben" in words(components)


def test_only_playable_cards_are_enabled_and_the_suit_is_named(texts: Texts) -> None:
    state = played(DECLARED + " SA")
    components = shown(state, M, texts)
    cards_enabled = {key for key in enabled(components) if not key.endswith(":")}
    assert cards_enabled == {"S7", "S8", "S9"}
    assert "You must follow: Spades" in words(components)
    trump = shown(played(DECLARED + " CJ"), M, texts.of("de"))
    assert "Trumpf muss bedient werden" in words(trump)
    assert {key for key in enabled(trump) if not key.endswith(":")} == {"HJ"}


def test_a_hand_is_sorted_for_the_contract(texts: Texts) -> None:
    labels = [label for _, _, label in buttons(shown(played(DECLARED), F, texts))][:10]
    assert " ".join(labels) == "♣J ♠J ♥A ♥10 ♥K ♥9 ♣A ♣10 ♠A ♦Q".replace(" ♠A ♦Q", " ♦Q ♠A")


def test_a_claim_shows_the_cards_and_asks_both_others(texts: Texts) -> None:
    state = played(DECLARED + " F:claim")
    for seat in (M, R):
        components = shown(state, seat, texts)
        number = view_for(state, seat).question
        assert number is not None
        assert {f"accept.{number.number}", f"decline.{number.number}"} <= set(enabled(components))
        assert "Open cards of Anna: ♣J ♠J" in words(components)
    assert not any(key.startswith(("accept", "C", "H")) for key in enabled(shown(state, F, texts)))
    public = words(check(board(scene(Rules()), view_for(state, None), texts)))
    assert "claims all remaining tricks" in public
    assert "Open cards of Anna" in public


def test_an_offer_to_give_up_is_answered_by_those_it_concerns(texts: Texts) -> None:
    after_two_tricks = " SA S7 SQ HA HJ H8 S8 SK DQ"
    state = played(DECLARED + after_two_tricks + " F:concede")
    for seat, asked in ((M, True), (R, True), (F, False)):
        answers = [to for to, on, _ in buttons(shown(state, seat, texts)) if on and isinstance(to, ActionId)]
        assert any(isinstance(to.action, Accept | Decline) for to in answers) is asked


def test_ouvert_cards_lie_open_for_all(texts: Texts) -> None:
    state = played("pass pass bid.18 skat announce.NO.D7D8")
    assert "Open cards of Anna" in words(shown(state, R, texts))
    assert "♣J" in words(check(board(scene(Rules()), view_for(state, None), texts)))


def test_pushing_refuses_jacks(texts: Texts) -> None:
    rules = Rules(all_pass="schieberamsch")
    asked = shown(played("pass pass pass", rules), F, texts)
    assert enabled(asked) == {"skat": "Take the skat", "push": "Push on unseen", "more:": "More"}
    taken = played("pass pass pass skat", rules)
    offered = enabled(shown(taken, F, texts))
    assert "discard:CJ" not in offered
    assert "discard:D8" in offered
    done = enabled(shown(taken, F, texts, "discard:D8DQ"))
    assert done["push.D8DQ"] == "Push these two cards on"
    pushed = played("pass pass pass skat push.D8DQ", rules)
    assert "Pushed on: ♦8 ♦Q" in words(shown(pushed, F, texts))
    assert "♦" not in words(check(board(scene(rules), view_for(pushed, None), texts)))


def test_the_last_trick_is_told_on_demand_only(texts: Texts) -> None:
    state = played(DECLARED + " SA S7 SQ")
    around = scene(Rules())
    assert "♠7" not in words(shown(state, R, texts))
    told = words(check(last(around, view_for(state, R), texts)))
    assert "Anna **♠A** · Ben **♠7** · Clara **♠Q**" in told
    assert "Won by **Anna**" in told
    before = check(last(around, view_for(played(DECLARED), R), texts))
    assert "Try again after the next trick" in words(before)


def test_whoever_sits_out_is_told_so_and_sees_no_card(texts: Texts) -> None:
    rules = Rules(chairs=4)
    four = tuple(Chair(taken=True, name=name) for name in ("Dora", "Anna", "Ben", "Clara"))
    state = played("", rules)
    components = check(hand(scene(rules, *four), view_for(state, None), texts))
    assert "You deal and sit out" in words(components)
    assert not buttons(components)


def test_somebody_a_computer_plays_for_can_come_back(texts: Texts) -> None:
    away = (
        Chair(taken=True, name="Clara"),
        Chair(taken=True, name="Anna", stand_in=True),
        Chair(taken=True, name="Ben"),
    )
    components = check(hand(scene(Rules(), *away), view_for(played(""), F), texts))
    assert enabled(components)["table:back"] == "I am back"
    assert "table:back" not in enabled(check(hand(scene(Rules()), view_for(played(""), F), texts)))


def test_the_menu_offers_what_is_possible_now(texts: Texts) -> None:
    around = scene(Rules())
    bidding = check(more(around, view_for(played(""), F), texts, chair=1, may_end=False))
    assert set(enabled(bidding)) == {"table:rules", "table:leave"}
    playing = check(more(around, view_for(played(DECLARED), F), texts, chair=1, may_end=True, replaceable=(2,)))
    assert set(enabled(playing)) == {
        "table:rules", "sure:claim", "sure:concede", "table:leave", "table:end", "table:replace",
    }  # fmt: skip
    onlooker = check(more(around, view_for(played(DECLARED), None), texts, chair=None, may_end=False))
    assert set(enabled(onlooker)) == {"table:rules"}


def test_the_questions_about_giving_up_say_who_must_agree(texts: Texts) -> None:
    state = played(DECLARED)
    assert "over at once" in words(shown(state, F, texts, "sure:concede"))
    assert "Your partner has to agree" in words(shown(state, M, texts, "sure:concede"))
    one = played(DECLARED, Rules(concede="one"))
    assert "over at once" in words(shown(one, M, texts, "sure:concede"))
    assert "Your cards are shown" in words(shown(state, R, texts, "sure:claim"))


def test_a_note_stands_above_the_hand(texts: Texts) -> None:
    first = next(part for part in shown(played(""), M, texts, note="**Stop**") if "content" in part)
    assert first["content"].startswith("**Stop**\n")


def test_every_announcement_of_a_selection_is_one_of_the_game(texts: Texts) -> None:
    view = view_for(played(TAKEN), M)
    pair = sorted(view.hand)[:2]
    ids = [to for to, on, _ in buttons(shown(played(TAKEN), M, texts, f"discard:{cards_text(pair)}")) if on]
    actions = [to.action for to in ids if isinstance(to, ActionId)]
    assert set(actions) <= set(view.legal)
    assert Announce(contract("G"), (pair[0], pair[1])) in actions
    assert TakeSkat() not in actions


def test_a_view_that_waits_shows_whose_turn_it_is(texts: Texts) -> None:
    state = played(DECLARED)
    components = shown(state, R, texts.of("de"))
    assert "Anna ist am Zug" in words(components)
    assert not any(on for to, on, _ in buttons(components) if isinstance(to, ActionId))
    assert replace(view_for(state, R), seat=None).seat is None
