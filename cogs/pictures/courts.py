"""The figures: jack, queen and king of the French pattern, Unter, Ober and king of the German one.

A figure is a bust about a hundred units tall around the middle of its face: hat at -50, hem at 60.
"""

from typing import Final

from cogs.pictures.canvas import Canvas, Points, Spot, box, ellipse, path
from cogs.pictures.costume import Costume
from game.cards import Rank

_INK: Final = "#2a2026"
_WHITE: Final = "#ffffff"
_LIPS: Final = "#b3323f"

_COAT: Final = path("M -38 62 C -37 38 -30 30 -12 25 L 12 25 C 30 30 37 38 38 62")
_FACE: Final = path("M -16 -8 C -16 -22 16 -22 16 -8 C 16 8 10 19 0 20 C -10 19 -16 8 -16 -8")
_CROWN: Final = path("M -21 -16 L -25 -41 L -12 -30 L 0 -46 L 12 -30 L 25 -41 L 21 -16 Q 0 -11 -21 -16")
_BEARD: Final = path(
    "M -17 -6 C -18 16 -14 30 0 36 C 14 30 18 16 17 -6 C 14 2 12 6 9 7 Q 0 3 -9 7 C -12 6 -14 2 -17 -6"
)
_MOUSTACHE: Final = path("M 0 7 C 5 3 11 5 17 2 C 15 11 6 14 0 10 C -6 14 -15 11 -17 2 C -11 5 -5 3 0 7")
_LONG_HAIR: Final = path(
    "M 0 -26 C 22 -26 25 -8 24 8 C 24 22 32 28 29 42 C 22 40 14 34 12 26 L -12 26 "
    "C -14 34 -22 40 -29 42 C -32 28 -24 22 -24 8 C -25 -8 -22 -26 0 -26"
)
_PARTING: Final = path(
    "M -17 -4 C -19 -24 0 -26 0 -18 C 0 -26 19 -24 17 -4 C 14 -12 8 -15 0 -15 C -8 -15 -14 -12 -17 -4"
)
_TIARA: Final = path("M -19 -19 L -17 -33 L -9 -26 L 0 -40 L 9 -26 L 17 -33 L 19 -19 Q 0 -27 -19 -19")
_BOB: Final = path(
    "M -19 12 C -26 -4 -24 -26 0 -26 C 24 -26 26 -4 19 12 C 22 16 16 18 13 14 L -13 14 C -16 18 -22 16 -19 12"
)
_BERET: Final = path("M -24 -14 C -34 -26 -22 -42 0 -41 C 20 -42 36 -32 25 -15 Q 0 -24 -24 -14")
_BAND: Final = path("M -22 -12 Q 0 -22 22 -12 L 22 -18 Q 0 -28 -22 -18")
_PLUME: Final = path("M 12 -28 C 20 -48 36 -52 38 -38 C 40 -28 30 -24 24 -22 C 30 -30 26 -38 12 -28")
_BRIM: Final = path("M -36 -13 C -22 -25 22 -25 36 -13 C 22 -7 -22 -7 -36 -13")
_CROWN_OF_HAT: Final = path("M -20 -15 C -21 -36 -16 -43 0 -43 C 16 -43 21 -36 20 -15 Q 0 -20 -20 -15")
_HAT_PLUME: Final = path("M -16 -22 C -10 -44 -34 -56 -40 -42 C -44 -32 -36 -22 -26 -24 C -32 -30 -30 -40 -16 -22")
_GOATEE: Final = path("M -4 16 Q 0 13 4 16 Q 4 25 0 30 Q -4 25 -4 16")
_POINTED: Final = path("M -24 -11 C -20 -30 2 -50 36 -40 C 26 -36 23 -26 23 -13 Q 0 -22 -24 -11")
_TURN_UP: Final = path("M -27 -9 C -22 -17 -10 -20 0 -20 C 12 -20 20 -17 25 -10 Q 0 -15 -27 -9")


def figure(canvas: Canvas, spot: Spot, rank: Rank, costume: Costume, *, german: bool) -> None:
    """Draws the figure of a jack, queen or king; on the German deck an Unter, Ober or king."""
    match rank:
        case Rank.KING:
            _king(canvas, spot, costume)
        case Rank.QUEEN if german:
            _ober(canvas, spot, costume)
        case Rank.QUEEN:
            _queen(canvas, spot, costume)
        case _ if german:
            _unter(canvas, spot, costume)
        case _:
            _jack(canvas, spot, costume)


