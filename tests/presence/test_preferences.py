"""What a person prefers: kept, shown at once and to them alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.preferences import CHOICES, Preferences
from bot.texts import Texts
from cogs.ui.cards import label, sorted_by_suit
from cogs.ui.ids import PreferenceId, parse
from cogs.ui.phrases import contract_name, game_name
from cogs.ui.preferences import preferences
from game.cards import DECK, Card, card, cards
from game.contract import Game, contract
from tests.faults.party import Party, words

if TYPE_CHECKING:
    from bot.sandbox.people import Outcome, Person
    from tests.faults.party import Message
    from tests.faults.rig import Rig


async def prefer(person: Person, key: str, value: str) -> Message:
    shown = await (await person.command("games", "preferences")).answer()
    await chosen(await person.select(shown, value, custom_id=f"skat-preference:{key}"))
    return person.message(shown)


async def chosen(outcome: Outcome) -> None:
    assert outcome.acknowledged, outcome.reason


def held(message: Message) -> list[str]:
    """The cards of a hand in the auction as it shows them, each a label or the name of an emoji."""
    (line,) = (line for line in words(message).splitlines() if re.match("##? [^ ]*[·♣♠♥♦:]", line))
    return [re.sub("<:([a-z0-9_]+):[0-9]+>", r"\1", one) for one in line.split()[1:]]


def begin(shown: list[str], *ways: str) -> bool:
    return all(one.startswith(ways) for one in shown)


ON_FRENCH = ("♣", "♠", "♥", "♦", "skat_fr_")


def test_the_screen_has_one_select_a_preference_with_its_value_chosen() -> None:
    texts = Texts.load(strict=True)
    for spoken in (texts.of("de"), texts.of("en")):
        view = preferences(Preferences(deck="de", forced="play"), spoken)
        payload: Any = view.to_components()
        selects = [row["components"][0] for row in payload[0]["components"] if row["type"] == 1]
        assert [parse(one["custom_id"]) for one in selects] == [PreferenceId(key) for key in CHOICES]
        present = {one["custom_id"]: [o["value"] for o in one["options"] if o.get("default")] for one in selects}
        assert present["skat-preference:deck"] == ["de"]
        assert present["skat-preference:forced"] == ["play"]
        assert present["skat-preference:size"] == ["normal"]


def test_what_is_no_preference_is_no_id() -> None:
    assert parse("skat-preference:deck") == PreferenceId("deck")
    assert [parse(f"skat-preference:{key}") for key in ("", "colour", "deck:de", "Deck")] == [None] * 4


@pytest.mark.parametrize(
    ("language", "deck", "expected"),
    [
        ("de", "fr", ["♣B", "♠D", "♥10", "♦A"]),
        ("en", "4c", ["♣J", "♠Q", "♥10", "♦A"]),
        ("de", "de", ["E·U", "G·O", "R·10", "S·D"]),
        ("en", "de", ["A·U", "L·O", "H·10", "B·D"]),
    ],
)
def test_cards_are_called_as_on_the_deck(language: str, deck: str, expected: list[str]) -> None:
    texts = Texts.load(strict=True).of(language).for_deck(deck)
    assert [label(card(text), texts) for text in ("CJ", "SQ", "HT", "DA")] == expected


def test_games_are_called_as_on_the_deck() -> None:
    german = Texts.load(strict=True).of("de").for_deck("de")
    assert [game_name(game, german) for game in (Game.CLUBS, Game.SPADES, Game.HEARTS, Game.DIAMONDS, Game.GRAND)] == [
        "Eichel", "Grün", "Rot", "Schellen", "Grand",
    ]  # fmt: skip
    assert contract_name(contract("SHS"), german) == "Grün Hand, Schneider angesagt"


def test_by_suits_every_jack_stays_in_its_suit() -> None:
    assert sorted_by_suit(cards("CJSJC7HTHJDAS8")) == cards("CJC7SJS8HTHJDA")
    assert len(set(sorted_by_suit(Card))) == 32


async def test_deck_language_sorting_and_size_are_shown_at_once_to_that_person_alone(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben"])
    await party.start()
    anna, ben = party.people

    def hand(person: Person) -> Message:
        found = party.hand(person)
        assert found is not None
        return found

    assert begin(held(hand(anna)), *ON_FRENCH)
    assert begin(held(hand(ben)), *ON_FRENCH)
    changes = rig.sandbox.changes
    await prefer(anna, "deck", "de")
    await changes.until(lambda: begin(held(hand(anna)), "E·", "G·", "R·", "S·", "skat_de_"), 30)
    screen = await prefer(anna, "language", "en")
    assert "Your preferences" in words(screen)
    await changes.until(lambda: "You are" in words(hand(anna)), 30)
    await prefer(anna, "sorting", "suits")
    await changes.until(lambda: list(sorted_by_suit(_cards(hand(anna)))) == _cards(hand(anna)), 30)
    await prefer(anna, "size", "big")
    await changes.until(lambda: "\n## " in words(hand(anna)), 30)
    assert begin(held(hand(ben)), *ON_FRENCH)
    # All of it outlives the process.
    await rig.kill()
    await rig.start()
    await party.resume()
    assert "You are" in words(hand(anna))
    assert "\n## " in words(hand(anna))
    assert begin(held(hand(anna)), "A·", "L·", "H·", "B·", "skat_de_")
    assert rig.errors() == []


def _cards(message: Message) -> list[Card]:
    texts = Texts.load(strict=True).of("en").for_deck("de")
    named = {label(one, texts): one for one in DECK}
    return [named[one] if one in named else card(one.rpartition("_")[2].upper()) for one in held(message)]


async def test_forced_cards_play_themselves_and_fewer_clicks_are_needed(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna"])
    await party.start()
    await prefer(party.people[0], "forced", "play")
    made = await party.play()
    assert party.over
    deal = rig.disk.newest_deal(1)
    assert deal is not None
    own = [text for seat, text in deal.moves if seat == 2 and len(text) == 2]
    if len(own) == 10:
        assert len([outcome for outcome in made if outcome.acknowledged]) < len(own) + 6
    assert rig.errors() == []


async def test_an_invented_value_is_refused_and_nothing_changes(rig: Rig) -> None:
    await rig.start()
    anna = rig.person("Anna")
    anna.open("games")
    shown = await (await anna.command("games", "preferences")).answer()
    outcome = await anna.forge_click(shown, "skat-preference:deck", component_type=3, values=["tarot"])
    assert outcome.acknowledged
    assert rig.disk.rows("SELECT count(*) FROM people") == [(0,)]
    await anna.select(anna.message(shown), "4c", custom_id="skat-preference:deck")
    assert rig.disk.rows("SELECT key, value FROM people") == [("deck", "4c")]
    assert rig.errors() == []
