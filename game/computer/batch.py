"""Many searches in one call of compiled code: the value of a position, and every move in many worlds."""

import numpy as np

from game.computer.bits import CARD_GROUPS, CARD_POINTS, Array, bit_index
from game.computer.frames import FRAME_FIELDS, NEED, play_root, set_root
from game.computer.kernel import ABORTED, canonical, search
from game.computer.native import jit


@jit
def points_for(layout: int, base: int) -> Array:
    """Card points, or no points where tricks are counted."""
    points = CARD_POINTS[layout].copy()
    if base:
        points[:] = 0
    return points


@jit
def position_value(
    start: Array, leader: int, led: int, second: int, alone: int, layout: int, lowest: bool, base: int, bonus: int,
    low: int, high: int, table: Array, world: int, effort: Array, stop: Array,
) -> int:  # fmt: skip
    """The exact value in `low` .. `high`, by stepping the window from `high` down and up; or ABORTED."""
    points = points_for(layout, base)
    canon = np.zeros((5, 256), dtype=np.int64)
    canonical(start, layout, canon)
    frames = np.zeros((32, FRAME_FIELDS), dtype=np.int64)
    tried, values = np.zeros((32, 12), dtype=np.int64), np.zeros((32, 12), dtype=np.int64)
    history = np.zeros((3, 33, 32), dtype=np.int64)
    hands = start.copy()
    while low < high:
        # From a guess in the middle each search returns a bound that the next one starts from.
        need = (low + high + 1) // 2
        hands[:] = start
        set_root(frames, hands, layout, points, base, bonus, leader, led, second)
        frames[0, NEED] = need
        found = search(
            hands, alone, layout, lowest, points, base, bonus, table, world, canon,
            frames, tried, values, history, effort, stop,
        )  # fmt: skip
        if found == ABORTED:
            return ABORTED
        if found >= need:
            low = max(low, found)
        else:
            high = min(high, found)
    return low


@jit
def moves_in_worlds(
    worlds: Array, leader: int, led: int, second: int, moves: Array, alone: int, layout: int, lowest: bool, base: int,
    bonus: Array, needs: Array, start: int, table: Array, world: int, cap: int, stop: Array,
    reached: Array,
) -> int:  # fmt: skip
    """For each world (three hands) and move of the seat to play, how many of the world's `needs` the value reaches.

    `needs` rise along their second axis; the search begins at the one numbered `start`. `reached` is filled row by
    row with counts, or -1 where the cap on nodes of a world was reached. Returns how many rows were finished before
    the stop flag was set.
    """
    points = points_for(layout, base)
    canon = np.zeros((5, 256), dtype=np.int64)
    frames = np.zeros((32, FRAME_FIELDS), dtype=np.int64)
    tried, values = np.zeros((32, 12), dtype=np.int64), np.zeros((32, 12), dtype=np.int64)
    history = np.zeros((3, 33, 32), dtype=np.int64)
    hands = np.zeros(3, dtype=np.int64)
    child = np.zeros(3, dtype=np.int64)
    effort = np.zeros(2, dtype=np.int64)
    steps = needs.shape[1]
    for row in range(len(worlds)):
        if stop[0]:
            return row
        hands[:] = worlds[row]
        canonical(hands, layout, canon)
        effort[0], effort[1] = 0, cap
        for number in range(len(moves)):
            card = moves[number]
            twin = equal_before(moves, number, hands, led | second, points, layout)
            if twin >= 0:
                reached[row, number] = reached[row, twin]
                continue
            count = steps
            step = start
            upward = True
            lowest_missed = steps
            while True:
                need = needs[row, step]
                child[:] = hands
                gain = play_root(frames, child, layout, points, base, bonus[row], leader, led, second, card, alone)
                if child[0] | child[1] | child[2] == 0 or need - gain <= 0:
                    found = 0
                else:
                    frames[0, NEED] = need - gain
                    found = search(
                        child, alone, layout, lowest, points, base, bonus[row], table, world + row, canon,
                        frames, tried, values, history, effort, stop,
                    )  # fmt: skip
                    if found == ABORTED:
                        count = -1
                        break
                if found + gain >= need:
                    # A bound may already tell about the needs above.
                    while step < steps and needs[row, step] <= found + gain:
                        step += 1
                    if not upward or step >= lowest_missed:
                        count = step
                        break
                    if step == steps:
                        count = steps
                        break
                else:
                    lowest_missed = step
                    if upward and step > start:
                        count = step
                        break
                    upward = False
                    while step > 0 and needs[row, step - 1] > found + gain:
                        step -= 1
                    if step == 0:
                        count = 0
                        break
                    step -= 1
            if count < 0:
                for other in range(len(moves)):
                    reached[row, other] = -1
                break
            reached[row, number] = count
        if stop[0]:
            return row
        if row & 15 == 15:
            history //= 2
    return len(worlds)


@jit
def equal_before(moves: Array, number: int, hands: Array, table: int, points: Array, layout: int) -> int:
    """The number of an earlier move that is the same move in this world, or -1."""
    card = moves[number]
    index = bit_index(card)
    mine = hands[0] if hands[0] & card else hands[1] if hands[1] & card else hands[2]
    others = ((hands[0] | hands[1] | hands[2]) & ~mine) | table
    for other in range(number):
        twin = moves[other]
        at = bit_index(twin)
        if points[at] == points[index] and CARD_GROUPS[layout, at] & card:
            between = (max(card, twin) - 1) & ~((min(card, twin) << 1) - 1)
            if between & others == 0:
                return other
    return -1
