"""People's names made harmless. A clean name never pings, never formats, never hides and is never empty."""

import re
import unicodedata
from typing import Final

LENGTH: Final = 32
"""The most characters of a name that are shown."""

NAMELESS: Final = "?"
"""What is shown of a name that has no visible character."""

_MOST_MARKS: Final = 2
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks that Unicode counts as visible and every font draws as nothing.
_SELECTORS: Final = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, _SELECTORS)))
# One look-alike each for what Discord reads even behind a backslash or without one: mentions, tags, links.
_LOOK_ALIKES: Final = str.maketrans({"<": "‹", ">": "›", "@": "＠", "/": "∕"})
_ESCAPED: Final = re.compile(r"([\\*_~`|#\-+.()\[\]{}:!=&$^])")


def clean(raw: str) -> str:
    """A name for button labels and pictures: plain text of 1 to 32 visible characters on one line."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", raw):
        category = unicodedata.category(character)
        if category == "Zs" or character in "\t\n\r\v\f":
            marks = 0
            if kept and kept[-1] != " ":
                kept.append(" ")
            continue
        if category in _INVISIBLE_CATEGORIES or character in _BLANK:
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MOST_MARKS and (kept or not marks):
            kept.append(character)
    return "".join(kept[:LENGTH]).strip() or NAMELESS


def markdown(name: str) -> str:
    """A clean name for message texts: no character of it is formatting, a mention, a tag, a link or a list."""
    return _ESCAPED.sub(r"\\\1", name.translate(_LOOK_ALIKES))


def monospace(name: str, width: int) -> str:
    """A clean name for a code block, cut or padded to `width` columns; wide characters take two."""
    shown = ""
    used = 0
    for character in name.translate(_LOOK_ALIKES).replace("`", "ˋ"):
        columns = columns_of(character)
        if used + columns > width:
            break
        shown += character
        used += columns
    return shown + " " * (width - used)


def columns_of(character: str) -> int:
    """Columns a character takes in a fixed-width font: 0, 1 or 2."""
    if unicodedata.category(character).startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
