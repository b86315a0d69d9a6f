"""The double-dummy search in compiled code: zero window, own stack, transposition table at the starts of tricks.

A value is what the lone player (declarer, or any seat of a Ramsch) gains from a position on: card points, or with
`base` 1 and no points, tricks. The window is `need`: the search tells whether the value reaches it. In `lowest` games
(Null, Ramsch) the lone player wants it low and the others high. Values returned are bounds: one that reaches `need`
is a lower bound, one that does not an upper bound.

Neighbours of a hand, with no card of another hand between them, differ by at most the difference of their points
(Kupferschmid and Helmert, A Skat Player Based on Monte-Carlo Simulation, 2006), so most are never searched.
"""

from typing import Final

import numpy as np

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, Array, bit_index
from game.computer.bounds import last_trick, static_bounds
from game.computer.frames import (
    BEST,
    CARD,
    CHOICE,
    COUNT,
    GAIN,
    HEAP,
    KEY,
    LED,
    NEED,
    NEXT,
    PLACE,
    PLAYER,
    REST,
    TABLE,
    TAKER,
    VALUE,
)
from game.computer.native import jit
from game.computer.ordering import moves_at

ABORTED: Final = -1000
"""Returned when the cap on nodes was reached or the stop flag was set."""

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
                        left = hands[0] + hands[1] + hands[2]
                        key = key_of(left, leader, layout, canon, world)
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
                worth = points[bit_index(cards[depth, number])]
                for other in range(number):
                    if runs[depth, other] == runs[depth, number]:
                        gap = abs(worth - points[bit_index(cards[depth, other])])
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
                index = bit_index(card)
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
                frames[depth, CHOICE] = bit_index(card)
            if cut:
                history[
                    int(player == alone),
                    32 if frames[depth, PLACE] == 0 else bit_index(frames[depth, BEST]),
                    bit_index(card),
                ] += 1
                continue
            frames[depth, NEXT] = number + 1
            break
