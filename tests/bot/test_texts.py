"""The catalogues: same keys and placeholders in both languages, every key used, every used key there."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.texts import LOCALES, MissingText, Texts, placeholders
from cogs.ui.notes import Notice
from game.illegal import Reason
from game.rules import OPTIONS, PRESETS, Rules

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for room in ("bot", "cogs") for path in (ROOT / room).rglob("*.py"))


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load(strict=True)


def keys_of(texts: Texts) -> set[str]:
    return set(texts.catalogue.forms)


def constants(node: ast.AST) -> Iterator[str]:
    """Every string literal, f-strings as patterns with ``*`` where a value stands."""
    for child in ast.walk(node):
        match child:
            case ast.JoinedStr(values):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in values)
            case ast.Constant(str() as value):
                yield value
            case _:
                pass


def asked(node: ast.AST) -> Iterator[str]:
    """The keys, or patterns of keys, that calls of a Texts name."""
    for call in ast.walk(node):
        match call:
            case ast.Call(func=ast.Name("texts") | ast.Attribute(attr="texts"), args=[key, *_]):
                match key:
                    case ast.IfExp(_, body, orelse):
                        yield from (*_literal(body), *_literal(orelse))
                    case _:
                        yield from _literal(key)
            case _:
                pass


def _literal(node: ast.expr) -> list[str]:
    return list(constants(node))[:1] if isinstance(node, ast.Constant | ast.JoinedStr) else []


def matching(pattern: str, keys: set[str]) -> set[str]:
    if "*" not in pattern:
        return {pattern} & keys
    compiled = re.compile(re.escape(pattern).replace(r"\*", ".+"))
    return {key for key in keys if compiled.fullmatch(key)}


def test_both_languages_have_the_same_keys_and_placeholders(texts: Texts) -> None:
    german, english = texts.of("de"), texts.of("en")
    assert keys_of(german) == keys_of(english)
    for key in keys_of(german):
        for form in (*german.catalogue.forms[key], *english.catalogue.forms[key]):
            missing = placeholders(english.catalogue.forms[key][-1]) - placeholders(form)
            assert missing <= {"n", "factor"}, key
            assert placeholders(form) <= placeholders(english.catalogue.forms[key][-1]), key


def test_plural_texts_take_the_number(texts: Texts) -> None:
    for language in texts.languages:
        for key, forms in texts.of(language).catalogue.forms.items():
            if len(forms) > 1:
                assert any("{n}" in form for form in forms), key


def test_no_text_is_untranslated_doubled_or_fuzzy() -> None:
    for path in LOCALES.glob("*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        lines = re.findall(r'^msgid "(.+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(lines) == len(set(lines))
        assert not catalogue.obsolete
        for message in catalogue:
            assert message.string, message.id
            assert not message.fuzzy or not message.id


def test_every_key_that_is_asked_for_is_there(texts: Texts) -> None:
    keys = keys_of(texts)
    for path in SOURCES:
        for pattern in asked(ast.parse(path.read_text(encoding="utf-8"))):
            if re.fullmatch(r"[a-z_*]+(\.[A-Za-z0-9_*]+)*", pattern):
                full = {pattern, f"command.{pattern}"}
                assert any(matching(one, keys) for one in full), f"{path.name}: {pattern}"


def test_no_key_is_unused(texts: Texts) -> None:
    keys = {key for key in keys_of(texts) if not key.startswith("command.")}
    used: set[str] = set()
    for path in SOURCES:
        for pattern in constants(ast.parse(path.read_text(encoding="utf-8"))):
            if pattern.strip("*.") and len(pattern) < 60:
                used |= matching(pattern, keys)
    assert keys - used == set()


def test_every_reason_notice_and_option_has_its_text(texts: Texts) -> None:
    needed = {f"reason.{reason.value}" for reason in Reason} | {f"note.{notice.value}" for notice in Notice}
    needed |= {f"preset.{name}" for name in PRESETS}
    for field in fields(Rules):
        needed |= {f"option.{field.name}", f"option.{field.name}.about"}
        needed |= {f"option.{field.name}.{value}" for value in OPTIONS.get(field.name, ())}
    assert needed <= keys_of(texts)
    generic = {key for key in keys_of(texts) if key.startswith("reason.")}
    assert generic == {key for key in needed if key.startswith("reason.")}
    for key in generic:
        assert not placeholders(texts(key)), f"{key} must be sayable without knowing the table"


def test_a_failure_names_a_next_step(texts: Texts) -> None:
    """Two sentences or a colon with what to wait for: what is wrong, and what to do."""
    for language in texts.languages:
        spoken = texts.of(language)
        for key in keys_of(spoken):
            if key.startswith(("reason.", "note.")) and key not in DONE:
                sentence = spoken.catalogue.forms[key][-1]
                assert re.search(r"[.!,;:] \S|:\n", sentence) or len(sentence.split(". ")) > 1, (language, key)


DONE = {"note.left", "note.ended", "note.replaced", "note.cut_taken", "reason.skat_not_taken"}


def test_german_speaks_of_skat_as_players_do(texts: Texts) -> None:
    german = texts.of("de")
    every = "\n".join(form for forms in german.catalogue.forms.values() for form in forms)
    for word in (
        "Vorhand", "Mittelhand", "Hinterhand", "Alleinspieler", "Gegenspieler", "reizen", "Spitzen", "Hand",
        "Schneider", "Schwarz", "Ouvert", "überreizt", "Kontra", "Re", "Ramsch", "Schieberamsch", "Durchmarsch",
        "Jungfrau", "Bock", "Seeger-Fabian", "eingepasst", "Augen", "Buben", "Stich", "bedient",
    ):  # fmt: skip
        assert re.search(rf"\b{word}\b", every), word
    assert not re.search(r"\b(Sie|Ihr|Ihre|Ihnen)\b", every)
    for word in ("declarer", "trick", "dealer", "jack"):
        assert not re.search(rf"\b{word}\b", every, re.IGNORECASE)


def test_languages_fall_back_to_english(texts: Texts) -> None:
    assert texts.of("de-DE").language == "de"
    assert texts.of("en-GB").language == "en"
    assert texts.of("pt-BR").language == "en"


def test_a_missing_text_is_an_error_in_tests_and_english_or_the_key_elsewhere(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "en.po").write_text(head + 'msgid "only"\nmsgstr "English {n}"\n', encoding="utf-8")
    (tmp_path / "de.po").write_text(head + '#, fuzzy\nmsgid "only"\nmsgstr "unfertig"\n', encoding="utf-8")
    with pytest.raises(MissingText):
        Texts.load(tmp_path, strict=True).of("de")("only", n=1)
    lenient = Texts.load(tmp_path).of("de")
    assert lenient("only", n=1) == "English 1"
    assert lenient("nowhere", n=1) == "nowhere"


def test_plural_forms_and_values(texts: Texts) -> None:
    german = texts.of("de")
    assert german("scores.remaining", n=1) == "Noch 1 Spiel."
    assert german("scores.remaining", n=0) == "Noch 0 Spiele."
    assert german("scores.remaining", n=2) == "Noch 2 Spiele."
    assert german("table.deal", number="{n}") == "Spiel {n}"


def test_numbers_and_lists(texts: Texts) -> None:
    german = texts.of("de")
    assert [texts.signed(number) for number in (40, 0, -80)] == ["+40", "0", "−80"]
    assert (german.decimal(-12.34), texts.decimal(12.34)) == ("−12,3", "12.3")
    assert german.listed([]) == ""
    assert german.listed(["A"]) == "A"
    assert german.listed(["A", "B", "C"]) == "A, B und C"
