"""DejaVu Sans, the one typeface of every picture, read from the files that matplotlib ships (no import of it).

Any text can be drawn: what the typeface lacks becomes a white square, invisible marks vanish.
"""

import importlib.resources
import importlib.util
import math
import unicodedata
from functools import cache, lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_FILES: Final = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
_LACKING: Final = "\N{WHITE SQUARE}"
_ABSENT: Final = "\uffff"


@cache
def _file(bold: bool) -> bytes:
    spec = importlib.util.find_spec("matplotlib")
    if spec is None:
        raise FileNotFoundError("the typeface of the pictures comes with matplotlib, which is not installed")
    # A module made of the spec but never executed: resources are found without the cost of the import.
    package = importlib.resources.files(importlib.util.module_from_spec(spec))
    return package.joinpath("mpl-data", "fonts", "ttf", _FILES[bold]).read_bytes()


@lru_cache(maxsize=64)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The typeface at `size` pixels an em."""
    return ImageFont.truetype(BytesIO(_file(bold)), size)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    return _drawn(character) != _drawn(_ABSENT)


def _drawn(character: str) -> bytes:
    probe = Image.new("L", (48, 48))
    ImageDraw.Draw(probe).text((12, 12), character, fill=255, font=font(24))
    return probe.tobytes()


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """`text` in one line, with nothing that the typeface lacks and no mark that turns the direction of reading."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "Z":
            kept.append(" ")
        elif category in ("Mn", "Me"):
            if _has(character) and not "\ufe00" <= character <= "\ufe0f":
                kept.append(character)
        elif category[0] != "C":
            kept.append(character if _has(character) else _LACKING)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def width(text: str, size: int, *, bold: bool = False) -> int:
    """The advance of a drawable text in pixels, rounded up."""
    return -int(-font(size, bold=bold).getlength(text) // 1)


@lru_cache(maxsize=512)
def inked(text: str, size: int, *, bold: bool = False, anchor: str = "ls") -> tuple[Image.Image, tuple[int, int]]:
    """A drawable text as a mask, and where the mask's corner lies from the anchor (as in Pillow: l, m, r and m, s).

    Kept, because a table writes the same names and words on picture after picture.
    """
    left, top, right, bottom = font(size, bold=bold).getbbox(text, anchor=anchor)
    corner = math.floor(left), math.floor(top)
    mask = Image.new("L", (max(1, math.ceil(right) - corner[0]), max(1, math.ceil(bottom) - corner[1])), 0)
    ImageDraw.Draw(mask).text((-corner[0], -corner[1]), text, fill=255, font=font(size, bold=bold), anchor=anchor)
    return mask, corner


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, room: int, *, bold: bool = False, least: int = 0) -> tuple[str, int]:
    """`text` made drawable and fit for `room` pixels: first smaller, down to `least`, then cut with an ellipsis.

    Returns the text and its size.
    """
    text = drawable(text)
    least = least or size
    while size > least and width(text, size, bold=bold) > room:
        size -= 1
    if width(text, size, bold=bold) <= room:
        return text, size
    text = text[:64]
    while text and width(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…", size
