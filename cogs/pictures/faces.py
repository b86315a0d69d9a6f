"""Card faces: the square one of an emoji and the upright one of the table; drawn once each, then kept.

An emoji is seen 22 to 48 pixels wide, so it shows little and shows it large: the rank at the top left, the pip beside
or below it, a figure where there is one. A face depends on the language only where letters differ.
"""

from functools import cache
from typing import Final

from PIL import Image

from cogs.pictures.canvas import Canvas, box
from cogs.pictures.costume import COSTUMES
from cogs.pictures.courts import figure
from cogs.pictures.deck import EDGE, INKS, PAPER, Deck, letter
from cogs.pictures.suits import pip
from game.cards import Card, Rank, Suit

EMOJI: Final = 128
"""Width and height of an emoji's picture in pixels."""
CARD: Final = (140, 200)
"""Width and height of an upright face in pixels."""
FIGURES: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)


def face(card: Card, deck: Deck, language: str, size: int = EMOJI) -> Image.Image:
    """The square face, RGBA, `size` pixels wide, transparent outside the card's corners."""
    return _square(card, deck, letter(card.rank, deck, language), size)


def upright(card: Card, deck: Deck, language: str, height: int = CARD[1]) -> Image.Image:
    """The upright face, RGBA, seven tenths as wide as high."""
    return _upright(card, deck, letter(card.rank, deck, language), height)


def suit_face(suit: Suit, deck: Deck, size: int = EMOJI) -> Image.Image:
    """The square face of a suit alone, as on the buttons of the contracts."""
    return _suit(suit, deck).resize((size, size), Image.Resampling.LANCZOS)


@cache
def pip_picture(suit: Suit, deck: Deck, size: int) -> Image.Image:
    """The pip alone, without paper, RGBA."""
    canvas = Canvas(size, size, 8)
    pip(canvas, canvas.whole.at(size / 2, size / 2, size), suit, deck)
    return canvas.picture()


@cache
def back(height: int = CARD[1]) -> Image.Image:
    """The back of an upright card, RGBA."""
    canvas = Canvas(*CARD)
    whole = canvas.whole
    _paper(canvas, *CARD, 2.5)
    canvas.fill(whole, box(10, 10, 130, 190, 8), "#2d4f86")
    lattice = canvas.beside()
    for step in range(-200, 340, 20):
        lattice.line(whole, ((step, 0), (step + 200, 200)), 2, "#5b7fbb")
        lattice.line(whole, ((step, 200), (step + 200, 0)), 2, "#5b7fbb")
    lattice.trim(whole, box(15, 15, 125, 185, 5))
    canvas.lay(lattice)
    return canvas.picture().resize((round(height * 0.7), height), Image.Resampling.LANCZOS)


@cache
def _suit(suit: Suit, deck: Deck) -> Image.Image:
    canvas = Canvas(EMOJI, EMOJI)
    _paper(canvas, EMOJI, EMOJI, 5)
    pip(canvas, canvas.whole.at(64, 64, 96), suit, deck)
    return canvas.picture()


@cache
def _square(card: Card, deck: Deck, corner: str, size: int) -> Image.Image:
    if size != EMOJI:
        return _square(card, deck, corner, EMOJI).resize((size, size), Image.Resampling.LANCZOS)
    canvas = Canvas(EMOJI, EMOJI)
    whole = canvas.whole
    _paper(canvas, EMOJI, EMOJI, 5)
    rank, pips = canvas.beside(), canvas.beside()
    if card.rank in FIGURES:
        drawn = canvas.beside()
        figure(drawn, whole.at(86, 67, 1.12), card.rank, COSTUMES[deck][card.suit], german=deck is Deck.GERMAN)
        drawn.trim(whole, box(5, 5, 123, 123, 18))
        canvas.lay(drawn)
        rank.text(whole.at(14, 15), corner, 42, 50, INKS[deck][card.suit])
        pip(pips, whole.at(35, 95, 46), card.suit, deck)
    elif deck is Deck.GERMAN and card.rank is Rank.ACE:
        rank.text(whole.at(14, 15), corner, 46, 52, INKS[deck][card.suit])
        pip(pips, whole.at(89, 39, 58), card.suit, deck)
        pip(pips, whole.at(56, 91, 58), card.suit, deck)
    else:
        rank.text(whole.at(13, 14), corner, 60, 56, INKS[deck][card.suit])
        pip(pips, whole.at(85, 86, 69), card.suit, deck)
    canvas.lay(pips, halo=4, colour=PAPER)
    canvas.lay(rank, halo=4, colour=PAPER)
    return canvas.picture()


def _paper(canvas: Canvas, width: int, height: int, edge: float) -> None:
    radius = 0.18 * min(width, height) if width == height else 0.1 * width
    canvas.fill(canvas.whole, box(0, 0, width, height, radius), EDGE)
    canvas.fill(canvas.whole, box(edge, edge, width - edge, height - edge, radius - edge), PAPER)


@cache
def _upright(card: Card, deck: Deck, corner: str, height: int) -> Image.Image:
    if height != CARD[1]:
        return _upright(card, deck, corner, CARD[1]).resize((round(height * 0.7), height), Image.Resampling.LANCZOS)
    canvas = Canvas(*CARD)
    whole = canvas.whole
    _paper(canvas, *CARD, 2.5)
    ink = INKS[deck][card.suit]
    rank, pips = canvas.beside(), canvas.beside()
    if card.rank in FIGURES:
        drawn = canvas.beside()
        figure(drawn, whole.at(90, 122, 1.22), card.rank, COSTUMES[deck][card.suit], german=deck is Deck.GERMAN)
        drawn.trim(whole, box(2.5, 2.5, 137.5, 197.5, 11.5))
        canvas.lay(drawn)
        rank.text(whole.at(12, 14), corner, 44, 56, ink)
        pip(pips, whole.at(33, 102, 44), card.suit, deck)
    else:
        daus = card.rank is Rank.ACE and deck is Deck.GERMAN
        rank.text(whole.at(12, 14), corner, 52 if daus else 70, 64, ink)
        if daus:
            pip(pips, whole.at(101, 72, 64), card.suit, deck)
            pip(pips, whole.at(49, 146, 64), card.suit, deck)
        else:
            pip(pips, whole.at(81, 138, 98 if card.rank is Rank.ACE else 88), card.suit, deck)
    canvas.lay(pips, halo=3, colour=PAPER)
    canvas.lay(rank, halo=3, colour=PAPER)
    return canvas.picture()
