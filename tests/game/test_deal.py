"""RULES 1: a deal starts from 32 cards, each once; the same moves lead to the same state."""

import copy

import pytest

from game.cards import DECK, Card
from game.deal import new_deal, order_of, replay
from game.illegal import Illegal
from game.rules import INTERNATIONAL
from tests.game.notation import deal, do, moves

WHOLE = "M bid.18 F hold.18 M pass R pass F announce.GH F concede"


@pytest.mark.parametrize(
    "order",
    [(), DECK[:31], (*DECK, Card.C7), (*DECK[:31], Card.C7), DECK[:3]],
    ids=["none", "31", "33", "one twice", "three"],
)
def test_case_67_a_misdeal_is_refused(order: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="32 cards"):
        new_deal(order, INTERNATIONAL)


def test_an_order_deals_the_hands_it_was_made_from() -> None:
    state = deal("CJ SJ", "C7", "D7", "HA HT")
    assert new_deal(order_of(state.deal.hands, state.deal.skat), INTERNATIONAL).deal.hands == state.deal.hands


def test_replay_is_the_state() -> None:
    state = do(deal(), WHOLE)
    assert replay(state.deal.order, INTERNATIONAL, moves(WHOLE)) == state


def test_replay_refuses_what_apply_refuses() -> None:
    with pytest.raises(Illegal):
        replay(DECK, INTERNATIONAL, moves("M bid.18 M bid.20"))


def test_a_copy_is_equal() -> None:
    state = do(deal(), WHOLE)
    assert copy.deepcopy(state) == state
