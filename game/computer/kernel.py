"""The double-dummy search in compiled code: zero window, own stack, transposition table at the starts of tricks.

A value is what the lone player (declarer, or any seat of a Ramsch) gains from a position on: card points, or with
`base` 1 and no points, tricks. The window is `need`: the search tells whether the value reaches it. In `lowest` games
(Null, Ramsch) the lone player wants it low and the others high. Values returned are bounds: one that reaches `need`
is a lower bound, one that does not an upper bound.

Neighbours of a hand, with no card of another hand between them, differ by at most the difference of their points
(Kupferschmid and Helmert, A Skat Player Based on Monte-Carlo Simulation, 2006), so most are never searched.
"""

from typing import Any, Final

import numpy as np

from game.computer.masks import BIT_GROUPS, BIT_POINTS, TRUMPS
from game.computer.native import bit_instructions, jit

Array = Any
"""A NumPy array: int64 unless said otherwise. Inside compiled code its items are plain integers."""

ABORTED: Final = -1000
"""Returned when the cap on nodes was reached or the stop flag was set."""

CARD_POINTS: Final = np.array(BIT_POINTS, dtype=np.int64)
CARD_GROUPS: Final = np.array(BIT_GROUPS, dtype=np.int64)
TRUMP_MASKS: Final = np.array(TRUMPS, dtype=np.int64)

# Fields of equal points in which only the order of owners matters, as (shift, width), by layout.
CANON_FIELDS: Final = np.array(
    (
        ((0, 3), (7, 3), (14, 3), (21, 3), (28, 4)),
        ((0, 3), (7, 3), (14, 3), (21, 3), (28, 4)),
        ((0, 8), (8, 8), (16, 8), (24, 8), (0, 0)),
    ),
    dtype=np.int64,
)
CANON_REST: Final = np.array(
    tuple(0xFFFFFFFF & ~sum(((1 << w) - 1) << s for s, w in fields) for fields in CANON_FIELDS.tolist()),
    dtype=np.int64,
)

# Fields of a frame; the stack has one frame for each depth.
PLAYER, PLACE, LED, BEST, TAKER, HEAP, NEED, REST, COUNT, NEXT, VALUE, KEY, CARD, GAIN, CHOICE, TABLE = range(16)
FRAME_FIELDS: Final = 16

_popcount, _trailing, _leading = bit_instructions()


@jit
def popcount(mask: int) -> int:
    return _popcount(mask)


@jit
def bit_index(bit: int) -> int:
    return _trailing(bit)


@jit
def top_bit(mask: int) -> int:
    """The highest single bit of a mask that is not 0."""
    return 1 << (63 - _leading(mask))


@jit
def sum_points(mask: int, points: Array) -> int:
    total = 0
    while mask:
        total += points[_trailing(mask)]
        mask &= mask - 1
    return total


@jit
def beats(hand: int, led: int, trumps: int, best: int) -> bool:
    """Whether the hand may play a card that takes a trick whose highest card is `best`."""
    legal = hand & led
    if legal == 0:
        legal = hand & trumps
    return (legal & ~((best << 1) - 1)) != 0


@jit
def canonical(hands: Array, layout: int, canon: Array) -> None:
    """Fills the tables that map each subset of a field to the least subset with the same order of owners."""
    for field in range(5):
        shift, width = CANON_FIELDS[layout, field, 0], CANON_FIELDS[layout, field, 1]
        for subset in range(1 << width):
            place = -1
            least = 0
            rest = subset
            while rest:
                bit = rest & -rest
                rest ^= bit
                card = bit << shift
                owner = 0 if hands[0] & card else 1 if hands[1] & card else 2
                place += 1
                while not hands[owner] & (1 << (place + shift)) and (1 << place) != bit:
                    place += 1
                least |= 1 << place
            canon[field, subset] = least


