"""RULES 1: the cards, their points and their texts."""

import pytest

from game.cards import DECK, JACKS, POINTS, Rank, Suit, card, card_points, cards, cards_text


def test_rules_1_the_deck_has_32_cards_and_120_points() -> None:
    assert len(set(DECK)) == 32
    assert card_points(DECK) == 120


@pytest.mark.parametrize("suit", "CSHD")
def test_rules_1_a_suit_has_30_points(suit: str) -> None:
    worth = dict(zip("AKQJT987", (11, 4, 3, 2, 10, 0, 0, 0), strict=True))
    assert {rank: card(suit + rank).points for rank in worth} == worth
    assert sum(one.points for one in DECK if one.suit.letter == suit) == 30


def test_every_card_reads_back_from_its_text() -> None:
    texts = [suit + rank for suit in "CSHD" for rank in "789TJQKA"]
    assert [str(one) for one in DECK] == texts
    assert [card(text) for text in texts] == list(DECK)
    assert [f"{one.suit.letter}{one.rank.value}" for one in DECK] == texts
    assert [f"{one:>3}" for one in DECK] == [" " + text for text in texts]
    assert [repr(one) for one in DECK] == texts


def test_points_by_number_are_those_of_the_cards() -> None:
    assert [one.points for one in DECK] == list(POINTS)


def test_jacks_run_from_clubs_down() -> None:
    assert cards_text(JACKS) == "CJSJHJDJ"
    assert {one.rank for one in JACKS} == {Rank.JACK}


def test_suits_carry_their_base_values() -> None:
    assert {suit.letter: suit.value for suit in Suit} == {"D": 9, "H": 10, "S": 11, "C": 12}


@pytest.mark.parametrize("text", ["", "C", "C1", "10C", "cj", "CJ ", "JC", "XX", "CJSJ"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        card(text)


def test_runs_of_cards_round_trip() -> None:
    assert cards("CJ.SJ HT") == (card("CJ"), card("SJ"), card("HT"))
    assert cards(cards_text(DECK)) == DECK
    assert cards("") == ()
    with pytest.raises(ValueError, match="no card"):
        cards("CJS")
