"""Rules of thumb about a hand: how good each game looks, as a chance of winning between 0 and 1.

The weights were fitted by eye to self-play; they serve where nothing better is at hand.
"""

from collections.abc import Collection
from math import exp
from typing import Final

from game.cards import JACKS, Card, Rank
from game.contract import TRUMP_GAMES, Game

_JACK_WORTH: Final = {Card.CJ: 2.4, Card.SJ: 2.1, Card.HJ: 1.7, Card.DJ: 1.4}
_SUITS: Final = (0, 8, 16, 24)


def win_chance(game: Game, hand: Collection[Card]) -> float:
    """A rough chance that the holder of these ten cards wins the game as declarer."""
    if game is Game.NULL:
        return _null_chance(hand)
    return _grand_chance(hand) if game is Game.GRAND else _suit_chance(game, hand)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def _suit_cards(hand: Collection[Card], first: int) -> list[Card]:
    return [card for card in hand if first <= card < first + 8 and card not in JACKS]


def _suit_chance(game: Game, hand: Collection[Card]) -> float:
    worth = sum(_JACK_WORTH.get(card, 0.0) for card in hand)
    for first in _SUITS:
        cards = _suit_cards(hand, first)
        ranks = {card.rank for card in cards}
        if Card(first).suit is game.suit:
            worth += len(cards) + 0.8 * (Rank.ACE in ranks) + 0.6 * (Rank.TEN in ranks)
        else:
            worth += _side_worth(cards, ranks)
    return _logistic(0.95 * (worth - 9.4))


def _side_worth(cards: list[Card], ranks: set[Rank]) -> float:
    if not cards:
        return 0.9
    worth = 1.5 * (Rank.ACE in ranks)
    if Rank.TEN in ranks:
        worth += 1.0 if Rank.ACE in ranks else 0.4 if len(cards) > 1 else -0.3
    if len(cards) == 1 and Rank.ACE not in ranks:
        worth += 0.4
    return worth - 0.25 * max(0, len(cards) - 2 - (Rank.ACE in ranks))


def _grand_chance(hand: Collection[Card]) -> float:
    worth = sum(_JACK_WORTH.get(card, 0.0) for card in hand)
    for first in _SUITS:
        cards = _suit_cards(hand, first)
        ranks = {card.rank for card in cards}
        if Rank.ACE in ranks:
            worth += 1.8 + 1.2 * (Rank.TEN in ranks) + 0.35 * max(0, len(cards) - 2)
        elif Rank.TEN in ranks:
            worth += 0.4 if len(cards) > 1 else -0.5
        else:
            worth -= 0.3 * (len(cards) > 1)
    return _logistic(0.9 * (worth - 9.6))


def _null_chance(hand: Collection[Card]) -> float:
    """A suit is safe whose n-th lowest card is at most the n-th odd place from below."""
    chance = 1.0
    for first in _SUITS:
        places = sorted(card - first for card in hand if first <= card < first + 8)
        for nth, place in enumerate(places):
            excess = place - 2 * nth
            if excess > 0:
                chance *= 1 - min(0.85, 0.16 * excess + 0.1 * (len(places) == 1))
    return chance


def best_trump_game(hand: Collection[Card]) -> tuple[Game, float]:
    """The trump game that looks best, with its chance."""
    return max(((game, win_chance(game, hand)) for game in TRUMP_GAMES), key=lambda pair: pair[1])
