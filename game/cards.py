"""The 32 cards. Every card exists exactly once; its text is suit letter and rank letter, as in the records."""

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Final


class Suit(Enum):
    """A printed suit; the value is the base value of its suit game (ISkO 5.1.1)."""

    DIAMONDS = 9
    HEARTS = 10
    SPADES = 11
    CLUBS = 12

    @property
    def letter(self) -> str:
        return self.name[0]


class Rank(Enum):
    """A rank; the value is its letter in texts."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class Card(IntEnum):
    """A card; its number is its place in the fixed order that the shuffle starts from.

    Clubs, spades, hearts, diamonds; in each suit 7 8 9 T J Q K A.
    """

    C7, C8, C9, CT, CJ, CQ, CK, CA = range(8)
    S7, S8, S9, ST, SJ, SQ, SK, SA = range(8, 16)
    H7, H8, H9, HT, HJ, HQ, HK, HA = range(16, 24)
    D7, D8, D9, DT, DJ, DQ, DK, DA = range(24, 32)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    @property
    def suit(self) -> Suit:
        return _SUITS[self >> 3]

    @property
    def rank(self) -> Rank:
        return _RANKS[self & 7]

    @property
    def points(self) -> int:
        """Card points (Augen), 0 to 11; all cards together have 120 (ISkO 2.2.3)."""
        return POINTS[self]


_HINT: Final = "a card is one of C S H D followed by one of 7 8 9 T J Q K A"

_SUITS: Final = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
_RANKS: Final = tuple(Rank)

DECK: Final[tuple[Card, ...]] = tuple(Card)
POINTS: Final[tuple[int, ...]] = (0, 0, 0, 10, 2, 3, 4, 11) * 4
JACKS: Final[tuple[Card, ...]] = (Card.CJ, Card.SJ, Card.HJ, Card.DJ)

_BY_NAME: Final = {card.name: card for card in Card}


def card(text: str) -> Card:
    """The card of a text such as ``CJ``.

    Raises ValueError for anything else.
    """
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError(f"no card: {text[:8]!r}; {_HINT}") from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a run of texts such as ``CJSJHT``; dots and spaces between them are passed over."""
    bare = text.replace(".", "").replace(" ", "")
    return tuple(card(bare[i : i + 2]) for i in range(0, len(bare), 2))


def cards_text(several: Iterable[Card]) -> str:
    """The inverse of `cards`, without separators."""
    return "".join(one.name for one in several)


def card_points(several: Iterable[Card]) -> int:
    """Sum of card points."""
    return sum(POINTS[one] for one in several)
