"""The pieces a table is put together from: ground, plates, bubbles, signs; each drawn finely once, then kept."""

from enum import Enum
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from cogs.pictures.canvas import Canvas, Colour, box, ellipse, path
from cogs.pictures.layout import PLATE, SIZE

FELT: Final = "#17382f"
LIGHT: Final = "#f3efe2"
DARK: Final = "#1b211f"
MUTED: Final = "#a9c3b7"
GOLD: Final = "#f5c84c"
GOOD: Final = "#8fe3a1"
BAD: Final = "#ffb3a6"
SOFT: Final = 10


class Mood(Enum):
    """How a plate looks: `fill`, `edge`, colour of the name, colour of the rest."""

    QUIET = ("#0f2821", "#2f5a4b", LIGHT, MUTED)
    DECLARER = ("#0f2821", GOLD, LIGHT, MUTED)
    TO_MOVE = (GOLD, "#fff0b8", DARK, "#4a3c0d")
    OUT = ("#173a30", "#173a30", MUTED, MUTED)

    @property
    def fill(self) -> Colour:
        return self.value[0]

    @property
    def edge(self) -> Colour:
        return self.value[1]

    @property
    def ink(self) -> Colour:
        return self.value[2]

    @property
    def faint(self) -> Colour:
        return self.value[3]


class Sign(Enum):
    DEALER = "dealer"
    COMPUTER = "computer"
    AWAY = "away"
    DECLARER = "declarer"


@cache
def ground() -> Image.Image:
    """The empty table, RGB."""
    canvas = Canvas(*SIZE, 2)
    whole = canvas.whole
    canvas.fill(whole, box(0, 0, *SIZE), FELT)
    canvas.fill(whole, ellipse(500, 300, 455, 262), "#143128")
    canvas.fill(whole, ellipse(500, 300, 448, 255), "#2b6a53")
    canvas.fill(whole, ellipse(500, 300, 440, 247), "#215644")
    return canvas.picture().convert("RGB")


@cache
def plate(mood: Mood) -> Image.Image:
    return panel(*PLATE, 18, mood.fill, mood.edge)


@cache
def panel(width: int, height: int, radius: int, fill: Colour, edge: Colour) -> Image.Image:
    """A rectangle with round corners and an edge of three pixels, RGBA."""
    canvas = Canvas(width, height)
    canvas.fill(canvas.whole, box(0, 0, width, height, radius), edge)
    canvas.fill(canvas.whole, box(3, 3, width - 3, height - 3, radius - 3), fill)
    return canvas.picture()


@cache
def glow(width: int, height: int, colour: Colour) -> Image.Image:
    """A frame to lie under a card that won."""
    canvas = Canvas(width + 10, height + 10)
    canvas.fill(canvas.whole, box(0, 0, width + 10, height + 10, 0.16 * width + 5), colour)
    return canvas.picture()


@cache
def shadow(width: int, height: int) -> Image.Image:
    """The soft shadow of a card, larger than it by `SOFT` on every side."""
    mask = Image.new("L", (width + 2 * SOFT, height + 2 * SOFT), 0)
    ImageDraw.Draw(mask).rounded_rectangle((SOFT, SOFT, SOFT + width, SOFT + height), width // 10, fill=110)
    soft = Image.new("RGBA", mask.size, "#04110c")
    soft.putalpha(mask.filter(ImageFilter.GaussianBlur(SOFT / 2)))
    return soft


@cache
def sign(which: Sign, size: int, ink: Colour, ground_colour: Colour) -> Image.Image:
    """A small drawing, `size` pixels square: two cards dealt, a robot's head, a sleeping moon, a crown."""
    canvas = Canvas(size, size)
    spot = canvas.whole.at(size / 2, size / 2, size / 100)
    match which:
        case Sign.DEALER:
            canvas.fill(spot.at(-12, 2, turn=-14), box(-24, -36, 24, 36, 8), ink)
            canvas.fill(spot.at(14, 2, turn=12), box(-28, -40, 28, 40, 10), ground_colour)
            canvas.fill(spot.at(14, 2, turn=12), box(-23, -35, 23, 35, 7), ink)
            canvas.fill(spot.at(14, 2, turn=12), path("M 0 -18 L 12 0 L 0 18 L -12 0"), ground_colour)
        case Sign.COMPUTER:
            canvas.line(spot, ((0, -40), (0, -22)), 7, ink)
            canvas.fill(spot, ellipse(0, -40, 8, 8), ink)
            canvas.fill(spot, box(-40, -24, 40, 38, 14), ink)
            for x in (-17, 17):
                canvas.fill(spot, ellipse(x, 0, 9, 9), ground_colour)
            canvas.line(spot, ((-16, 22), (16, 22)), 7, ground_colour)
        case Sign.DECLARER:
            canvas.fill(spot, path("M -36 34 L -44 -24 L -20 2 L 0 -36 L 20 2 L 44 -24 L 36 34"), ink)
            for x, y in ((-44, -26), (0, -38), (44, -26)):
                canvas.fill(spot, ellipse(x * 0.96, y, 7, 7), ink)
            canvas.line(spot, ((-30, 22), (30, 22)), 5, ground_colour)
        case Sign.AWAY:
            canvas.fill(spot, ellipse(-6, 6, 38, 38), ink)
            canvas.fill(spot, ellipse(12, -8, 32, 32), ground_colour)
            canvas.line(spot, ((16, -34), (38, -34), (16, -8), (38, -8)), 6, ink)
    return canvas.picture()
