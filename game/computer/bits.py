"""Constants of the layouts and small functions on masks, for compiled code."""

from typing import Any, Final, TypeAlias

import numpy as np

from game.computer.masks import BIT_GROUPS, BIT_POINTS, TRUMPS
from game.computer.native import bit_instructions, jit

Array: TypeAlias = Any
"""A NumPy array: int64 unless said otherwise. Inside compiled code its items are plain integers."""

CARD_POINTS: Final = np.array(BIT_POINTS, dtype=np.int64)
CARD_GROUPS: Final = np.array(BIT_GROUPS, dtype=np.int64)
TRUMP_MASKS: Final = np.array(TRUMPS, dtype=np.int64)

_popcount, _trailing, _leading = bit_instructions()


@jit
def popcount(mask: int) -> int:
    return _popcount(mask)


@jit
def bit_index(bit: int) -> int:
    """The place of the lowest bit."""
    return _trailing(bit)


@jit
def top_bit(mask: int) -> int:
    """The highest single bit of a mask that is not 0."""
    return 1 << (63 - _leading(mask))


@jit
def sum_points(mask: int, points: Array) -> int:
    total = 0
    while mask:
        total += points[bit_index(mask)]
        mask &= mask - 1
    return total


@jit
def beats(hand: int, led: int, trumps: int, best: int) -> bool:
    """Whether the hand may play a card that takes a trick whose highest card is `best`."""
    legal = hand & led
    if legal == 0:
        legal = hand & trumps
    return (legal & ~((best << 1) - 1)) != 0
