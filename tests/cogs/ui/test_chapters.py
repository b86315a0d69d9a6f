"""The rules in words: every chapter under every option, within Discord's limits, and no number that is not played."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cogs.ui.chapters import chapter, first_page, overbid_example, rules_page
from cogs.ui.guide_ids import CHAPTERS, Chapter, RulesId
from cogs.ui.rules_text import NAMES
from game.contract import BIDS
from game.rules import PUB, Rules
from tests.cogs.ui.payload import SELECT, buttons, check, words
from tests.cogs.ui.play import rules_covering_pairs

if TYPE_CHECKING:
    from bot.texts import Texts

OPTIONS = (*rules_covering_pairs(), Rules(), PUB, replace(PUB, length="target:-500"))


def told(name: Chapter, rules: Rules, texts: Texts) -> str:
    return "\n".join(chapter(name, rules, texts))


@pytest.mark.parametrize("deck", ["fr", "de"])
def test_every_chapter_fits_under_every_option(spoken: Texts, deck: str) -> None:
    texts = spoken.for_deck(deck)
    for rules in OPTIONS:
        for one in CHAPTERS:
            components = check(rules_page(RulesId("table", one, rules), texts))
            assert "{" not in words(components)
            (select,) = [part for part in components if part["type"] == SELECT]
            assert [option["value"] for option in select["options"]] == list(CHAPTERS)
            assert [option["value"] for option in select["options"] if option.get("default")] == [one]


def test_the_first_page_names_every_option_with_its_value(spoken: Texts) -> None:
    for rules in OPTIONS:
        shown = words(check(rules_page(first_page("server", rules), spoken)))
        assert spoken("chapter.server") in shown
        for name in NAMES:
            assert spoken(f"option.{name}") in shown


def test_one_can_leaf_from_the_first_chapter_to_the_last_and_back(spoken: Texts) -> None:
    wanted = first_page("table", PUB)
    seen = [wanted.chapter]
    while True:
        on = [to for to, _, label in buttons(check(rules_page(wanted, spoken))) if label == spoken("page.next")]
        if not on:
            break
        (to,) = on
        assert isinstance(to, RulesId)
        assert to.rules == PUB
        wanted = to
        seen.append(to.chapter)
    assert seen == list(CHAPTERS)
    (back,) = [to for to, _, _ in buttons(check(rules_page(wanted, spoken)))]
    assert back == RulesId("table", CHAPTERS[-2], PUB)


NUMBERS: dict[Chapter, str] = {
    # RULES 1 and 4
    "cards": "11 10 10 4 3 2 9 8 7 0 30 120 11 10 9 8 7",
    # RULES 2
    "auction": "63 18 264 18 20 22 23 24 27 30 33 35 36 18",
    # RULES 3
    "games": "90",
    # RULES 4 and 5
    "null": "10 9 8 7 23 35 46 59 46",
    "value": "9 10 11 12 24 11 4 1 1 30 61 60 2 3 10 30 60",
    # RULES 5: 33 bid, Hearts 30, the smallest multiple of 10 is 40, lost twice
    "overbid": "33 30 10 40 80",
    "kontra": "",
    "ramsch": "",
    # RULES 7
    "ending": "9",
    # RULES 8
    "scoring": "36 50 50 40",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_those_of_the_rules(spoken: Texts, name: Chapter) -> None:
    """Written out once by hand from the rules; the page itself asks `game`."""
    text = told(name, Rules(), spoken.for_deck("fr"))
    assert re.findall(r"\d+", text) == NUMBERS[name].split()


def test_options_change_what_is_told(texts: Texts) -> None:
    usual, pub = Rules(), replace(PUB, all_pass="schieberamsch")
    assert "passed in" in told("ramsch", usual, texts)
    assert "Schieberamsch" not in told("ramsch", PUB, texts)
    assert "Schieberamsch" in told("ramsch", pub, texts)
    assert "+120" in told("ramsch", pub, texts)
    assert "without Kontra" in told("kontra", usual, texts)
    assert "Each defender may say" in told("kontra", PUB, texts)
    assert f"held {BIDS[0]} or more" in told("kontra", replace(PUB, kontra="needs_18"), texts)
    assert "before his own first card" in told("kontra", replace(PUB, kontra_until="own_first_card"), texts)
    assert "−46" in told("null", usual, texts)
    assert "−23" in told("null", replace(usual, null_loss="single"), texts)
    assert "At most 4, in Grand 4" in told("value", replace(usual, matadors="jacks"), texts)
    assert "Each defender may give up alone" in told("ending", replace(usual, concede="one"), texts)
    assert "30 when somebody else" in told("scoring", replace(usual, chairs=4), texts)
    assert "Seeger" not in told("scoring", replace(usual, scoring="classic"), texts)
    assert "next 4 deals" in told("scoring", replace(usual, bock="on", chairs=4), texts)
    assert "sits out" in told("cards", replace(usual, chairs=4), texts)
    assert "Whoever loses gets" in told("ramsch", replace(PUB, ramsch_skat="loser"), texts)
    assert "last trick loses" in told("ramsch", replace(PUB, ramsch_tie="last_trick_loses"), texts)
    assert "reaches 500" in told("scoring", replace(usual, length="target:500"), texts)


def test_the_example_of_an_overbid_game_is_one() -> None:
    over = overbid_example(Rules())
    assert over.overbid
    assert not over.won
    assert over.made
    assert (over.bid, over.value, over.charged, over.score) == (33, 30, 40, -80)
