"""The double-dummy search in compiled code: zero window, own stack, transposition table at the starts of tricks.

A value is what the lone player (declarer, or any seat of a Ramsch) gains from a position on: card points, or with
`base` 1 and no points, tricks. The window is `need`: the search tells whether the value reaches it. In `lowest` games
(Null, Ramsch) the lone player wants it low and the others high. Values returned are bounds: one that reaches `need`
is a lower bound, one that does not an upper bound.

Neighbours of a hand, with no card of another hand between them, differ by at most the difference of their points
(Kupferschmid and Helmert, A Skat Player Based on Monte-Carlo Simulation, 2006), so most are never searched.

Moves are made in the search itself, and functions it calls get single numbers only: arrays that are passed on are
counted in and out by atomic instructions, which took half the time.
"""

from typing import Final

import numpy as np

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, Array, bit_index, top_bit
from game.computer.bounds import last_trick, static_bounds
from game.computer.frames import (
    BEST,
    CARD,
    CHOICE,
    COUNT,
    GAIN,
    HEAP,
    HIGH,
    KEY,
    LED,
    LOW,
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
from game.computer.ordering import order_high, order_low

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
def search(
    hands: Array, alone: int, layout: int, lowest: bool, points: Array, base: int, bonus: int,
    table: Array, world: int, canon: Array,
    frames: Array, moves: Array, values: Array, history: Array,
    effort: Array, stop: Array,
) -> int:  # fmt: skip
    """The value of the position in frame 0, as a bound on the side of its `need` (see the module).

    `moves` keeps the moves of each depth, best guess first, as score << 16 | run << 8 | bit; of equal cards one stands
    for all. `values` are what they came to. `history` counts the cutoffs by side, card to beat and card.
    `effort` is [nodes so far, cap]; `stop` a flag that another thread may set. `hands` is torn if ABORTED.
    """
    size = len(table)
    one, other = (alone + 1) % 3, (alone + 2) % 3
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
                    taker, heap = last_trick(
                        leader, hands[leader], hands[(leader + 1) % 3], hands[(leader + 2) % 3], layout, base
                    )
                    value, done = heap + bonus if taker == alone else 0, True
                else:
                    left = hands[0] + hands[1] + hands[2]
                    key = (left & CANON_REST[layout]) | (leader << 32) | (world << 34)
                    for field in range(5):
                        shift, width = CANON_FIELDS[layout, field, 0], CANON_FIELDS[layout, field, 1]
                        key |= canon[field, (left >> shift) & ((1 << width) - 1)] << shift
                    slot = ((key * 0x1E3779B97F4A7C15) >> 20) & (size - 1)
                    low, high = 0, rest
                    if table[slot, 0] == key:
                        packed = table[slot, 1]
                        low, high = packed & 255, (packed >> 8) & 255
                        first = (packed >> 16) - 1
                    elif not lowest:
                        low, high = static_bounds(
                            leader, hands[alone], hands[one], hands[other], alone, layout, base, rest
                        )
                    if low >= need:
                        value, done = low, True
                    elif high < need:
                        value, done = high, True
                    else:
                        frames[depth, KEY], frames[depth, LOW], frames[depth, HIGH] = key, low, high
            if not done:
                player, place, led = frames[depth, PLAYER], frames[depth, PLACE], frames[depth, LED]
                hand = hands[player]
                legal = hand
                if place and hand & led:
                    legal = hand & led
                others = (hands[0] | hands[1] | hands[2]) & ~hand
                others |= frames[depth, TABLE]
                after, before = hands[(player + 1) % 3], hands[(player + 2) % 3]
                best, taker = frames[depth, BEST], frames[depth, TAKER]
                place_of_best = 32 if place == 0 else bit_index(best)
                own = int(player == alone)
                count, run, last, prices = 0, 0, 0, 0
                while legal:
                    card = top_bit(legal)
                    legal ^= card
                    index = bit_index(card)
                    worth = points[index]
                    between = (last - 1) & ~((card << 1) - 1)
                    if last and (between & others or not CARD_GROUPS[layout, index] & last):
                        run += 1
                        prices = 0
                    last = card
                    if prices >> worth & 1:
                        continue
                    prices |= 1 << worth
                    if index == first:
                        score = 1 << 20
                    elif lowest:
                        score = order_low(
                            card, index, worth, place, player, alone, led, best, taker, after, before, layout
                        )
                    else:
                        score = order_high(
                            card, index, worth, place, player, alone, led, best, taker, after, before, layout
                        )
                    score = score * 256 + min(history[own, place_of_best, index], 8000)
                    move = (score << 16) | (run << 8) | index
                    slot = count
                    while slot and moves[depth, slot - 1] < move:
                        moves[depth, slot] = moves[depth, slot - 1]
                        slot -= 1
                    moves[depth, slot] = move
                    count += 1
                frames[depth, COUNT] = count
                frames[depth, NEXT] = 0
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
                move = moves[depth, number]
                worth = points[move & 31]
                for tried in range(number):
                    # The same run: no card of another hand lies between.
                    if (moves[depth, tried] ^ move) & 0xFF00 == 0:
                        gap = abs(worth - points[moves[depth, tried] & 31])
                        if upward:
                            limit = values[depth, tried] + gap
                            if limit < need:
                                skipped = True
                        else:
                            limit = values[depth, tried] - gap
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
                index = moves[depth, number] & 31
                card = 1 << index
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
                low, high = frames[depth, LOW], frames[depth, HIGH]
                choice = frames[depth, CHOICE] + 1
                if value >= need:
                    low = max(low, value)
                else:
                    high = min(high, max(value, 0))
                table[slot, 0] = key
                table[slot, 1] = low | (high << 8) | (choice << 16)
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
