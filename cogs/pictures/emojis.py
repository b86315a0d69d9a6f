"""The application emojis: which there are, how they are called, their PNG files.

One name stands for one picture: languages share a face whose letter does not differ.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from cogs.pictures.deck import Deck, letter
from cogs.pictures.faces import face, suit_face
from game.cards import DECK, Card, Suit

LANGUAGES: Final = ("en", "de")
"""The languages whose letters differ; every other one has the letters of the first."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """One emoji to upload; `subject` is what its picture shows."""

    name: str
    subject: Card | Suit
    deck: Deck
    language: str

    def png(self) -> bytes:
        """The picture, 128 x 128; a few milliseconds of drawing, so not for the event loop."""
        if isinstance(self.subject, Card):
            return _png(face(self.subject, self.deck, self.language))
        return _png(suit_face(self.subject, self.deck))


def emoji_name(card: Card, deck: Deck, language: str) -> str:
    """The name of a card's emoji, such as ``skat_fr_c7``, or ``skat_fr_de_cj`` where the letter depends on language."""
    spoken = language[:2] if language[:2] in LANGUAGES else LANGUAGES[0]
    shared = len({letter(card.rank, deck, each) for each in LANGUAGES}) == 1
    return "_".join(("skat", deck.value, *(() if shared else (spoken,)), card.name.lower()))


def suit_emoji_name(suit: Suit, deck: Deck) -> str:
    """The name of a suit's emoji, such as ``skat_fr_clubs``."""
    return f"skat_{deck.value}_{suit.name.lower()}"


def emojis() -> tuple[Emoji, ...]:
    """Every emoji there is, each name once, the French deck first."""
    named: dict[str, Emoji] = {}
    for deck in Deck:
        for language in LANGUAGES:
            for card in DECK:
                name = emoji_name(card, deck, language)
                named.setdefault(name, Emoji(name, card, deck, language))
        for suit in Suit:
            name = suit_emoji_name(suit, deck)
            named[name] = Emoji(name, suit, deck, LANGUAGES[0])
    return tuple(named.values())


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
