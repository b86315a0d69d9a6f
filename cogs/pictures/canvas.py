"""A vector canvas over Pillow: shapes in their own units, drawn several times too large and scaled down once.

A shape is drawn where a `Spot` puts it; paths are written like the `d` of an SVG path, absolute commands only.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cogs.pictures.fonts import font

Point = tuple[float, float]
Points = tuple[Point, ...]
Colour = str

_STEPS: Final = 14
_STEEP: Final = [min(255, max(0, (value - 14) * 24)) for value in range(256)]
"""Turns the soft border of a blurred mask into one about a pixel wide."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a shape's origin lies on the canvas, what its unit measures there, and how it is turned (degrees)."""

    x: float
    y: float
    unit: float
    turn: float = 0.0
    flip: bool = False

    def at(self, x: float, y: float, unit: float = 1.0, *, turn: float = 0.0, flip: bool = False) -> "Spot":
        """A spot inside this one, given in its units."""
        (there,) = self.place(((x, y),))
        return Spot(*there, self.unit * unit, self.turn + (-turn if self.flip else turn), self.flip is not flip)

    def place(self, points: Sequence[Point]) -> Points:
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        across = -self.unit if self.flip else self.unit
        placed: list[Point] = []
        for x, y in points:
            px, py = x * across, y * self.unit
            placed.append((self.x + px * cos - py * sin, self.y + px * sin + py * cos))
        return tuple(placed)


@lru_cache(maxsize=1024)
def path(text: str) -> Points:
    """The points of a path of M, L, Q and C commands with absolute numbers; it is closed by being filled.

    Raises ValueError for any other command.
    """
    words = text.split()
    points: list[Point] = []
    while words:
        command = words.pop(0)
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}.get(command)
        if count is None:
            raise ValueError(f"no command of a path: {command!r}; it knows M, L, Q and C")
        numbers = [float(words.pop(0)) for _ in range(2 * count)]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += ends if count == 1 else _curve([points[-1], *ends])
    return tuple(points)


def _curve(control: list[Point]) -> list[Point]:
    curve: list[Point] = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        level: list[Point] = control
        while len(level) > 1:
            level = [(a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(level)]
        curve += level
    return curve


@lru_cache(maxsize=256)
def ellipse(x: float, y: float, rx: float, ry: float, start: float = 0, end: float = 360) -> Points:
    """Points of an ellipse or of a part of it, clockwise from `start` degrees."""
    steps = max(8, round(abs(end - start) / 6))
    turns = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((x + rx * math.cos(turn), y + ry * math.sin(turn)) for turn in turns)


@lru_cache(maxsize=256)
def box(left: float, top: float, right: float, bottom: float, radius: float = 0) -> Points:
    """A rectangle with round corners."""
    corners = (
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
        (right - radius, top + radius, 270),
    )
    return sum((ellipse(x, y, radius, radius, turn, turn + 90) for x, y, turn in corners), ())


class Canvas:
    """A transparent canvas of `width` x `height` pixels; `fineness` is how many times larger `image` is drawn."""

    def __init__(self, width: int, height: int, fineness: int = 4) -> None:
        self._size = (width, height)
        self._fineness = fineness
        self.image = Image.new("RGBA", (width * fineness, height * fineness), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    @property
    def whole(self) -> Spot:
        """The spot whose unit is one pixel of the finished picture."""
        return Spot(0, 0, self._fineness)

    def fill(self, spot: Spot, points: Points, colour: Colour) -> None:
        self._draw.polygon(spot.place(points), fill=colour)

    def line(self, spot: Spot, points: Points, thickness: float, colour: Colour) -> None:
        """A line with round ends and joints; `thickness` in units of the spot."""
        placed = spot.place(points)
        thick = max(1.0, thickness * spot.unit)
        self._draw.line(placed, fill=colour, width=round(thick), joint="curve")
        for x, y in (placed[0], placed[-1]):
            half = thick / 2
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def outlined(self, spot: Spot, points: Points, colour: Colour, thickness: float, edge: Colour) -> None:
        """A filled shape with a line around it, half inside."""
        self.fill(spot, points, colour)
        self.line(spot, (*points, points[0]), thickness, edge)

    def text(self, spot: Spot, text: str, room: float, height: float, colour: Colour) -> float:
        """Bold text whose capitals are `height` units tall, squeezed into `room` units; its top left is the spot.

        Returns the width in units.
        """
        glyphs, top = _glyphs(text, round(height * spot.unit))
        wide = min(glyphs.width, round(room * spot.unit))
        glyphs = glyphs.resize((wide, glyphs.height), Image.Resampling.LANCZOS)
        x, y = round(spot.x), round(spot.y) - top
        if round(spot.turn) % 360 == 180:
            glyphs = glyphs.rotate(180)
            x, y = x - wide, round(spot.y) + top - glyphs.height
        self.image.paste(colour, (x, y), glyphs)
        return wide / spot.unit

    def lay(self, other: "Canvas", *, halo: float = 0, colour: Colour = "#ffffff") -> None:
        """Puts another canvas of the same size on this one, with a halo of so many pixels around what it shows."""
        if halo:
            spread = other.image.getchannel("A").filter(ImageFilter.GaussianBlur(halo * self._fineness / 1.6))
            self.image.paste(colour, (0, 0), spread.point(_STEEP))
        self.image.alpha_composite(other.image)

    def trim(self, spot: Spot, shape: Points) -> None:
        """Clears everything outside the shape."""
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon(spot.place(shape), fill=255)
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask))

    def beside(self) -> "Canvas":
        """An empty canvas of the same size."""
        return Canvas(*self._size, self._fineness)

    def picture(self) -> Image.Image:
        """The finished picture, RGBA."""
        return self.image.reduce(self._fineness)


@lru_cache(maxsize=256)
def _glyphs(text: str, height: int) -> tuple[Image.Image, int]:
    """A mask of the text with capitals `height` pixels tall, and the row where these begin."""
    typeface = font(round(height / 0.729), bold=True)
    left, top, right, bottom = typeface.getbbox(text, anchor="ls")
    mask = Image.new("L", (round(right - left), round(bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=typeface, anchor="ls")
    return mask, round(-top) - height
