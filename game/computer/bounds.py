"""Bounds of a value that need no search, for compiled code: tricks a side is sure of, and the last trick.

A side that takes certain tricks gets its own cards in them and at least the cheapest that others can give.
"""

from typing import Final

import numpy as np

from game.computer.bits import CARD_GROUPS, CARD_POINTS, TRUMP_MASKS, bit_index, popcount, top_bit
from game.computer.masks import BIT_POINTS
from game.computer.native import jit

_PRICES: Final = (0, 2, 3, 4, 10, 11)

PRICES: Final = np.array(_PRICES, dtype=np.int64)
PRICED: Final = np.array(
    tuple(
        tuple(sum(1 << bit for bit, points in enumerate(layout) if points == price) for price in _PRICES)
        for layout in BIT_POINTS
    ),
    dtype=np.int64,
)
"""The masks of the cards of each price, by layout."""


@jit
def cheapest(mask: int, count: int, layout: int) -> int:
    """The least points that so many cards of a mask can have."""
    count -= popcount(mask & PRICED[layout, 0])
    total = 0
    step = 1
    while count > 0 and step < 6:
        have = popcount(mask & PRICED[layout, step])
        total += min(have, count) * PRICES[step]
        count -= have
        step += 1
    return total


@jit
def dearest(mask: int, count: int, layout: int) -> int:
    """The most points that so many cards of a mask can have."""
    total = 0
    step = 5
    while count > 0 and step > 0:
        have = popcount(mask & PRICED[layout, step])
        total += min(have, count) * PRICES[step]
        count -= have
        step -= 1
    return total


@jit
def worth_of(mask: int, layout: int) -> int:
    """The points of the cards of a mask."""
    total = 0
    for step in range(1, 6):
        total += popcount(mask & PRICED[layout, step]) * PRICES[step]
    return total


@jit
def above(mine: int, others: int) -> int:
    """The cards of one's own in a group that lie above all others of it."""
    return mine & ~((top_bit(others) << 1) - 1) if others else mine


@jit
def longer(first: int, second: int, third: int, count: int) -> int:
    """What is left to compare with after `count` leads of a group: the hands that then still have cards of it."""
    left = 0
    if popcount(first) > count:
        left |= first
    if popcount(second) > count:
        left |= second
    if popcount(third) > count:
        left |= third
    return left


@jit
def winners(mine: int, first: int, second: int, third: int) -> int:
    """Cards of a group that each take their trick when led from the top, with nobody ruffing."""
    won = above(mine, first | second | third)
    while won != mine:
        more = above(mine, longer(first, second, third, popcount(won)))
        if more == won:
            break
        won = more
    return won


@jit
def leading(
    mine: int, first: int, second: int, partner: int, layout: int, base: int, rest: int
) -> int:  # fmt: skip
    """Points that the hand `mine` is sure of in a high game when it leads, against the hands `first` and `second`.

    A side of one is the lone player against two; a side of two is a defender with `partner` against the lone player
    `first` (`second` 0). Trumps are led first, unless the partner's might take the lead away; then the tops of side
    suits, as long as nobody can ruff. Cards with which the lead would be lost are not counted.
    """
    trumps = TRUMP_MASKS[layout]
    one, two = popcount(first & trumps), popcount(second & trumps)
    helped = partner & trumps
    if helped:
        tops = above(mine & trumps, first & trumps)
        drawn = 0
        ruffs_one, ruffs_two = one > 0, False
        spare = popcount(partner & ~trumps)
    else:
        tops = winners(mine & trumps, first & trumps, second & trumps, 0)
        drawn = popcount(tops)
        ruffs_one, ruffs_two = one > drawn, two > drawn
        spare = 16
    count = popcount(tops)
    total = worth_of(tops, layout)
    forced_one, forced_two, smeared = 0, 0, 0
    free = partner
    rested = mine & ~trumps
    while rested:
        group = CARD_GROUPS[layout, bit_index(rested)]
        own = rested & group
        rested &= ~group
        left, right, own_side = first & group, second & group, partner & group
        own = winners(own, left, right, own_side)
        leads = min(popcount(own), spare)
        if ruffs_one:
            leads = min(leads, popcount(left))
        if ruffs_two:
            leads = min(leads, popcount(right))
        spare -= leads
        count += leads
        while leads:
            leads -= 1
            card = top_bit(own)
            own ^= card
            total += CARD_POINTS[layout, bit_index(card)]
            # Cards of a suit grow dearer upwards: the others follow with their cheapest, the partner with the dearest.
            if left:
                forced_one += CARD_POINTS[layout, bit_index(left)]
                left &= left - 1
            if right:
                forced_two += CARD_POINTS[layout, bit_index(right)]
                right &= right - 1
            if own_side:
                dear = top_bit(own_side)
                smeared += CARD_POINTS[layout, bit_index(dear)]
                own_side ^= dear
                free ^= dear
    if count == popcount(mine):
        return rest
    if base:
        return base * count
    if helped:
        return total + smeared + max(forced_one, cheapest(first, count, layout))
    total += smeared
    if partner:
        total += dearest(free, count - popcount(partner ^ free), layout)
    total += given(first, one, drawn, count, forced_one, layout)
    if second:
        total += given(second, two, drawn, count, forced_two, layout)
    return total


@jit
def given(hand: int, length: int, drawn: int, count: int, forced: int, layout: int) -> int:
    """What a hand with `length` trumps gives at least to `count` tricks, the first `drawn` of which are led in trumps.

    `forced` is what it has to follow with in side suits if it had nothing to discard before.
    """
    trumps = TRUMP_MASKS[layout]
    followed = min(length, drawn)
    total = cheapest(hand & trumps, followed, layout)
    side = forced if length >= drawn else cheapest(hand & ~trumps, count - followed, layout)
    return max(total + side, cheapest(hand, count, layout))


@jit
def waiting(mine: int, partner: int, first: int, second: int, layout: int, base: int, rest: int) -> int:
    """Points of a side (`partner` 0 for the lone player) that does not lead: its trumps above all others'."""
    trumps = TRUMP_MASKS[layout]
    against = (first | second) & trumps
    tops = above(mine & trumps, against)
    count = popcount(tops)
    total = worth_of(tops, layout)
    if partner:
        helping = above(partner & trumps, against)
        total += worth_of(helping, layout)
        count = max(count, popcount(helping))
    if count == popcount(first):
        return rest
    if base:
        return base * count
    if count == 0:
        return 0
    return total + cheapest(first, count, layout) + cheapest(second, count, layout)


@jit
def static_bounds(
    leader: int, mine: int, second: int, third: int, alone: int, layout: int, base: int, rest: int
) -> tuple[int, int]:
    """A lower and an upper bound of the value of a high game at the start of a trick."""
    theirs = waiting(second, third, mine, 0, layout, base, rest)
    if leader == alone:
        return leading(mine, second, third, 0, layout, base, rest), rest - theirs
    low = waiting(mine, 0, second, third, layout, base, rest)
    lead, partner = (second, third) if leader == (alone + 1) % 3 else (third, second)
    return low, rest - max(theirs, leading(lead, mine, 0, partner, layout, base, rest))


@jit
def last_trick(leader: int, led: int, second: int, third: int, layout: int, base: int) -> tuple[int, int]:
    """The seat that takes the last trick of three cards, and what it is worth but for a bonus."""
    valid = CARD_GROUPS[layout, bit_index(led)] | TRUMP_MASKS[layout]
    best, step = led, 0
    if (second & valid) > best:
        best, step = second, 1
    if (third & valid) > best:
        step = 2
    return (leader + step) % 3, base or worth_of(led | second | third, layout)
