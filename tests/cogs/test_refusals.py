"""Whatever is refused, a person is told why and what to do next, in both languages."""

from __future__ import annotations

import re

import pytest

from bot.texts import Texts
from cogs.desk import NOTICES
from cogs.ui.notes import notice_text
from game.illegal import Reason, Refusal

DEEDS = {
    "de": (
        r"(?i)\b(warte|schau|wähle|spiel|sag|nimm|halte|drücke|hol|öffne|verlasse|frag|heb|bitte|dazusetzen|aufstehen|"
        r"beginnen|wieder dabei|weiter geht es mit)\b"
    ),
    "en": (
        r"(?i)\b(wait|look|choose|play|bid|take|hold|put|press|open|leave|ask|cut|use|watch|add|pass|"
        r"back in the next)\b"
    ),
}
"""What a next step sounds like."""


@pytest.fixture(scope="module", params=["de", "en"])
def spoken(request: pytest.FixtureRequest) -> Texts:
    return Texts.load(strict=True).of(request.param)


def says_what_to_do(text: str, language: str) -> bool:
    """More than one sentence, and a deed in what follows the first."""
    first, *rest = re.split(r"(?<=[.!;,:]) ", text)
    return bool(first) and any(re.search(DEEDS[language], one) for one in rest)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_text_with_a_next_step(spoken: Texts, reason: Reason) -> None:
    text = spoken(f"reason.{reason.value}")
    assert says_what_to_do(text, spoken.language), text
    with_table = f"refused.{reason.value}"
    if with_table in spoken.catalogue.forms:
        told = spoken(with_table, names="Ben", bid=20, card="♥A", suit="♥")
        assert says_what_to_do(told, spoken.language), told


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_a_text_with_a_next_step(spoken: Texts, refusal: Refusal) -> None:
    text = notice_text(NOTICES[refusal], spoken, link="https://discord.com/x", n=2)
    assert says_what_to_do(text, spoken.language), text


def test_no_two_reasons_are_told_in_the_same_words(spoken: Texts) -> None:
    told = [spoken(f"reason.{reason.value}") for reason in Reason]
    assert len(set(told)) == len(told)


def test_nobody_is_blamed(spoken: Texts) -> None:
    """Kind words: no exclamation, no scolding, and the person is spoken to as one of the round."""
    texts = [spoken(f"reason.{reason.value}") for reason in Reason]
    texts += [notice_text(what, spoken, link="", n=1) for what in NOTICES.values()]
    for text in texts:
        assert "!" not in text
        assert not re.search(
            r"falsch|Fehler|verboten|ungültig|wrong|invalid|error|illegal|forbidden", text, re.IGNORECASE
        )
