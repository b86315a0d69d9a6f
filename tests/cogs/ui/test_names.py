"""Hostile names (F35): nothing pings, formats, hides or breaks out, and nobody is nameless."""

import re
import unicodedata

import pytest

from cogs.ui.names import LENGTH, NAMELESS, clean, columns_of, markdown, monospace
from tests.cogs.ui.play import HOSTILE

MORE = (
    "@here",
    "<@123456789012345678>",
    "<#123456789012345678>",
    "<a:wave:123456789012345678>",
    "https://evil.example/x",
    "discord.gg/abcdef",
    "> quote",
    ">>> quote",
    "- list",
    "* list",
    "+ list",
    "12) list",
    "# big",
    "~~gone~~",
    "\\",
    "a\\",
    "back`tick",
    "```",
    "a\nb\r\nc\u2028d",
    "tab\tbed",
    "\x00\x07nul",
    "e\u0301\u0301\u0301\u0301\u0301\u0301 zalgo",
    "\u0301lone mark",
    "\ud800 half",
    "ㅤ",
    "\u2800",
    "   ",
    "",
    "ﷺ" * 40,
    "𝕬𝖓𝖓𝖆",
    "O'Brien & Söhne",
)


@pytest.mark.parametrize("raw", HOSTILE + MORE)
def test_a_clean_name_is_short_visible_and_on_one_line(raw: str) -> None:
    name = clean(raw)
    assert 1 <= len(name) <= LENGTH
    assert name == name.strip()
    assert "  " not in name
    assert unicodedata.is_normalized("NFC", name)
    for character in name:
        assert unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    assert clean(name) == name


@pytest.mark.parametrize("raw", HOSTILE + MORE)
def test_markdown_leaves_nothing_alive(raw: str) -> None:
    shown = markdown(clean(raw))
    assert not re.search(r"[<>@/]", shown)
    without_escapes = re.sub(r"\\([^\w\s]|_)", "", shown)
    assert not re.search(r"[\\*_~`|#\[\](){}:]", without_escapes)
    assert not re.match(r"\s*([-+*>#]|\d+[.)])", without_escapes)


@pytest.mark.parametrize("raw", HOSTILE + MORE)
def test_monospace_keeps_its_width_and_its_block(raw: str) -> None:
    shown = monospace(clean(raw), 6)
    assert sum(map(columns_of, shown)) == 6
    assert not re.search(r"[`<>@/\n]", shown)


def test_plain_names_stay_as_they_are() -> None:
    assert markdown(clean("Anna")) == "Anna"
    assert markdown(clean("Jürgen 2")) == "Jürgen 2"
    assert clean("O'Brien & Söhne") == "O'Brien & Söhne"
    assert clean("田中さん") == "田中さん"


def test_a_name_of_nothing_visible_gets_a_stand_in() -> None:
    for raw in ("", "   ", "\u200b\u200d", "ㅤ", "\u2800", "\u202e"):
        assert clean(raw) == NAMELESS


def test_decomposed_letters_are_composed() -> None:
    assert clean("Ju\u0308rgen") == "Jürgen"


def test_wide_letters_take_two_columns() -> None:
    assert monospace("田中さん", 6) == "田中さ"
    assert monospace("田中さん", 7) == "田中さ "
