"""The pips: clubs, spades, hearts, diamonds; acorns, leaves, hearts and bells. Each fills a square of one unit."""

from typing import Final

from cogs.pictures.canvas import Canvas, Spot, ellipse, path
from cogs.pictures.deck import INKS, PAPER, Deck
from game.cards import Suit

_HEART: Final = path(
    "M 0 .47 C -.1 .27 -.5 .08 -.5 -.19 C -.5 -.37 -.37 -.47 -.25 -.47 C -.12 -.47 -.04 -.38 0 -.27 "
    "C .04 -.38 .12 -.47 .25 -.47 C .37 -.47 .5 -.37 .5 -.19 C .5 .08 .1 .27 0 .47"
)
_SPADE: Final = path(
    "M 0 -.5 C .1 -.3 .48 -.12 .48 .13 C .48 .28 .37 .35 .26 .35 C .17 .35 .09 .31 .045 .23 "
    "C .05 .36 .1 .45 .19 .5 L -.19 .5 C -.1 .45 -.05 .36 -.045 .23 C -.09 .31 -.17 .35 -.26 .35 "
    "C -.37 .35 -.48 .28 -.48 .13 C -.48 -.12 -.1 -.3 0 -.5"
)
_STEM: Final = path("M -.05 .0 C -.05 .3 -.1 .42 -.2 .5 L .2 .5 C .1 .42 .05 .3 .05 .0")
_CLUB_LEAVES: Final = (
    ellipse(0, -0.265, 0.232, 0.232),
    ellipse(-0.272, 0.12, 0.232, 0.232),
    ellipse(0.272, 0.12, 0.232, 0.232),
    path("M -.06 -.15 L .06 -.15 L .1 .1 L -.1 .1"),
)
_DIAMOND: Final = path("M 0 -.5 Q .18 -.21 .43 0 Q .18 .21 0 .5 Q -.18 .21 -.43 0 Q -.18 -.21 0 -.5")
_NUT: Final = path("M -.33 -.12 C -.34 .18 -.2 .36 0 .5 C .2 .36 .34 .18 .33 -.12")
_SHINE: Final = path("M -.17 0 C -.16 .13 -.12 .2 -.05 .28")
_CAP: Final = path("M -.43 -.08 C -.43 -.34 -.25 -.42 0 -.42 C .25 -.42 .43 -.34 .43 -.08 Q 0 .07 -.43 -.08")
_CAP_LINES: Final = (
    path("M -.33 -.2 Q 0 -.07 .33 -.2"),
    path("M -.14 -.36 Q -.2 -.2 -.16 -.05"),
    path("M .14 -.36 Q .2 -.2 .16 -.05"),
)
_STALK: Final = path("M 0 -.38 Q 0 -.46 .09 -.48")
_LEAF: Final = path(
    "M 0 -.5 C .1 -.36 .44 -.26 .46 .05 C .47 .24 .3 .32 .18 .3 C .1 .29 .04 .25 0 .2 "
    "C -.04 .25 -.1 .29 -.18 .3 C -.3 .32 -.47 .24 -.46 .05 C -.44 -.26 -.1 -.36 0 -.5"
)
_VEINS: Final = (
    path("M 0 -.34 L 0 .2"),
    path("M 0 .12 Q .17 .06 .28 -.04"),
    path("M 0 .12 Q -.17 .06 -.28 -.04"),
    path("M 0 -.07 Q .1 -.1 .19 -.19"),
    path("M 0 -.07 Q -.1 -.1 -.19 -.19"),
)
_LEAF_STALK: Final = path("M 0 .2 Q -.01 .38 .1 .46")


def pip(canvas: Canvas, spot: Spot, suit: Suit, deck: Deck) -> None:
    """Draws the pip with its middle at the spot, one unit wide."""
    ink = INKS[deck][suit]
    if deck is Deck.GERMAN:
        _german(canvas, spot, suit, ink)
        return
    match suit:
        case Suit.CLUBS:
            for part in (*_CLUB_LEAVES, _STEM):
                canvas.fill(spot, part, ink)
        case Suit.SPADES:
            canvas.fill(spot, _SPADE, ink)
        case Suit.HEARTS:
            canvas.fill(spot, _HEART, ink)
        case Suit.DIAMONDS:
            canvas.fill(spot, _DIAMOND, ink)


def _german(canvas: Canvas, spot: Spot, suit: Suit, ink: str) -> None:
    match suit:
        case Suit.CLUBS:
            canvas.line(spot, _STALK, 0.09, ink)
            canvas.fill(spot, _NUT, ink)
            canvas.line(spot, _SHINE, 0.05, "#c08a52")
            canvas.fill(spot, _CAP, "#2f6b2a")
            for line in _CAP_LINES:
                canvas.line(spot, line, 0.03, "#a8cf86")
        case Suit.SPADES:
            canvas.line(spot, _LEAF_STALK, 0.09, ink)
            canvas.fill(spot, _LEAF, ink)
            for line in _VEINS:
                canvas.line(spot, line, 0.035, "#bfe3b4")
        case Suit.HEARTS:
            canvas.fill(spot, _HEART, ink)
        case Suit.DIAMONDS:
            _bell(canvas, spot, ink)


def _bell(canvas: Canvas, spot: Spot, ink: str) -> None:
    canvas.line(spot, ellipse(0, -0.42, 0.07, 0.07), 0.05, ink)
    canvas.fill(spot, ellipse(0, 0.06, 0.43, 0.43), ink)
    canvas.fill(spot, ellipse(0, 0.06, 0.365, 0.365, 188, 352), "#f4b92e")
    canvas.line(spot, path("M -.4 .06 L .4 .06"), 0.04, PAPER)
    canvas.line(spot, path("M 0 .2 L 0 .4"), 0.06, PAPER)
    canvas.fill(spot, ellipse(0, 0.22, 0.075, 0.075), PAPER)
    canvas.line(spot, ellipse(0, 0.06, 0.27, 0.27, 205, 255), 0.05, "#fff0c0")
