"""Double-dummy values by trying everything, with the rules' own words for following and winning: slow and plain."""

from functools import cache

from game.cards import Card, card_points
from game.contract import Game, winner
from game.playing import playable

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def brute_value(
    game: Game,
    hands: Hands,
    leader: int,
    trick: tuple[Card, ...],
    alone: int,
    *,
    lowest: bool,
    tricks: bool,
    bonus: int,
) -> int:
    """What the lone player gains from here on, card points or tricks."""

    @cache
    def value(hands: Hands, leader: int, trick: tuple[Card, ...]) -> int:
        if not trick and not any(hands):
            return 0
        seat = (leader + len(trick)) % 3
        outcomes: list[int] = []
        for card in playable(game, hands[seat], trick):
            kept = tuple(one for one in hands[seat] if one is not card)
            left = list(hands)
            left[seat] = kept
            after = (left[0], left[1], left[2])
            played = (*trick, card)
            if len(played) < 3:
                outcomes.append(value(after, leader, played))
                continue
            taker = (leader + winner(game, (played[0], played[1], played[2]))) % 3
            worth = (1 if tricks else card_points(played)) + (0 if any(after) else bonus)
            outcomes.append(value(after, taker, ()) + (worth if taker == alone else 0))
        return min(outcomes) if (seat == alone) is lowest else max(outcomes)

    return value(hands, leader, trick)
