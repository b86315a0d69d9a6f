"""The lesson: every page within Discord's limits, every number what `game` says, every wrong idea talked about."""

from __future__ import annotations

import re

import pytest

from bot.texts import Texts
from cogs.ui import lesson_deal, quiz
from cogs.ui.guide_ids import LEARN_STEPS, LearnId, LearnStep
from cogs.ui.lesson import FIRST, PARTS, NoLesson, lesson
from game import guided
from game.actions import PLAYS, Play
from game.cards import Card, card_points, cards, cards_text
from game.contract import BIDS, Game, contract, winner
from game.deal import legal_actions
from game.guided import DISCARDS, LEARNER, PAIRS
from game.rules import INTERNATIONAL
from game.scoring import game_result, result
from game.state import Declared, Finished, Playing, Seat
from tests.cogs.ui.payload import Payload, buttons, check, words

WAY = cards("CJSJC8S9SQCTHAHTCAH7")
"""Good cards from the first to the last."""


def shown(wanted: LearnId, texts: Texts) -> list[Payload]:
    return check(lesson(wanted, texts))


def text_of(wanted: LearnId, texts: Texts) -> str:
    return words(shown(wanted, texts))


def moments(wanted: LearnId = FIRST) -> list[LearnId]:
    """All pages on the way of right answers, each with every answer on offer."""
    steps: list[LearnId] = [LearnId(step) for step in LEARN_STEPS]
    steps += [LearnId("play", WAY[:played]) for played in range(len(WAY) + 1)]
    return [wanted, *steps]


@pytest.mark.parametrize("deck", ["fr", "de"])
def test_every_page_and_every_answer_fits(spoken: Texts, deck: str) -> None:
    texts = spoken.for_deck(deck)
    pressed = 0
    for wanted in moments():
        components = shown(wanted, texts)
        for to, _, _ in buttons(components):
            assert isinstance(to, LearnId)
            pressed += 1
            after = shown(to, texts)
            assert "{" not in words(after)
            assert words(after) != words(components) or to == wanted
    assert pressed > 100


def test_every_part_is_reached_by_going_on(spoken: Texts) -> None:
    wanted, seen = FIRST, [FIRST.step]
    for _ in PARTS[1:]:
        on = [to for to, _, label in buttons(shown(wanted, spoken)) if label.endswith("▶")]
        (to,) = on
        assert isinstance(to, LearnId)
        wanted = to
        seen.append(to.step)
    assert seen == list(PARTS)


@pytest.mark.parametrize("step", PARTS[:-1])
def test_a_quiz_has_one_right_answer_and_a_kind_word_for_each(spoken: Texts, step: LearnStep) -> None:
    asked = quiz.quiz(step, spoken)
    assert asked is not None
    tokens = [choice.token for choice in asked.choices]
    assert len(set(tokens)) == len(tokens) >= 3
    assert asked.right in tokens
    assert len({choice.label for choice in asked.choices}) == len(tokens)
    for choice in asked.choices:
        told = text_of(LearnId(step, (), choice.token), spoken)
        assert choice.reply in told
        assert ("✅" in told) is (choice.token == asked.right)
        assert ("↩️" in told) is (choice.token != asked.right)


def test_right_answers_are_what_the_rules_give() -> None:
    """RULES 1, 4, 5 and 2, each worked out in another way than the page does."""
    texts = Texts.load(strict=True)
    points, trumps, value, bidding = (quiz.quiz(step, texts) for step in PARTS[:-1])
    assert points is not None
    assert points.right == str(11 + 10 + 4)
    assert trumps is not None
    assert trumps.right == "DJ"
    assert winner(Game.HEARTS, quiz.TRUMPS_TRICK) == quiz.TRUMPS_TRICK.index(Card.DJ)
    assert value is not None
    assert len(set(quiz.VALUE_CARDS)) == 12
    played = game_result(quiz.VALUE_CARDS, Declared(Seat.FOREHAND, 18, contract("H"), ()), 61, 5, INTERNATIONAL)
    assert int(value.right) == played.value == 30
    assert bidding is not None
    assert len(set(quiz.BIDDING_HAND)) == 10
    held = game_result(quiz.BIDDING_HAND, Declared(Seat.FOREHAND, 18, contract("S"), ()), 61, 5, INTERNATIONAL)
    assert int(bidding.right) == held.value == 22
    assert all(int(choice.token) in BIDS for choice in bidding.choices)
    for choice in bidding.choices:
        bid = game_result(
            quiz.BIDDING_HAND, Declared(Seat.FOREHAND, int(choice.token), contract("S"), ()), 61, 5, INTERNATIONAL
        )
        assert bid.overbid is (int(choice.token) > int(bidding.right))


