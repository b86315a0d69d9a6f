"""``python -m cogs.measure``: what the pictures cost, and what the event loop feels while they are drawn.

Part of ``python -m bot bench``; a process of its own, so that nothing measured before weighs on it.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cogs.artist import Artist
from cogs.pictures.facts import Facts
from cogs.pictures.measure import Measured, boards, measure

STEP: Final = 0.005
SECONDS: Final = 10.0
AHEAD: Final = 4
"""Boards that are asked for at the same time, as by so many tables."""

RATE, LAG, SIZE, COST = 50.0, 25.0, 80_000, 40.0
"""Boards a second, milliseconds of lag, bytes and milliseconds of processor time a picture."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Boards a second by the clock on the wall; the loop's lag meanwhile in milliseconds."""

    rate: float
    lag_p99: float
    lag_max: float


async def draw(shown: Sequence[Facts], seconds: float) -> Drawn:
    """Draws different boards one after the other through the bot's own artist."""
    artist = Artist()
    late: list[float] = []
    try:
        await artist.table(shown[0], "fr", "en")
        watching = asyncio.create_task(_watch(late))
        began = time.perf_counter()
        made = 0
        while time.perf_counter() - began < seconds:
            wanted = [shown[(made + ahead) % len(shown)] for ahead in range(AHEAD)]
            pictures = await asyncio.gather(*(artist.table(each, "fr", "en") for each in wanted))
            made += sum(picture is not None for picture in pictures)
        rate = made / (time.perf_counter() - began)
        watching.cancel()
    finally:
        await artist.close()
    late.sort()
    return Drawn(rate, 1000 * late[int(0.99 * len(late))], 1000 * late[-1])


async def _watch(late: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(STEP)
        late.append(time.perf_counter() - began - STEP)


def report(cost: Measured, drawn: Drawn) -> str:
    """The figures and the goals."""
    tables, sheets = cost.tables, cost.sheets
    goals = (
        (f"{RATE:g} boards a second", drawn.rate >= RATE),
        (f"loop lag p99 under {LAG:g} ms while drawing", drawn.lag_p99 < LAG),
        (f"a board under {COST:g} ms and {SIZE / 1000:g} kB", tables.median < COST and tables.largest < SIZE),
    )
    return "\n".join(
        [
            "pictures, processor time: median and worst, largest file",
            f"  boards {tables.median:5.1f} ms {tables.worst:6.1f} ms {tables.largest / 1000:6.1f} kB",
            f"  lists  {sheets.median:5.1f} ms {sheets.worst:6.1f} ms {sheets.largest / 1000:6.1f} kB",
            f"drawn beside the loop: {drawn.rate:.1f} boards a second (a free core: {1000 / tables.median:.0f})",
            f"  loop lag p99 {drawn.lag_p99:.1f} ms, max {drawn.lag_max:.1f} ms",
            "",
            *(f"{'met' if met else 'MISSED':>6}  {goal}" for goal, met in goals),
        ]
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    # More boards than the artist remembers, so that each is drawn.
    drawn = asyncio.run(draw(boards(4), seconds))
    sys.stdout.write(report(measure(), drawn) + "\n")


if __name__ == "__main__":
    main()
