"""Bounds of a value that need no search, for compiled code: tricks a side is sure of, and the last trick."""

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, Array, bit_index, popcount, sum_points, top_bit
from game.computer.native import jit


@jit
def sure_points(mine: int, first: int, second: int, partner: int, layout: int, points: Array, base: int) -> int:
    """Points that the hand `mine` is sure of in a high game when it leads, against the hands `first` and `second`.

    A side of one is the lone player against two; a side of two is a defender with `partner` against the lone player
    `first` (`second` 0). Top trumps take a trick each whoever leads; tops of side suits do while the others must
    follow, or once all trumps are drawn. A partner must not be forced to take the lead away.
    """
    trumps = TRUMP_MASKS[layout]
    against = (first | second) & trumps
    tops = mine & trumps
    if against:
        tops &= ~((top_bit(against) << 1) - 1)
    total = sum_points(tops, points) + base * popcount(tops)
    drawn = popcount(tops) >= max(popcount(first & trumps), popcount(second & trumps)) and partner & trumps == 0
    rest = mine & ~trumps
    while rest:
        group = CARD_GROUPS[layout, bit_index(rest)]
        own = rest & group
        rest &= ~group
        others = (first | second | partner) & group
        if others:
            own &= ~((top_bit(others) << 1) - 1)
        if drawn:
            total += sum_points(own, points) + base * popcount(own)
            continue
        follow = popcount(first & group)
        if second:
            follow = min(follow, popcount(second & group))
        if partner & trumps:
            follow = min(follow, popcount(partner & group))
        left, right, smeared = first & group, second & group, partner & group
        while own and follow:
            card = top_bit(own)
            own ^= card
            follow -= 1
            total += points[bit_index(card)] + base
            # Cards of a suit grow dearer upwards: the others follow with their cheapest, the partner with the dearest.
            if left:
                total += points[bit_index(left)]
                left &= left - 1
            if right:
                total += points[bit_index(right)]
                right &= right - 1
            if smeared:
                dear = top_bit(smeared)
                total += points[bit_index(dear)]
                smeared ^= dear
    return total


@jit
def top_trump_points(mine: int, against: int, layout: int, points: Array, base: int) -> int:
    """Points of the trumps of a hand that lie above all trumps `against` it: each takes a trick in any case."""
    trumps = TRUMP_MASKS[layout]
    against &= trumps
    tops = mine & trumps
    if against:
        tops &= ~((top_bit(against) << 1) - 1)
    return sum_points(tops, points) + base * popcount(tops)


@jit
def static_bounds(
    leader: int, alone: int, hands: Array, layout: int, points: Array, base: int, rest: int
) -> tuple[int, int]:
    """A lower and an upper bound of the value of a high game at the start of a trick."""
    second, third = (alone + 1) % 3, (alone + 2) % 3
    mine = hands[alone]
    if leader == alone:
        low = sure_points(mine, hands[second], hands[third], 0, layout, points, base)
        theirs = max(
            top_trump_points(hands[second], mine, layout, points, base),
            top_trump_points(hands[third], mine, layout, points, base),
        )
        return low, rest - theirs
    partner = 3 - alone - leader
    against = hands[second] + hands[third]
    low = top_trump_points(mine, against, layout, points, base)
    theirs = max(
        sure_points(hands[leader], mine, 0, hands[partner], layout, points, base),
        top_trump_points(hands[partner], mine, layout, points, base),
    )
    return low, rest - theirs


@jit
def last_trick(leader: int, hands: Array, layout: int, points: Array) -> tuple[int, int]:
    """The seat that takes the last trick, and its card points."""
    best = hands[leader]
    valid = CARD_GROUPS[layout, bit_index(best)] | TRUMP_MASKS[layout]
    taker = leader
    heap = points[bit_index(best)]
    for step in range(1, 3):
        seat = (leader + step) % 3
        card = hands[seat]
        heap += points[bit_index(card)]
        if (card & valid) > best:
            best = card
            taker = seat
    return taker, heap
