"""Cards as bits, relabelled for each game so that trumps are the top bits and higher cards of a suit are higher bits.

Three layouts serve all games: suit (trumps 21 to 31, three suits of 7), Grand and Ramsch (jacks 28 to 31, four suits
of 7) and Null (four suits of 8). Which suit is which does not matter to the search, so one layout serves four games.
The winner of a trick is the greatest of its cards that lie in the led group or in trumps.
"""

from collections.abc import Iterable
from typing import Final

from game.cards import DECK, POINTS, Card
from game.contract import GROUPS, STRENGTHS, TRUMP_GROUP, Game

SUIT, GRAND, NULL = 0, 1, 2
"""Layouts."""

LAYOUTS: Final = dict.fromkeys(Game, SUIT) | {Game.GRAND: GRAND, Game.RAMSCH: GRAND, Game.NULL: NULL}


def _order(game: Game) -> tuple[Card, ...]:
    """The cards from bit 0 to bit 31."""
    groups, strengths = GROUPS[game], STRENGTHS[game]
    return tuple(sorted(DECK, key=lambda card: (groups[card] == TRUMP_GROUP, groups[card], strengths[card])))


CARD_OF: Final = {game: _order(game) for game in Game}
"""The card of each bit, by game."""

BIT_OF: Final = {game: tuple(1 << order.index(card) for card in DECK) for game, order in CARD_OF.items()}
"""The mask of each card, by game."""

_SAMPLE: Final = (Game.CLUBS, Game.GRAND, Game.NULL)

BIT_POINTS: Final = tuple(tuple(POINTS[card] for card in CARD_OF[game]) for game in _SAMPLE)
"""Card points of each bit, by layout."""


def _groups(game: Game) -> tuple[int, ...]:
    groups = GROUPS[game]
    bits = BIT_OF[game]
    return tuple(sum(bits[other] for other in DECK if groups[other] == groups[card]) for card in CARD_OF[game])


BIT_GROUPS: Final = tuple(_groups(game) for game in _SAMPLE)
"""The mask of the group that each bit belongs to, by layout."""

TRUMPS: Final = (0xFFE00000, 0xF0000000, 0)
"""The mask of trumps, by layout."""


def mask_of(game: Game, cards: Iterable[Card]) -> int:
    """The set of cards as a mask."""
    bits = BIT_OF[game]
    mask = 0
    for card in cards:
        mask |= bits[card]
    return mask


def cards_of(game: Game, mask: int) -> tuple[Card, ...]:
    """The cards of a mask, from bit 0 upwards."""
    order = CARD_OF[game]
    found: list[Card] = []
    while mask:
        low = mask & -mask
        found.append(order[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


def mask_points(layout: int, mask: int) -> int:
    """The card points of a mask."""
    points = BIT_POINTS[layout]
    total = 0
    while mask:
        low = mask & -mask
        total += points[low.bit_length() - 1]
        mask ^= low
    return total