def _body(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    canvas.outlined(spot, _COAT, costume.cloth, 2, costume.shade)
    canvas.fill(spot, box(-7, 8, 7, 30, 4), costume.skin)


def _face(canvas: Canvas, spot: Spot, costume: Costume, *, brows: str, lips: str = _LIPS) -> None:
    canvas.fill(spot, _FACE, costume.skin)
    for side in (-1, 1):
        canvas.fill(spot, ellipse(9.5 * side, 6, 3.6, 2.6), "#efa58d")
        canvas.fill(spot, ellipse(6.4 * side, -1.5, 2.3, 2.9), _INK)
        canvas.fill(spot, ellipse(6.4 * side + 0.8, -2.6, 0.8, 0.9), _WHITE)
        canvas.line(spot, ((3.6 * side, -7.2), (9.8 * side, -6.6)), 1.8, brows)
    canvas.line(spot, path("M 1 -1 Q 3.4 4 .4 4.6"), 1.3, "#c98f68")
    canvas.line(spot, path("M -4.6 10.4 Q 0 13.6 4.6 10.4"), 2, lips)


def _buttons(canvas: Canvas, spot: Spot, colour: str) -> None:
    for y in (40, 50, 60):
        canvas.fill(spot, ellipse(0, y, 2.6, 2.6), colour)


def _jewels(canvas: Canvas, spot: Spot, points: Points, radius: float, colour: str) -> None:
    for x, y in points:
        canvas.fill(spot, ellipse(x, y, radius, radius), colour)


def _king(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    _body(canvas, spot, costume)
    canvas.outlined(
        spot,
        path("M -33 36 Q -20 26 -9 26 L 0 48 L 9 26 Q 20 26 33 36 L 12 62 L -12 62 L -33 36"),
        _WHITE,
        1.2,
        "#d7d2c6",
    )
    for x, y in ((-22, 37), (22, 37), (-13, 48), (13, 48), (-5, 56), (5, 56)):
        canvas.line(spot, ((x, y - 2), (x, y + 2)), 2, _INK)
    canvas.fill(spot, path("M -20 -14 C -28 0 -26 16 -20 22 L 20 22 C 26 16 28 0 20 -14"), costume.hair)
    _face(canvas, spot, costume, brows=costume.hair)
    canvas.fill(spot, _BEARD, costume.hair)
    canvas.line(spot, path("M -4.6 12 Q 0 15 4.6 12"), 2.4, _LIPS)
    canvas.fill(spot, _MOUSTACHE, costume.hair)
    canvas.line(spot, path("M -16 5 Q -8 13 0 9.5 Q 8 13 16 5"), 1.1, costume.strand)
    for x in (-6, 0, 6):
        canvas.line(spot, path(f"M {x} 20 Q {x * 0.8} 26 {x * 0.3} 31"), 1.1, costume.strand)
    canvas.outlined(spot, _CROWN, costume.metal, 1.6, "#8a6410")
    canvas.line(spot, path("M -20 -19 Q 0 -14 20 -19"), 3.4, costume.jewel)
    _jewels(canvas, spot, ((-25, -42), (25, -42), (0, -47)), 3.6, costume.jewel)
    _jewels(canvas, spot, ((0, -27),), 3.2, costume.jewel)


def _queen(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    canvas.fill(spot, _LONG_HAIR, costume.hair)
    _body(canvas, spot, costume)
    canvas.fill(spot, path("M -17 27 Q 0 50 17 27 L 7 22 L -7 22"), costume.skin)
    canvas.line(spot, path("M -18 27 Q 0 53 18 27"), 4, costume.trim)
    for side in (-1, 1):
        canvas.fill(spot.at(0, 0, flip=side < 0), path("M 17 -6 C 24 8 20 22 30 40 C 20 42 14 28 14 14"), costume.hair)
    _face(canvas, spot, costume, brows=costume.hair)
    canvas.fill(spot, ellipse(0, 11.4, 4.2, 2.4), _LIPS)
    canvas.fill(spot, _PARTING, costume.hair)
    canvas.outlined(spot, _TIARA, costume.metal, 1.5, "#8a6410")
    _jewels(canvas, spot, ((0, -40), (-17, -34), (17, -34)), 2.8, costume.jewel)
    _jewels(canvas, spot, ((0, -29),), 3, costume.jewel)
    _jewels(canvas, spot, ((-10, 33), (-4, 37), (4, 37), (10, 33)), 2, _WHITE)
    _jewels(canvas, spot, ((0, 39),), 3, costume.metal)
    _jewels(canvas, spot, ((-17, 10), (17, 10)), 2.4, costume.metal)


def _jack(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    _body(canvas, spot, costume)
    for x in (-24, 24):
        canvas.line(spot, ((x, 36), (x * 1.1, 62)), 4, costume.trim)
    _buttons(canvas, spot, costume.metal)
    canvas.fill(spot, _BOB, costume.hair)
    canvas.outlined(spot, ellipse(0, 27, 19, 6.5), _WHITE, 1.2, "#cfc9bb")
    for x in (-12, -6, 0, 6, 12):
        canvas.line(spot, ((x * 0.8, 23), (x, 32)), 1.2, "#cfc9bb")
    _face(canvas, spot, costume, brows=costume.hair)
    canvas.fill(spot, path("M -17 -4 C -18 -20 18 -20 17 -4 Q 12 -11 6 -12 Q -8 -8 -17 -4"), costume.hair)
    canvas.outlined(spot, _BERET, costume.cloth, 1.6, costume.shade)
    canvas.fill(spot, _BAND, costume.trim)
    canvas.outlined(spot, _PLUME, _WHITE, 1.4, "#b9b3a6")
    _jewels(canvas, spot, ((13, -22),), 3.4, costume.metal)


def _ober(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    _body(canvas, spot, costume)
    canvas.line(spot, path("M -30 34 L 26 62"), 8, costume.trim)
    for side in (-1, 1):
        canvas.outlined(spot, ellipse(29 * side, 36, 9, 5.5), costume.metal, 1.4, "#8a6410")
    canvas.fill(spot, path("M -10 26 L 0 38 L 10 26 L 14 33 L 0 46 L -14 33"), _WHITE)
    canvas.fill(spot, path("M -19 -14 C -24 0 -22 14 -17 18 L 17 18 C 22 14 24 0 19 -14"), costume.hair)
    _face(canvas, spot, costume, brows=costume.hair)
    canvas.fill(spot, _GOATEE, costume.hair)
    canvas.fill(
        spot, path("M 0 7 C 6 3 10 9 20 0 C 19 12 7 15 0 10 C -7 15 -19 12 -20 0 C -10 9 -6 3 0 7"), costume.hair
    )
    canvas.outlined(spot, _HAT_PLUME, _WHITE, 1.4, "#b9b3a6")
    canvas.outlined(spot, _CROWN_OF_HAT, costume.cloth, 1.6, costume.shade)
    canvas.line(spot, path("M -19 -20 Q 0 -25 19 -20"), 6, costume.trim)
    canvas.outlined(spot, _BRIM, costume.cloth, 1.8, costume.shade)


def _unter(canvas: Canvas, spot: Spot, costume: Costume) -> None:
    _body(canvas, spot, costume)
    _buttons(canvas, spot, costume.metal)
    canvas.outlined(
        spot,
        path("M -24 30 Q 0 20 24 30 L 18 40 L 10 35 L 0 44 L -10 35 L -18 40 L -24 30"),
        costume.trim,
        1.2,
        costume.shade,
    )
    canvas.fill(spot, path("M -18 -12 C -25 0 -23 10 -18 14 L -12 4 L 12 4 L 18 14 C 23 10 25 0 18 -12"), costume.hair)
    _face(canvas, spot, costume, brows=costume.hair)
    _jewels(canvas, spot, ((-9, 3.4), (-6.4, 5), (9, 3.4), (6.4, 5)), 0.8, "#b9703f")
    canvas.fill(spot, path("M -17 -4 C -18 -20 18 -20 17 -4 Q 10 -10 2 -9 Q -8 -12 -17 -4"), costume.hair)
    canvas.outlined(spot, _POINTED, costume.cloth, 1.6, costume.shade)
    canvas.fill(spot, path("M -16 -20 C -30 -28 -34 -42 -28 -52 C -18 -46 -12 -34 -10 -24"), costume.trim)
    canvas.line(spot, path("M -14 -22 Q -23 -34 -27 -48"), 1.2, costume.shade)
    canvas.outlined(spot, _TURN_UP, costume.trim, 1.4, costume.shade)