NUMBERS: dict[LearnStep, str] = {
    "points": "1 5 11 10 10 4 3 2 9 8 7 0 120 61 60 10 15 25 29",
    "trumps": "2 5 11 10 9 8 7 10 9 8 7 10 10 10",
    "value": "3 5 9 10 11 12 24 2 2 1 10 9 7 8 7 10 20 30 36",
    "bidding": "4 5 18 9 2 1 2 18 20 22 23 24 27 30 10 8 7 9 20 22 33",
}


@pytest.mark.parametrize("step", PARTS[:-1])
def test_no_other_number_is_told(spoken: Texts, step: LearnStep) -> None:
    """All numbers of a page, written out once by hand from the rules."""
    told = re.findall(r"\d+", text_of(LearnId(step), spoken).replace("None", ""))
    assert told == NUMBERS[step].split()


def test_what_is_no_good_idea_is_named_and_can_be_tried_again(spoken: Texts) -> None:
    doubtful = [LearnId("auction", (), "pass"), LearnId("skat", (), "hand")]
    doubtful += [LearnId("discard", (), cards_text(pair)) for pair in PAIRS if pair != DISCARDS]
    doubtful += [LearnId("contract", (), game) for game in "DHSG"]
    for wanted in doubtful:
        components = shown(wanted, spoken)
        assert "↩️" in words(components)
        before = [to for to, _, _ in buttons(shown(LearnId(wanted.step), spoken))]
        assert [to for to, _, _ in buttons(components)] == before


def test_each_card_that_is_no_good_idea_is_told_what_would_come_of_it(spoken: Texts) -> None:
    for played in range(len(WAY)):
        state = guided.after(WAY[:played])
        assert isinstance(state, Playing)
        legal = {action.card for action in legal_actions(state, LEARNER) if isinstance(action, Play)}
        good = guided.advice(state).cards
        for card in state.hands[LEARNER]:
            components = shown(LearnId("play", WAY[:played], card.name), spoken)
            told = words(components)
            assert ("↩️" in told) is (card not in good)
            if card in good:
                continue
            answers = [(to, on) for to, on, _ in buttons(components) if isinstance(to, LearnId) and to.tried]
            offered = {to.tried: on for to, on in answers}
            assert offered == {one.name: one is not card for one in state.hands[LEARNER]}
            if card in legal:
                trick = guided.trick_with(state, card)
                assert re.search(rf"\b{card_points(trick.cards)} (Auge|point)", told)
                assert spoken(f"learn.idea.{guided.advice(state).idea.value}") in told
            else:
                assert guided.why_not(state, PLAYS[card]) is not None
                assert spoken("game.S") in told


def test_the_end_tells_the_result_as_the_rules_score_it(spoken: Texts) -> None:
    state = guided.after(WAY)
    assert isinstance(state, Finished)
    end = result(state)
    told = text_of(LearnId("play", WAY), spoken)
    assert end.scores == (36, 0, 0)
    assert "88" in told
    assert ("Mit 2, Spiel 3 × Kreuz 12 = 36; gereizt bis 18." in told) or (
        "With 2, game 3 × Clubs 12 = 36; bid 18." in told
    )
    assert "+36" in told


def test_a_lost_deal_is_told_kindly_too(spoken: Texts) -> None:
    """Only an invented way of cards leads there; the page has words for it all the same."""
    way = ()
    while isinstance(state := guided.after(way), Playing):
        legal = [action.card for action in legal_actions(state, LEARNER) if isinstance(action, Play)]
        way = (*way, min(legal, key=lambda card: (card.suit.letter != "S", card.rank.value != "7", card.points)))
    assert isinstance(state, Finished)
    told = text_of(LearnId("play", way), spoken)
    assert state.tricks
    assert spoken("learn.end.next") in told


@pytest.mark.parametrize(
    "wanted",
    [
        LearnId("points", (), "26"),
        LearnId("points", cards("CJ")),
        LearnId("auction", (), "hold.20"),
        LearnId("auction", cards("CJ")),
        LearnId("skat", (), "CH"),
        LearnId("discard", (), "CJSJ"),
        LearnId("discard", (), "DTD9"),
        LearnId("contract", (), "N"),
        LearnId("contract", (), "X"),
        LearnId("play", cards("C7")),
        LearnId("play", cards("CJCJ")),
        LearnId("play", cards("CJSJC8CT")),
        LearnId("play", (), "bid.18"),
        LearnId("play", (), "claim"),
        LearnId("play", (), "nonsense"),
        LearnId("play", WAY, "CJ"),
        LearnId("play", (*WAY, Card.CJ)),
    ],
)
def test_an_invented_id_is_no_page(texts: Texts, wanted: LearnId) -> None:
    with pytest.raises(NoLesson):
        lesson(wanted, texts)


def test_a_card_that_is_not_held_is_explained_and_changes_nothing(texts: Texts) -> None:
    told = text_of(LearnId("play", (), "C7"), texts)
    assert texts("reason.card_not_held") in told
    assert lesson_deal.BID.value == BIDS[0]
