"""Labels of cards and the order of a hand for each kind of game."""

import discord
import pytest

from bot.texts import Texts
from cogs.ui.cards import label, line, short, sorted_hand
from game.cards import DECK, Card, cards, cards_text
from game.contract import Game, contract

HAND = cards("CJ HJ C7 CT SA SK H9 HT DQ D8")
"""Two jacks and cards of all suits."""


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (None, "CJHJ CTC7 HTH9 SASK DQD8"),
        (Game.GRAND, "CJHJ CTC7 HTH9 SASK DQD8"),
        (Game.RAMSCH, "CJHJ CTC7 HTH9 SASK DQD8"),
        (Game.CLUBS, "CJHJCTC7 HTH9 SASK DQD8"),
        (Game.SPADES, "CJHJSASK HTH9 CTC7 DQD8"),
        (Game.HEARTS, "CJHJHTH9 CTC7 DQD8 SASK"),
        (Game.DIAMONDS, "CJHJDQD8 CTC7 HTH9 SASK"),
        (Game.NULL, "CJCTC7 HJHTH9 SASK DQD8"),
    ],
)
def test_order_of_a_hand(game: Game | None, expected: str) -> None:
    assert cards_text(sorted_hand(HAND, game)) == expected.replace(" ", "")


@pytest.mark.parametrize(
    ("hand", "game", "expected"),
    [
        ("CA SA HA", None, "CA HA SA"),
        ("CA SA", None, "CA SA"),
        ("SA HA DA", None, "HA SA DA"),
        ("SA HA DA", Game.DIAMONDS, "DA SA HA"),
        ("CJ SA HA", Game.DIAMONDS, "CJ SA HA"),
        ("D7 D8 D9 DT DJ DQ DK DA", Game.NULL, "DA DK DQ DJ DT D9 D8 D7"),
        ("D7 D8 D9 DT DJ DQ DK DA", Game.DIAMONDS, "DJ DA DT DK DQ D9 D8 D7"),
        ("", None, ""),
    ],
)
def test_colours_alternate_as_far_as_they_can(hand: str, game: Game | None, expected: str) -> None:
    assert cards_text(sorted_hand(cards(hand), game)) == expected.replace(" ", "")


def test_every_order_keeps_all_cards() -> None:
    for game in (None, *Game):
        assert sorted(sorted_hand(DECK, game)) == list(DECK)


def test_labels_by_language(texts: Texts) -> None:
    german, english = texts.of("de"), texts.of("en")
    assert [label(card, german) for card in cards("CJ HT DQ SA H7")] == ["♣B", "♥10", "♦D", "♠A", "♥7"]
    assert [label(card, english) for card in cards("CJ HT DQ SA H7")] == ["♣J", "♥10", "♦Q", "♠A", "♥7"]
    for spoken in (german, english):
        assert len({label(card, spoken) for card in Card}) == 32


def test_an_emoji_stands_for_its_card(texts: Texts, emojis: dict[Card, discord.PartialEmoji]) -> None:
    assert line(cards("CJ"), texts, {Card.CJ: emojis[Card.CJ]}) == "<:card_CJ:100004>"


def test_contracts_in_few_characters() -> None:
    assert [short(contract(text)) for text in ("H", "CHS", "DO", "G", "GHZ", "NHO")] == [
        "♥", "♣HS", "♦O", "G", "GHZ", "NHO",
    ]  # fmt: skip
