"""Command names in German and English that Discord accepts."""

import re
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.texts import Texts
from bot.translator import CommandTexts, CommandTranslator

NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's rule for names of commands and options, together with lower case."""

CONTEXT = cast("Any", None)


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load(strict=True)


def command_keys(texts: Texts) -> list[str]:
    return [key for key in texts.catalogue.forms if key.startswith("command.")]


@pytest.mark.parametrize("language", ["de", "en"])
def test_names_are_valid_and_unique_among_their_siblings(texts: Texts, language: str) -> None:
    spoken = texts.of(language)
    siblings: dict[str, list[str]] = {}
    for key in command_keys(spoken):
        if key.endswith(".name"):
            name = spoken(key)
            assert NAME.fullmatch(name)
            assert name == name.lower()
            siblings.setdefault(key.removesuffix(".name").rpartition(".")[0], []).append(name)
        else:
            assert 1 <= len(spoken(key)) <= 100
    assert siblings["command.skat"]
    for names in siblings.values():
        assert len(names) == len(set(names))


def test_every_name_has_a_description(texts: Texts) -> None:
    keys = command_keys(texts)
    for key in keys:
        if key.endswith(".name"):
            assert key.removesuffix("name") + "description" in keys


async def test_the_translator_answers_in_the_languages_it_has(texts: Texts) -> None:
    named = CommandTexts(texts)("skat.open.name")
    assert named.message == "open"
    translator = CommandTranslator(texts)
    assert await translator.translate(named, discord.Locale.german, CONTEXT) == "öffnen"
    assert await translator.translate(named, discord.Locale.british_english, CONTEXT) == "open"
    assert await translator.translate(named, discord.Locale.french, CONTEXT) is None
    assert await translator.translate(app_commands.locale_str("plain"), discord.Locale.german, CONTEXT) is None


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_name_commands_as_they_are_called(texts: Texts, language: str) -> None:
    spoken = texts.of(language)
    names = {spoken(key) for key in command_keys(spoken) if re.fullmatch(r"command\.skat\.\w+\.name", key)}
    every = "\n".join(form for forms in spoken.catalogue.forms.values() for form in forms)
    mentioned = re.findall(r"/skat (\w+)", every)
    assert set(mentioned) <= names
    assert every.count("/skat") == len(mentioned)


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_name_buttons_as_they_are_labelled(texts: Texts, language: str) -> None:
    spoken = texts.of(language)
    every = "\n".join(form for forms in spoken.catalogue.forms.values() for form in forms)
    quoted = set(re.findall(r"„(.+?)“", every))
    labels = {spoken(key) for key in ("button.back", "button.cards", "button.next", "lobby.join", "lobby.start")}
    assert quoted <= labels
    if language == "de":
        assert quoted == labels