@jit
def key_of(rest: int, leader: int, layout: int, canon: Array, world: int) -> int:
    key = rest & CANON_REST[layout]
    for field in range(5):
        shift, width = CANON_FIELDS[layout, field, 0], CANON_FIELDS[layout, field, 1]
        key |= canon[field, (rest >> shift) & ((1 << width) - 1)] << shift
    return key | (leader << 32) | (world << 34)


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
        group = CARD_GROUPS[layout, _trailing(rest)]
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
            total += points[_trailing(card)] + base
            # Cards of a suit grow dearer upwards: the others follow with their cheapest, the partner with the dearest.
            if left:
                total += points[_trailing(left)]
                left &= left - 1
            if right:
                total += points[_trailing(right)]
                right &= right - 1
            if smeared:
                dear = top_bit(smeared)
                total += points[_trailing(dear)]
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
def order_high(
    card: int, place: int, player: int, alone: int, led: int, best: int, taker: int, hands: Array, layout: int,
    points: Array,
) -> int:  # fmt: skip
    """How soon a card is tried in a high game; greater is sooner."""
    trumps = TRUMP_MASKS[layout]
    index = _trailing(card)
    worth = points[index]
    second = (player + 1) % 3
    if place == 0:
        group = CARD_GROUPS[layout, index]
        valid = group | trumps
        if player == alone:
            third = (player + 2) % 3
            if beats(hands[second], group, trumps, card) or beats(hands[third], group, trumps, card):
                return 60 - 5 * worth - (index >> 3)
            return 200 + 3 * worth
        if not beats(hands[alone], group, trumps, card):
            return 200 + 3 * worth
        partner = 3 - player - alone
        # The partner may take the trick if the declarer cannot go higher than the partner's best.
        legal = hands[partner] & group
        if legal == 0:
            legal = hands[partner] & trumps
        legal &= valid
        if legal and not beats(hands[alone], group, trumps, top_bit(legal)):
            return 120 + 2 * worth
        return 60 - 5 * worth - (index >> 3)
    takes = (card & (led | trumps)) > best
    high = card if takes else best
    mine = takes or ((taker == alone) == (player == alone))
    if place == 2:
        return 200 + 5 * worth - (index >> 2) if mine else 60 - 5 * worth - (index >> 3)
    if (second == alone) != (player == alone):
        if mine and not beats(hands[second], led, trumps, high):
            return 200 + 5 * worth - (index >> 2)
        return 60 - 5 * worth - (index >> 3) + (60 if mine else 0)
    if mine:
        return 160 + 3 * worth - (index >> 2)
    if beats(hands[second], led, trumps, high):
        return 140 + 4 * worth
    return 60 - 5 * worth - (index >> 3)


@jit
def order_low(
    card: int, place: int, player: int, alone: int, led: int, best: int, taker: int, hands: Array, layout: int,
    points: Array,
) -> int:  # fmt: skip
    """How soon a card is tried in a low game; greater is sooner."""
    trumps = TRUMP_MASKS[layout]
    index = _trailing(card)
    worth = points[index]
    group = CARD_GROUPS[layout, index] if place == 0 else led
    high = card if place == 0 or (card & (led | trumps)) > best else best
    rank = popcount(CARD_GROUPS[layout, index] & (card - 1))
    takes = high == card
    if player == alone:
        if not takes:
            return 200 + 8 * rank + 2 * worth
        second = (player + 1) % 3
        under = place < 2 and beats(hands[second], group, trumps, card)
        under = under or (place == 0 and beats(hands[(player + 2) % 3], group, trumps, card))
        return (150 if under else 100) - 4 * rank - worth
    alone_follows = place == 0 or (place == 1 and (player + 1) % 3 == alone)
    if alone_follows:
        forced = beats(hands[alone], group, trumps, high)
        return (150 if forced else 100) - 4 * rank + worth
    if taker == alone and not takes:
        return 200 + 4 * rank + 2 * worth
    return 100 + 4 * rank - worth


