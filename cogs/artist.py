"""Pictures, drawn in a thread of their own so that the event loop never waits for a brush."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from cogs.pictures.deck import Deck
from cogs.pictures.facts import Facts
from cogs.pictures.labels import labels
from cogs.pictures.sheet import sheet
from cogs.pictures.table import table
from game.series import Series

log = logging.getLogger(__name__)

KEPT: Final = 64
TABLE_PICTURE: Final = "table.webp"
SHEET_PICTURE: Final = "list.png"


class Artist:
    """Draws tables and lists. A picture that was just drawn is not drawn again."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._kept: OrderedDict[object, bytes] = OrderedDict()

    async def table(self, facts: Facts, deck: str, language: str) -> bytes | None:
        """The picture of a table as a WebP file; None if it could not be drawn."""
        return await self._draw((facts, deck, language), lambda: table(facts, Deck(deck), language, labels(language)))

    async def sheet(self, series: Series, names: Sequence[str], deck: str, language: str) -> bytes | None:
        """The list of a series as a PNG file; None if it could not be drawn."""
        key = series.entries, tuple(names), deck, language
        return await self._draw(key, lambda: sheet(series, names, Deck(deck), labels(language)))

    async def _draw(self, key: object, work: Callable[[], bytes]) -> bytes | None:
        kept = self._kept.get(key)
        if kept is None:
            try:
                kept = await asyncio.get_running_loop().run_in_executor(self.thread, work)
            except Exception:
                log.exception("a picture could not be drawn")
                return None
            self._kept[key] = kept
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
