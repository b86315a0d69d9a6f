"""The stack of the search, one row of an array for each depth, and the positions that are put into its first row."""

from typing import Final

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, Array, bit_index, popcount, sum_points
from game.computer.native import jit

# Fields of a frame; the stack has one frame for each depth.
(
    PLAYER, PLACE, LED, BEST, TAKER, HEAP, NEED, REST, COUNT, NEXT, VALUE, KEY, CARD, GAIN, CHOICE, TABLE, LOW, HIGH,
) = range(18)  # fmt: skip
FRAME_FIELDS: Final = 18


@jit
def set_root(
    frames: Array, hands: Array, layout: int, points: Array, base: int, bonus: int, leader: int, led: int, second: int
) -> None:
    """Frame 0 for a position: `led` and `second` are the cards on the table, 0 for none."""
    player, place, best, taker, heap = leader, 0, 0, leader, 0
    group = 0
    if led:
        group = CARD_GROUPS[layout, bit_index(led)]
        player, place, best, heap = (leader + 1) % 3, 1, led, points[bit_index(led)]
    if second:
        player, place = (leader + 2) % 3, 2
        heap += points[bit_index(second)]
        if (second & (group | TRUMP_MASKS[layout])) > best:
            best, taker = second, (leader + 1) % 3
    frames[0, PLAYER], frames[0, PLACE], frames[0, LED], frames[0, BEST] = player, place, group, best
    frames[0, TAKER], frames[0, HEAP], frames[0, TABLE] = taker, heap, led | second
    left = max(popcount(hands[0]), popcount(hands[1]), popcount(hands[2]))
    cards = hands[0] + hands[1] + hands[2]
    frames[0, REST] = sum_points(cards, points) + heap + base * left + bonus


@jit
def play_root(
    frames: Array, hands: Array, layout: int, points: Array, base: int, bonus: int, leader: int, led: int, second: int,
    card: int, alone: int,
) -> int:  # fmt: skip
    """Frame 0 after `card` was played; returns what the lone player gained, if it ended the trick."""
    place = (led != 0) + (second != 0)
    player = (leader + place) % 3
    hands[player] &= ~card
    if place == 0:
        set_root(frames, hands, layout, points, base, bonus, leader, card, 0)
        return 0
    if place == 1:
        set_root(frames, hands, layout, points, base, bonus, leader, led, card)
        return 0
    set_root(frames, hands, layout, points, base, bonus, leader, led, second)
    taker = frames[0, TAKER]
    if (card & (frames[0, LED] | TRUMP_MASKS[layout])) > frames[0, BEST]:
        taker = player
    heap = frames[0, HEAP] + points[bit_index(card)] + base
    if hands[0] | hands[1] | hands[2] == 0:
        heap += bonus
    set_root(frames, hands, layout, points, base, bonus, taker, 0, 0)
    return heap if taker == alone else 0
