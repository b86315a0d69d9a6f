"""Pictures, drawn by a process of its own so that the event loop never waits for a brush.

A picture that is not there in time is left out: what it shows stands in words beside it.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from cogs.pictures.facts import Facts, Sitter, facts
from cogs.pictures.lines import Chart
from cogs.pictures.moment import Moment
from cogs.pictures.worker import LENGTH, Order, framed
from game.cards import DECK
from game.deal import new_deal
from game.rules import INTERNATIONAL
from game.series import Series
from game.view import view_for

log = logging.getLogger(__name__)

KEPT: Final = 64
PATIENCE: Final = 3.0
"""Seconds to wait for a picture, those before it included."""
HUNG: Final = 60.0
"""Seconds after which a drawing process that says nothing is taken for dead."""
FAILURES: Final = 5
"""Deaths of the drawing process after which there are no pictures until the next start."""
WORKER: Final = "cogs.pictures.worker"
TABLE_PICTURE: Final = "table.png"
SHEET_PICTURE: Final = "list.png"
REPLAY_PICTURE: Final = "replay.webp"
CHART_PICTURE: Final = "chart.png"


class Artist:
    """Draws tables, lists and charts. A picture that was just drawn is not drawn again."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="emojis")
        self._kept: OrderedDict[Order, bytes] = OrderedDict()
        self._ordered: dict[Order, asyncio.Task[bytes | None]] = {}
        self._waiting: Counter[Order] = Counter()
        self._at_work: Order | None = None
        self._turn = asyncio.Lock()
        self._worker: asyncio.subprocess.Process | None = None
        self._failures = 0

    async def warm(self) -> None:
        """Starts the drawing process, so that after a restart the boards of many tables do not come in one burst."""
        view = view_for(new_deal(DECK, INTERNATIONAL), None)
        await self.table(facts(view, [Sitter("")] * INTERNATIONAL.chairs, 0, (0,) * INTERNATIONAL.chairs), "fr", "en")

        await self._picture(("warm",))

    async def table(self, shown: Facts, deck: str, language: str, patience: float = PATIENCE) -> bytes | None:
        """The picture of a table as a PNG file; None if it could not be drawn in `patience` seconds."""
        return await self._picture(("table", shown, deck, language), patience)

    async def replay(self, shown: Moment, deck: str, language: str) -> bytes | None:
        """The picture of a step of a finished deal as a WebP file; None if it could not be drawn in time."""
        return await self._picture(("replay", shown, deck, language))

    async def sheet(self, series: Series, names: Sequence[str], deck: str, language: str) -> bytes | None:
        """The list of a series as a PNG file; None if it could not be drawn in time."""
        return await self._picture(("sheet", series, tuple(names), deck, language))

    async def chart(self, shown: Chart) -> bytes | None:
        """A chart as a PNG file; None if it could not be drawn in time, as in the first seconds after a start."""
        return await self._picture(("chart", shown))

    async def _picture(self, order: Order, patience: float = PATIENCE) -> bytes | None:
        kept = self._kept.get(order)
        if kept is not None:
            return kept
        task = self._ordered.get(order)
        if task is None:
            task = self._ordered[order] = asyncio.create_task(self._draw(order))
            task.add_done_callback(lambda _: self._ordered.pop(order, None))
        self._waiting[order] += 1
        try:
            await asyncio.wait({task}, timeout=patience)
        finally:
            self._waiting[order] -= 1
            awaited = self._waiting[order] > 0
            if not awaited:
                del self._waiting[order]
        if not task.done() and not awaited and self._at_work != order:
            # What nobody waits for any more holds up the others no longer; what is begun comes to its end.
            task.cancel()
        return task.result() if task.done() and not task.cancelled() else None

    async def _draw(self, order: Order) -> bytes | None:
        async with self._turn:
            if self._failures >= FAILURES:
                return None
            self._at_work = order
            try:
                async with asyncio.timeout(HUNG):
                    drawn = await self._ask(order)
            except (OSError, asyncio.IncompleteReadError) as error:
                log.warning("the drawing process ended: %s", type(error).__name__)
                self._failures += 1
                self._dismiss()
                return None
            finally:
                self._at_work = None
        if drawn:
            self._kept[order] = drawn
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return drawn or None

    async def _ask(self, order: Order) -> bytes:
        worker = self._worker
        if worker is None:
            worker = self._worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                WORKER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # A painter needs no token and no database.
                env={name: value for name, value in os.environ.items() if not name.startswith("SKAT_")},
            )
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(framed(pickle.dumps(order)))
        await worker.stdin.drain()
        head = await worker.stdout.readexactly(LENGTH)
        return await worker.stdout.readexactly(int.from_bytes(head))

    def _dismiss(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()

    async def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
        for task in tuple(self._ordered.values()):
            task.cancel()
        await asyncio.gather(*self._ordered.values(), return_exceptions=True)
        worker = self._worker
        self._dismiss()
        if worker is not None:
            await worker.wait()
