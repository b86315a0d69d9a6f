"""A finished deal as steps: the cards add up, the last step has the points of the result."""

import random

import pytest

from game.cards import DECK, card_points
from game.rules import INTERNATIONAL, PUB, Rules
from game.scoring import GameResult, RamschResult, result, tally
from game.state import SEATS, Declared, Ending, Finished
from game.steps import Stage, steps
from tests.e2e.scripts import Script
from tests.game.random_play import random_deal

HEARTS = "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ"


@pytest.mark.parametrize("rules", [INTERNATIONAL, PUB, Rules(all_pass="schieberamsch", kontra="any_defender")])
def test_the_cards_of_every_step_are_a_deck(rules: Rules, source: random.Random) -> None:
    for _ in range(60):
        over = random_deal(source, rules)
        found = steps(over)
        away = set(over.terms.skat) if over.terms is not None else set(over.deal.skat)
        for step in found:
            skat = set(over.deal.skat) if step.stage is Stage.AUCTION else away
            gone = {card for trick in over.tricks[: max(0, step.number - 1)] for card in trick.cards}
            held = {card for hand in step.hands for card in hand}
            assert held | gone | skat == set(DECK)
            assert len(held) + len(gone) + len(skat) == 32
            assert set(step.cards) <= held
        assert [step.number for step in found if step.stage is Stage.TRICK] == list(range(1, len(over.tricks) + 1))


def test_the_last_step_has_the_points_of_the_result(source: random.Random) -> None:
    seen: set[type[object]] = set()
    for _ in range(80):
        over = random_deal(source, PUB)
        outcome, last = result(over), steps(over)[-1]
        seen.add(type(outcome))
        match outcome:
            case GameResult(declarer=declarer, points=points, tricks=tricks):
                assert isinstance(over.terms, Declared)
                assert (last.points[declarer] + card_points(over.terms.skat), last.tricks[declarer]) == (points, tricks)
            case RamschResult(tricks=tricks):
                assert last.tricks == tricks
                assert last.points == tally(over).points
            case _:
                assert [step.stage for step in steps(over)] == [Stage.AUCTION]
    assert {GameResult, RamschResult} <= seen


def test_what_was_claimed_is_a_step_of_its_own() -> None:
    over = Script(99, f"{HEARTS} 17:R:claim 17:F:accept 17:M:accept").end()
    assert over.ending is Ending.CLAIMED
    last = steps(over)[-1]
    assert (last.stage, last.number, last.winner) == (Stage.REST, 6, None)
    assert len(last.cards) == len(over.trick) == 1
    assert [len(hand) for hand in last.hands] == [5, 5, 5]
    assert last.leader is not None
    assert last.leader is over.tricks[-1].winner
    assert last.cards[0] in last.hands[last.leader]


def test_a_deal_given_up_before_the_first_card_shows_its_hands() -> None:
    over = Script(99, f"{HEARTS} 1:M:concede").end()
    auction, skat, rest = steps(over)
    assert (auction.stage, skat.stage, rest.stage) == (Stage.AUCTION, Stage.SKAT, Stage.REST)
    assert auction.hands == over.deal.hands
    assert skat.hands == rest.hands == over.hands
    assert set(skat.hands[SEATS[1]]) == {*over.deal.hands[1], *over.deal.skat} - set(_laid_away(over))


def _laid_away(over: Finished) -> tuple[object, ...]:
    assert isinstance(over.terms, Declared)
    return over.terms.skat
