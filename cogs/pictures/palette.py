"""The 256 colours in which a table is sent: chosen once a deck, so that no picture has to look for its own.

A PNG file of a fixed palette is as small as a WebP file, sharper, and made in a fifth of the time.
"""

from functools import cache
from io import BytesIO

from PIL import Image

from cogs.pictures import parts
from cogs.pictures.deck import Deck
from cogs.pictures.faces import FIGURES, upright
from cogs.pictures.layout import SIZE
from cogs.pictures.parts import Mood
from game.cards import DECK, Rank

_TABLE = "#215644"
_WRITTEN = (
    *((ink, _TABLE) for ink in (parts.LIGHT, parts.MUTED, parts.GOOD, parts.BAD, parts.GOLD)),
    *((ink, mood.fill) for mood in Mood for ink in (mood.ink, mood.faint)),
)
"""Colours of letters and signs and what they stand on: their borders need what lies between."""
_STEPS = 5
_IN_A_ROW = 14
_WIDTH, _HEIGHT = 70, 100


def indexed(picture: Image.Image, deck: Deck) -> bytes:
    """The picture of a table, RGB, as a PNG file in the colours of its deck."""
    file = BytesIO()
    # A fixed palette, so neither dithering nor a search is needed; a lower level of compression costs little room.
    picture.quantize(palette=_palette(deck), dither=Image.Dither.NONE).save(file, "PNG", compress_level=3)
    return file.getvalue()


@cache
def _palette(deck: Deck) -> Image.Image:
    """The colours of everything a table is put together from: ground, cards of every colour, plates, letters, signs."""
    sample = Image.new("RGB", (SIZE[0], SIZE[1] + 4 * _HEIGHT))
    sample.paste(parts.ground(), (0, 0))
    below = SIZE[1]
    # No other card has a colour that these have not.
    coloured = [card for card in DECK if card.rank in FIGURES or card.rank is Rank.ACE]
    for number, card in enumerate(coloured):
        image = upright(card, deck, "en", _HEIGHT)
        sample.paste(image, (number % _IN_A_ROW * _WIDTH, below + number // _IN_A_ROW * _HEIGHT), image)
    for number, mood in enumerate(Mood):
        image = parts.plate(mood)
        sample.paste(image, (number * SIZE[0] // len(Mood), below + 2 * _HEIGHT), image)
    for number, (ink, ground) in enumerate(_WRITTEN):
        ends = Image.new("RGB", (1, 1), ink), Image.new("RGB", (1, 1), ground)
        left, top = number * SIZE[0] // len(_WRITTEN), below + 3 * _HEIGHT
        for step in range(_STEPS):
            between = Image.blend(*ends, step / _STEPS).resize((_WIDTH, _HEIGHT // _STEPS))
            sample.paste(between, (left, top + step * _HEIGHT // _STEPS))
    return sample.quantize(256, method=Image.Quantize.FASTOCTREE)
