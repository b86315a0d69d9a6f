"""In what order cards are tried, for compiled code.

Hands come as single masks: arrays that are passed to a function are counted in and out, which takes longer than this.
"""

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, beats, popcount, top_bit
from game.computer.native import jit


@jit
def order_high(
    card: int, index: int, worth: int, place: int, player: int, alone: int, led: int, best: int, taker: int,
    after: int, before: int, layout: int,
) -> int:  # fmt: skip
    """How soon a card is tried in a high game; greater is sooner. `after` and `before` are the neighbours' hands."""
    trumps = TRUMP_MASKS[layout]
    second = (player + 1) % 3
    if place == 0:
        group = CARD_GROUPS[layout, index]
        valid = group | trumps
        if player == alone:
            if beats(after, group, trumps, card) or beats(before, group, trumps, card):
                return 60 - 5 * worth - (index >> 3)
            return 200 + 3 * worth
        lone, partner = (after, before) if second == alone else (before, after)
        if not beats(lone, group, trumps, card):
            return 200 + 3 * worth
        # The partner may take the trick if the declarer cannot go higher than the partner's best.
        legal = partner & group
        if legal == 0:
            legal = partner & trumps
        legal &= valid
        if legal and not beats(lone, group, trumps, top_bit(legal)):
            return 120 + 2 * worth
        return 60 - 5 * worth - (index >> 3)
    takes = (card & (led | trumps)) > best
    high = card if takes else best
    mine = takes or ((taker == alone) == (player == alone))
    if place == 2:
        return 200 + 5 * worth - (index >> 2) if mine else 60 - 5 * worth - (index >> 3)
    if (second == alone) != (player == alone):
        if mine and not beats(after, led, trumps, high):
            return 200 + 5 * worth - (index >> 2)
        return 60 - 5 * worth - (index >> 3) + (60 if mine else 0)
    if mine:
        return 160 + 3 * worth - (index >> 2)
    if beats(after, led, trumps, high):
        return 140 + 4 * worth
    return 60 - 5 * worth - (index >> 3)


@jit
def order_low(
    card: int, index: int, worth: int, place: int, player: int, alone: int, led: int, best: int, taker: int,
    after: int, before: int, layout: int,
) -> int:  # fmt: skip
    """How soon a card is tried in a low game; greater is sooner."""
    trumps = TRUMP_MASKS[layout]
    group = CARD_GROUPS[layout, index] if place == 0 else led
    high = card if place == 0 or (card & (led | trumps)) > best else best
    rank = popcount(CARD_GROUPS[layout, index] & (card - 1))
    takes = high == card
    if player == alone:
        if not takes:
            return 200 + 8 * rank + 2 * worth
        under = place < 2 and beats(after, group, trumps, card)
        under = under or (place == 0 and beats(before, group, trumps, card))
        return (150 if under else 100) - 4 * rank - worth
    alone_follows = place == 0 or (place == 1 and (player + 1) % 3 == alone)
    if alone_follows:
        forced = beats(after if (player + 1) % 3 == alone else before, group, trumps, high)
        return (150 if forced else 100) - 4 * rank + worth
    if taker == alone and not takes:
        return 200 + 4 * rank + 2 * worth
    return 100 + 4 * rank - worth
