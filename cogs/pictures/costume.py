"""What the twelve figures of a deck wear: colours per suit, so that no two figures of one rank look alike."""

from dataclasses import dataclass
from typing import Final

from cogs.pictures.deck import Deck
from game.cards import Suit

GOLD: Final = "#f0b429"
_SILVER: Final = "#cdd5e3"


@dataclass(frozen=True, slots=True)
class Costume:
    """Colours of a figure: `cloth` of coat and hat, `trim` on it, `metal` of crown and buttons, hair and its strands,
    jewels and skin."""

    cloth: str
    shade: str
    trim: str
    metal: str
    hair: str
    strand: str
    jewel: str
    skin: str = "#f6cfa6"


_RED: Final = Costume("#cf1b33", "#960f22", "#f7c948", GOLD, "#d9a441", "#b27d22", "#cf1b33")

COSTUMES: Final[dict[Deck, dict[Suit, Costume]]] = {
    Deck.FRENCH: {
        Suit.CLUBS: Costume("#2459a9", "#173b73", GOLD, GOLD, "#5d3a1d", "#84592f", "#2459a9"),
        Suit.SPADES: Costume("#5a3796", "#3a2168", _SILVER, _SILVER, "#2b2523", "#5a4f4a", "#5a3796", "#e9b98c"),
        Suit.HEARTS: _RED,
        Suit.DIAMONDS: Costume("#f0a01e", "#b86c06", "#b3152b", GOLD, "#a2431a", "#cc6c38", "#b3152b", "#fad9b5"),
    },
    Deck.TOURNAMENT: {
        Suit.CLUBS: Costume("#39404f", "#20242e", GOLD, GOLD, "#5d3a1d", "#84592f", "#39404f"),
        Suit.SPADES: Costume("#15914a", "#0a6430", _SILVER, _SILVER, "#2b2523", "#5a4f4a", "#15914a", "#e9b98c"),
        Suit.HEARTS: _RED,
        Suit.DIAMONDS: Costume("#ee8a1d", "#b85400", "#2f5fa8", GOLD, "#a2431a", "#cc6c38", "#2f5fa8", "#fad9b5"),
    },
    Deck.GERMAN: {
        Suit.CLUBS: Costume("#8a5223", "#5b3413", "#9ccb6a", GOLD, "#3a281a", "#66492f", "#8a5223", "#e9b98c"),
        Suit.SPADES: Costume("#2f8f46", "#1c6630", "#f3d35b", GOLD, "#7a4a20", "#a06c38", "#2f8f46"),
        Suit.HEARTS: _RED,
        Suit.DIAMONDS: Costume("#f2b51d", "#a96a00", "#2c62b0", GOLD, "#a2431a", "#cc6c38", "#2c62b0", "#fad9b5"),
    },
}