@jit
def moves_at(depth: int, frames: Array, cards: Array, scores: Array, runs: Array, hands: Array, layout: int,
             points: Array, alone: int, lowest: bool, history: Array, first: int) -> None:  # fmt: skip
    """Writes the moves of a node, one of each set of equals, into the columns of its depth, best guess first."""
    player, place, led = frames[depth, PLAYER], frames[depth, PLACE], frames[depth, LED]
    hand = hands[player]
    legal = hand
    if place and hand & led:
        legal = hand & led
    others = (hands[0] | hands[1] | hands[2]) & ~hand
    others |= frames[depth, TABLE]
    count = 0
    run = 0
    last = 0
    while legal:
        card = top_bit(legal)
        legal ^= card
        index = _trailing(card)
        if last:
            between = (last - 1) & ~((card << 1) - 1)
            if between & others or not CARD_GROUPS[layout, index] & last:
                run += 1
        last = card
        equal = False
        for other in range(count):
            if runs[depth, other] == run and points[_trailing(cards[depth, other])] == points[index]:
                equal = True
                break
        if equal:
            continue
        if index == first:
            score = 1 << 20
        elif lowest:
            score = order_low(
                card, place, player, alone, led, frames[depth, BEST], frames[depth, TAKER], hands, layout, points
            )
        else:
            score = order_high(
                card, place, player, alone, led, frames[depth, BEST], frames[depth, TAKER], hands, layout, points
            )
        score = score * 64 + min(history[int(player == alone), 32 if place == 0 else _trailing(frames[depth, BEST]), index], 8000)
        # Runs stay sorted with their cards, so both are moved together.
        slot = count
        while slot and scores[depth, slot - 1] < score:
            slot -= 1
        for other in range(count, slot, -1):
            cards[depth, other] = cards[depth, other - 1]
            scores[depth, other] = scores[depth, other - 1]
            runs[depth, other] = runs[depth, other - 1]
        cards[depth, slot] = card
        scores[depth, slot] = score
        runs[depth, slot] = run
        count += 1
    frames[depth, COUNT] = count
    frames[depth, NEXT] = 0


@jit
def last_trick(leader: int, hands: Array, layout: int, points: Array) -> tuple[int, int]:
    """The seat that takes the last trick, and its card points."""
    best = hands[leader]
    valid = CARD_GROUPS[layout, _trailing(best)] | TRUMP_MASKS[layout]
    taker = leader
    heap = points[_trailing(best)]
    for step in range(1, 3):
        seat = (leader + step) % 3
        card = hands[seat]
        heap += points[_trailing(card)]
        if (card & valid) > best:
            best = card
            taker = seat
    return taker, heap


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
    low = top_trump_points(mine, hands[second] | hands[third], layout, points, base)
    theirs = max(
        sure_points(hands[leader], mine, 0, hands[partner], layout, points, base),
        top_trump_points(hands[partner], mine, layout, points, base),
    )
    return low, rest - theirs


