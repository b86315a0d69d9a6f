"""The 256 colours in which a table is sent: chosen once a deck, so that no picture has to look for its own.

A PNG file of a fixed palette is as small as a WebP file, sharper, and made in a fifth of the time.
"""

from functools import cache
from io import BytesIO

from PIL import Image

from cogs.pictures import parts
from cogs.pictures.deck import Deck
from cogs.pictures.faces import upright
from cogs.pictures.layout import SIZE
from cogs.pictures.parts import Mood
from game.cards import DECK

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
    """The colours of everything a table is put together from: ground, every card of the deck, plates, shadow."""
    sample = Image.new("RGB", (SIZE[0], SIZE[1] + 5 * _HEIGHT))
    sample.paste(parts.ground(), (0, 0))
    below = SIZE[1]
    for number, card in enumerate(DECK):
        image = upright(card, deck, "en", _HEIGHT)
        sample.paste(image, (number % _IN_A_ROW * _WIDTH, below + number // _IN_A_ROW * _HEIGHT), image)
    for number, mood in enumerate(Mood):
        image = parts.plate(mood)
        sample.paste(image, (number * SIZE[0] // len(Mood), below + 3 * _HEIGHT), image)
    return sample.quantize(256, method=Image.Quantize.FASTOCTREE)
