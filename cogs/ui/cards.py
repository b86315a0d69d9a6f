"""Cards as people read them: short labels, emojis where there are some, and the order of a hand for a game."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise, permutations
from typing import Final

import discord

from bot.texts import Texts
from game.cards import JACKS, Card, Rank, Suit
from game.contract import Contract, Game

Emojis = Mapping[Card, discord.PartialEmoji]
"""The picture of each card as an emoji; cards without one are shown by their label alone."""

NO_EMOJIS: Final[Emojis] = {}

SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦"}
_SUITS: Final = tuple(SYMBOLS)
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_BY_SUIT: Final = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
_NULL_ORDER: Final = tuple(Rank)[::-1]


def label(card: Card, texts: Texts) -> str:
    """Suit symbol and rank: ``♣B`` in German, ``♣J`` in English, ``♥10`` in both; on the German deck ``E·U``."""
    sign = texts(f"german.suit.{card.suit.letter}") if texts.german_deck else SYMBOLS[card.suit]
    return sign + rank_name(card.rank, texts)


def rank_name(rank: Rank, texts: Texts) -> str:
    """``A``, ``10``, ``K``, or as it is called on the person's deck."""
    match rank:
        case Rank.TEN:
            return "10"
        case Rank.JACK | Rank.QUEEN | Rank.KING | Rank.ACE:
            return texts(f"rank.{rank.value}")
        case _:
            return rank.value


def line(several: Iterable[Card], texts: Texts, emojis: Emojis = NO_EMOJIS) -> str:
    """Cards one after the other, in the order given."""
    return " ".join(str(emojis[card]) if card in emojis else label(card, texts) for card in several)


def symbol(game: Game, texts: Texts) -> str:
    """The trump suit's symbol with a space behind it; nothing for the other games, nor on the German deck."""
    return f"{SYMBOLS[game.suit]} " if game.suit and not texts.german_deck else ""


def short(contract: Contract) -> str:
    """A contract in few characters for a list: ``♥H``, ``GHS``, ``NO``."""
    letter = SYMBOLS[contract.game.suit] if contract.game.suit else contract.game.value
    return letter + str(contract)[1:]


def sorted_by_suit(hand: Iterable[Card]) -> tuple[Card, ...]:
    """A hand in an order that no game changes: suit by suit, ace to seven, each jack in its suit."""
    return tuple(sorted(hand, key=lambda card: (_SUITS.index(card.suit), _BY_SUIT.index(card.rank))))


def sorted_hand(hand: Iterable[Card], game: Game | None) -> tuple[Card, ...]:
    """A hand in the order of a game: trumps first, then the suits by strength, in colours that alternate.

    Before a game is known, as for a Grand. In Null there are no trumps and the ten lies below the jack.
    """
    held = tuple(hand)
    rules = game or Game.GRAND
    trumps = [card for card in rules.trumps if card in held]
    plain = [card for card in held if card not in trumps]
    present = frozenset(card.suit for card in plain)
    suit_order = _suit_order(present, rules.suit if any(card not in JACKS for card in trumps) else None)
    plain.sort(key=lambda card: (suit_order.index(card.suit), _weakness(card, rules)))
    return (*trumps, *plain)


def _weakness(card: Card, game: Game) -> int:
    return _NULL_ORDER.index(card.rank) if game is Game.NULL else -game.strength(card)


@cache
def _suit_order(present: frozenset[Suit], before: Suit | None) -> tuple[Suit, ...]:
    """The present suits in the order of the deck, changed only as far as neighbours of one colour ask for it."""
    suits = [suit for suit in _SUITS if suit in present]
    return min(permutations(suits), key=lambda order: _clashes(order if before is None else (before, *order)))


def _clashes(order: tuple[Suit, ...]) -> int:
    return sum((one in _RED) is (other in _RED) for one, other in pairwise(order))
