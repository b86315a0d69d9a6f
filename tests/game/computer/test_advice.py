"""Advice: what Expert would do, legal whatever is asked, with a chance that is that of the asking side."""

import random
import threading

import pytest

from game.actions import Announce, Bid, Pass, Play, from_text
from game.cards import DECK, Card, cards
from game.computer import levels
from game.computer.advice import Advice, advise
from game.computer.contest import deals as shuffled_deals
from game.computer.levels import Player, RulePlayer, player, warm_up
from game.computer.thumb import rule_of_thumb
from game.computer.worth import playing_chance
from game.deal import apply, new_deal, waiting_for
from game.rules import INTERNATIONAL, Rules
from game.state import Finished, Seat, State
from game.view import Phase, view_for
from tests.compiled import compiled


def dealt(forehand: str, middlehand: str, rearhand: str) -> State:
    """A deal in which these are the hands, the rest the skat."""
    hands = [cards(hand) for hand in (forehand, middlehand, rearhand)]
    skat = tuple(card for card in DECK if not any(card in hand for hand in hands))
    order: list[Card] = []
    for start, count in ((0, 3), (3, 4), (7, 3)):
        for hand in hands:
            order += hand[start : start + count]
        if start == 0:
            order += skat
    return new_deal(tuple(order), INTERNATIONAL)


def after(state: State, moves: str) -> State:
    for word in moves.split():
        seat = {"F": Seat.FOREHAND, "M": Seat.MIDDLEHAND, "R": Seat.REARHAND}[word[0]]
        state = apply(state, seat, from_text(word[2:]))
    return state


def advice(state: State, seat: Seat) -> Advice:
    return advise(view_for(state, seat), player("expert", 1))


@compiled
@pytest.mark.parametrize("rules", [Rules(), Rules(all_pass="schieberamsch", kontra="any_defender")])
def test_it_is_legal_and_a_chance_is_one_in_every_phase(rules: Rules) -> None:
    warm_up()
    adviser = player("expert", 5, 4)
    source = random.Random(2)
    phases: set[Phase] = set()
    for order in shuffled_deals(4, 11):
        state: State = new_deal(order, rules)
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            view = view_for(state, seat)
            if source.random() < 0.3:
                found = advise(view, adviser)
                assert found.action in view.legal
                assert found.chance is None or 0 <= found.chance <= 1
                phases.add(view.phase)
            state = apply(state, seat, rule_of_thumb(view))
    assert {Phase.BIDDING, Phase.PLAYING} <= phases


STRONG = "CJSJHJDJCACTCKSAHADA"
DEFENCE = ("CQC9C8STSKSQHTHKHQDT", "S9S8S7H9H8H7DKDQD9D8")


@compiled
def test_a_sure_game_is_bid_and_a_hopeless_one_is_not() -> None:
    warm_up()
    state = dealt(*DEFENCE, STRONG)
    state = after(state, "M:pass")
    strong = advice(state, Seat.REARHAND)
    assert isinstance(strong.action, Bid)
    assert strong.chance is not None
    assert strong.chance > 0.95
    weak = advice(dealt(STRONG, "CQC9STSKS9HTHKDTDKD9", "C8C7SQS8S7HQH9H8DQD8"), Seat.MIDDLEHAND)
    assert weak.action == Pass()
    assert weak.chance is not None
    assert weak.chance < 0.4


@compiled
def test_a_bid_beyond_what_the_cards_are_worth_is_as_good_as_lost() -> None:
    warm_up()
    hand = cards("CJSJCACTCKC9C8SAHAD7")
    chances = [
        playing_chance(hand, Seat.FOREHAND, bid, INTERNATIONAL, random.Random(1), 32) for bid in (18, 48, 96, 144)
    ]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.8
    assert chances[-1] < 0.05


@compiled
def test_the_chance_is_that_of_the_side_that_asks() -> None:
    warm_up()
    state = after(dealt(STRONG, *DEFENCE), "M:pass R:pass F:bid.18 F:skat")
    declaring = advice(state, Seat.FOREHAND)
    assert isinstance(declaring.action, Announce)
    assert declaring.chance is not None
    assert declaring.chance > 0.95
    state = apply(state, Seat.FOREHAND, declaring.action)
    last = declaring
    # Once his trumps and aces are on the table the defenders know it, too.
    for lead in [card for card in cards(STRONG) if Play(card) in view_for(state, Seat.FOREHAND).legal][:6]:
        state = apply(state, Seat.FOREHAND, Play(lead))
        for seat in (Seat.MIDDLEHAND, Seat.REARHAND):
            last = advice(state, seat)
            state = apply(state, seat, rule_of_thumb(view_for(state, seat)))
    assert last.chance is None or last.chance < 0.1


@compiled
@pytest.mark.parametrize(("null", "sure"), [("C7C8C9S7S8S9H7H8D7D8", True), ("CACKCQSASKSQHAHKDADK", False)])
def test_in_null_the_declarers_trick_is_the_loss(null: str, *, sure: bool) -> None:
    """The search asks whether the declarer takes a trick; that is turned round for him and not for the others."""
    warm_up()
    mine = cards(null)
    rest = "".join(card.name for card in DECK if card not in mine)
    state = after(dealt(null, rest[:20], rest[20:40]), "M:pass R:pass F:bid.18")
    state = after(state, "F:announce.NH")
    own = advice(state, Seat.FOREHAND)
    assert isinstance(own.action, Play)
    assert own.chance is not None
    assert (own.chance > 0.9) is sure
    assert (own.chance < 0.1) is not sure
    state = apply(state, Seat.FOREHAND, own.action)
    against = advice(state, Seat.MIDDLEHAND)
    assert against.chance is not None
    assert (against.chance < 0.1) is sure


def test_until_the_search_is_ready_it_is_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_deal(DECK, INTERNATIONAL)
    view = view_for(state, Seat.MIDDLEHAND)
    assert advise(view, RulePlayer()) == Advice(rule_of_thumb(view))
    monkeypatch.setattr(levels, "_warm", threading.Event())
    adviser = player("expert", 1)
    assert isinstance(adviser, Player)
    assert advise(view, adviser) == Advice(rule_of_thumb(view))