@jit
def search(
    hands: Array, alone: int, layout: int, lowest: bool, points: Array, base: int, bonus: int,
    keys: Array, bounds: Array, world: int, canon: Array,
    frames: Array, cards: Array, scores: Array, runs: Array, values: Array, history: Array,
    effort: Array, stop: Array,
) -> int:  # fmt: skip
    """The value of the position in frame 0, as a bound on the side of its `need` (see the module).

    `effort` is [nodes so far, cap]; `stop` a flag that another thread may set. `hands` is torn if ABORTED.
    """
    size = len(keys)
    depth = 0
    entering = True
    value = 0
    while True:
        if entering:
            effort[0] += 1
            if effort[0] >= effort[1] or (effort[0] & 1023 == 0 and stop[0]):
                return ABORTED
            first = -1
            done = False
            frames[depth, KEY] = -1
            if frames[depth, PLACE] == 0:
                need, rest, leader = frames[depth, NEED], frames[depth, REST], frames[depth, PLAYER]
                if need <= 0:
                    value, done = 0, True
                elif need > rest:
                    value, done = rest, True
                elif hands[leader] & (hands[leader] - 1) == 0:
                    taker, heap = last_trick(leader, hands, layout, points)
                    value, done = heap + base + bonus if taker == alone else 0, True
                else:
                    low, high = 0, rest
                    if not lowest:
                        low, high = static_bounds(leader, alone, hands, layout, points, base, rest)
                    if low >= need:
                        value, done = low, True
                    elif high < need:
                        value, done = high, True
                    else:
                        key = key_of(hands[0] | hands[1] | hands[2], leader, layout, canon, world)
                        frames[depth, KEY] = key
                        slot = ((key * 0x1E3779B97F4A7C15) >> 20) & (size - 1)
                        if keys[slot] == key:
                            packed = bounds[slot]
                            low, high = packed & 255, (packed >> 8) & 255
                            first = (packed >> 16) - 1
                            if low >= need:
                                value, done = low, True
                            elif high < need:
                                value, done = high, True
                        if not done:
                            frames[depth, KEY] = key
            if not done:
                moves_at(depth, frames, cards, scores, runs, hands, layout, points, alone, lowest, history, first)
                upward = (frames[depth, PLAYER] == alone) != lowest
                frames[depth, VALUE] = -1 if upward else 500
                entering = False
        else:
            player = frames[depth, PLAYER]
            upward = (player == alone) != lowest
            number = frames[depth, NEXT]
            need = frames[depth, NEED]
            done = True
            while number < frames[depth, COUNT]:
                # A neighbour searched before may already tell that this card cannot do better.
                skipped = False
                worth = points[_trailing(cards[depth, number])]
                for other in range(number):
                    if runs[depth, other] == runs[depth, number]:
                        gap = abs(worth - points[_trailing(cards[depth, other])])
                        if upward:
                            limit = values[depth, other] + gap
                            if limit < need:
                                skipped = True
                        else:
                            limit = values[depth, other] - gap
                            if limit >= need:
                                skipped = True
                        if skipped:
                            values[depth, number] = limit
                            if upward:
                                frames[depth, VALUE] = max(frames[depth, VALUE], limit)
                            else:
                                frames[depth, VALUE] = min(frames[depth, VALUE], limit)
                            break
                if not skipped:
                    done = False
                    break
                number += 1
            frames[depth, NEXT] = number
            if done:
                value = frames[depth, VALUE]
            else:
                card = cards[depth, number]
                index = _trailing(card)
                place, heap = frames[depth, PLACE], frames[depth, HEAP] + points[index]
                frames[depth, CARD] = card
                frames[depth, GAIN] = 0
                hands[player] ^= card
                if place == 0:
                    led, best, taker = CARD_GROUPS[layout, index], card, player
                else:
                    led, best, taker = frames[depth, LED], frames[depth, BEST], frames[depth, TAKER]
                    if (card & (led | TRUMP_MASKS[layout])) > best:
                        best, taker = card, player
                below = depth + 1
                if place < 2:
                    frames[below, PLAYER] = (player + 1) % 3
                    frames[below, PLACE] = place + 1
                    frames[below, LED] = led
                    frames[below, BEST] = best
                    frames[below, TAKER] = taker
                    frames[below, HEAP] = heap
                    frames[below, NEED] = need
                    frames[below, REST] = frames[depth, REST]
                    frames[below, TABLE] = frames[depth, TABLE] | card
                else:
                    heap += base
                    if hands[0] == 0 and hands[1] == 0 and hands[2] == 0:
                        heap += bonus
                    gain = heap if taker == alone else 0
                    frames[depth, GAIN] = gain
                    frames[below, PLAYER] = taker
                    frames[below, PLACE] = 0
                    frames[below, LED] = 0
                    frames[below, BEST] = 0
                    frames[below, HEAP] = 0
                    frames[below, NEED] = need - gain
                    frames[below, REST] = frames[depth, REST] - heap
                    frames[below, TABLE] = 0
                depth = below
                entering = True
        if not done:
            continue
        # The node at `depth` has the value `value`: hand it up until some node has more to try.
        while True:
            key = frames[depth, KEY]
            if key >= 0:
                need = frames[depth, NEED]
                slot = ((key * 0x1E3779B97F4A7C15) >> 20) & (size - 1)
                low, high = 0, frames[depth, REST]
                if keys[slot] == key:
                    packed = bounds[slot]
                    low, high = packed & 255, (packed >> 8) & 255
                choice = frames[depth, CHOICE] + 1
                if value >= need:
                    low = max(low, value)
                else:
                    high = min(high, max(value, 0))
                keys[slot] = key
                bounds[slot] = low | (high << 8) | (choice << 16)
            if depth == 0:
                return value
            depth -= 1
            card = frames[depth, CARD]
            player = frames[depth, PLAYER]
            hands[player] |= card
            value += frames[depth, GAIN]
            number = frames[depth, NEXT]
            values[depth, number] = value
            need = frames[depth, NEED]
            entering = False
            if (player == alone) != lowest:
                better, cut = value > frames[depth, VALUE], value >= need
            else:
                better, cut = value < frames[depth, VALUE], value < need
            if better:
                frames[depth, VALUE] = value
                frames[depth, CHOICE] = _trailing(card)
            if cut:
                history[int(player == alone), 32 if frames[depth, PLACE] == 0 else _trailing(frames[depth, BEST]), _trailing(card)] += 1
                continue
            frames[depth, NEXT] = number + 1
            break
