"""The three decks: their colours and the letters of their ranks."""

from enum import Enum
from typing import Final

from game.cards import Rank, Suit

PAPER: Final = "#fffdf8"
"""The face of every card."""
EDGE: Final = "#8b8d93"
"""The card's edge: at least 3 to 1 against Discord's dark and light grounds alike."""


class Deck(Enum):
    """A pattern of cards; the value is its short name in emoji names and preferences."""

    FRENCH = "fr"
    GERMAN = "de"
    TOURNAMENT = "4c"


_BLACK, _RED = "#17191f", "#c4122a"
INKS: Final[dict[Deck, dict[Suit, str]]] = {
    Deck.FRENCH: {Suit.CLUBS: _BLACK, Suit.SPADES: _BLACK, Suit.HEARTS: _RED, Suit.DIAMONDS: _RED},
    Deck.TOURNAMENT: {
        Suit.CLUBS: _BLACK,
        Suit.SPADES: "#0b7a35",
        Suit.HEARTS: "#c4122a",
        Suit.DIAMONDS: "#b85400",
    },
    Deck.GERMAN: {
        Suit.CLUBS: "#5b3413",
        Suit.SPADES: "#1c7030",
        Suit.HEARTS: "#c4122a",
        Suit.DIAMONDS: "#a35c00",
    },
}
"""The colour of each suit: at least 4.5 to 1 against the paper."""

_LETTERS: Final[dict[Rank, str]] = {
    Rank.SEVEN: "7",
    Rank.EIGHT: "8",
    Rank.NINE: "9",
    Rank.TEN: "10",
    Rank.KING: "K",
}
_ENGLISH: Final = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.ACE: "A"}
_GERMAN: Final = {Rank.JACK: "B", Rank.QUEEN: "D", Rank.ACE: "A"}
_GERMAN_DECK: Final = {Rank.JACK: "U", Rank.QUEEN: "O", Rank.ACE: "D"}


def letter(rank: Rank, deck: Deck, language: str) -> str:
    """What the card's corner says: J Q K A, in German B D K A, on the German deck U O K D (Daus)."""
    own = _GERMAN_DECK if deck is Deck.GERMAN else _GERMAN if language[:2] == "de" else _ENGLISH
    return own.get(rank) or _LETTERS[rank]
