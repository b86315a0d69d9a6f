"""World time and ids made from it.

Invariant: ids only grow, also when the clock is set back.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DISCORD_EPOCH = 1_420_070_400.0


class Clock:
    """Unix seconds that tests can shift: token expiry and message age are judged by `now`, while pauses and
    rate limits run on `steady`, which no shift touches."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self.steady = steady
        self.offset = 0.0
        self.on_shift: list[Callable[[], None]] = []
        self._last_id = 0

    def now(self) -> float:
        return self._wall() + self.offset

    def shift(self, seconds: float) -> None:
        self.offset += seconds
        for notify in self.on_shift:
            notify()

    def new_id(self) -> int:
        """A snowflake: milliseconds since 2015 in the upper bits."""
        fresh = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_id = max(fresh, self._last_id + 1)
        return self._last_id


def created_at(snowflake: int) -> float:
    return (snowflake >> 22) / 1000 + DISCORD_EPOCH
