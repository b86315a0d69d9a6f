"""A declarer's cards as numbers for the networks: suits that play the same part are sorted, so that order is no news.

Masks are those of the game's layout. A row holds 32 bits for the ten cards, 32 for the two laid away, 3 for the seat,
the lengths of the suits and of trumps, the points laid away, and who plays: whether the declarer searches, and which
share of the two defenders does.
"""

from typing import Any, Final, TypeAlias

import numpy as np

from game.computer.masks import BIT_POINTS, GRAND, NULL, SUIT

Array: TypeAlias = np.ndarray[Any, Any]

FIELDS: Final = {
    SUIT: ((0, 7), (7, 7), (14, 7)),
    GRAND: ((0, 7), (7, 7), (14, 7), (21, 7)),
    NULL: ((0, 8), (8, 8), (16, 8), (24, 8)),
}
"""Shift and width of the suits that may change places, by layout; what lies above them are trumps."""

_BITS: Final = np.arange(32)
_POINTS: Final = {layout: np.array(BIT_POINTS[layout], dtype=np.float32) for layout in FIELDS}


def width(layout: int) -> int:
    """How many numbers a row has."""
    return 71 + len(FIELDS[layout])


def rows(layout: int, hands: Array, discards: Array, seats: Array, skill: Array) -> Array:
    """Float32, one row for each hand; `hands` and `discards` are int64 masks, `seats` 0 to 2.

    `skill` has two columns, the declarer's and the defenders', each from 0 (rules of thumb) to 1 (searching).
    """
    fields = FIELDS[layout]
    size = fields[0][1]
    low = (1 << size) - 1
    # Discards decide between equal hands, so that equal cards always make equal rows.
    keys = np.stack([(((hands >> shift) & low) << size) | ((discards >> shift) & low) for shift, _ in fields], axis=1)
    keys = np.sort(keys, axis=1)
    used = size * len(fields)
    sorted_hands = hands >> used << used
    sorted_discards = discards >> used << used
    for number in range(len(fields)):
        sorted_hands = sorted_hands | (keys[:, number] >> size) << (number * size)
        sorted_discards = sorted_discards | (keys[:, number] & low) << (number * size)
    found = np.empty((len(hands), width(layout)), dtype=np.float32)
    found[:, :32] = (sorted_hands[:, None] >> _BITS) & 1
    found[:, 32:64] = (sorted_discards[:, None] >> _BITS) & 1
    found[:, 64:67] = seats[:, None] == np.arange(3)
    for number in range(len(fields)):
        found[:, 67 + number] = found[:, number * size : (number + 1) * size].sum(axis=1) / 4
    found[:, 67 + len(fields)] = found[:, used:32].sum(axis=1) / 4
    found[:, 68 + len(fields)] = found[:, 32:64] @ _POINTS[layout] / 10
    found[:, 69 + len(fields) :] = skill
    return found
