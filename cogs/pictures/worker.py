"""``python -m cogs.pictures.worker``: draws in a process of its own, so that no answer ever waits for a brush.

An order is a pickled tuple whose first word says what to draw, after its length in four bytes; the answer is the
picture after its length, or an empty one if it could not be drawn. The end of the orders is the end of the process,
so a killed bot leaves no painter behind.
"""

import contextlib
import os
import pickle
import signal
import sys
import threading
from typing import BinaryIO, Final

from cogs.pictures.deck import Deck
from cogs.pictures.facts import Facts
from cogs.pictures.labels import labels
from cogs.pictures.lines import Chart, Progress, Race
from cogs.pictures.moment import Moment
from cogs.pictures.replay import replay
from cogs.pictures.sheet import sheet
from cogs.pictures.table import table
from game.series import Series

LENGTH: Final = 4

CHARTS_WITHIN: Final = 1.0
"""Seconds that a chart may hold up other pictures while charts cannot be drawn yet."""

Order = (
    tuple[str, Facts, str, str]
    | tuple[str, Moment, str, str]
    | tuple[str, Series, tuple[str, ...], str, str]
    | tuple[str, Chart]
    | tuple[str]
)
"""table and replay: what it shows, deck, language. sheet: the series, the names, deck, language. chart: what it shows.

warm: charts will be wanted, so what draws them is loaded beside the other work.
"""

_loading: Final = threading.Event()
_loaded: Final = threading.Event()


def _load() -> None:
    # matplotlib looks through all typefaces of the machine the first time, which may take a minute.
    try:
        from cogs.pictures.charts import chart  # noqa: PLC0415

        chart(Progress(0, (0, 1), ""))
    except Exception as error:  # noqa: BLE001  # without charts there are still tables
        print(f"no charts can be drawn: {type(error).__name__}", file=sys.stderr, flush=True)
    else:
        _loaded.set()


def _warm() -> None:
    if not _loading.is_set():
        _loading.set()
        threading.Thread(target=_load, name="charts", daemon=True).start()


def _chart(shown: Chart) -> bytes:
    """The chart, or nothing while what draws it is still being loaded."""
    _warm()
    if not _loaded.wait(CHARTS_WITHIN):
        return b""
    from cogs.pictures.charts import chart  # noqa: PLC0415

    return chart(shown)


def draw(order: Order) -> bytes:
    """The picture that is ordered. Raises whatever drawing raises."""
    match order:
        case "table", Facts() as facts, deck, language:
            return table(facts, Deck(deck), str(language), labels(str(language)))
        case "replay", Moment() as moment, deck, language:
            return replay(moment, Deck(deck), str(language), labels(str(language)))
        case "sheet", Series() as series, tuple(names), deck, language:
            return sheet(series, names, Deck(deck), labels(language))
        case "chart", (Race() | Progress()) as shown:
            return _chart(shown)
        case ("warm",):
            _warm()
            return b""
        case _:
            raise ValueError("nobody draws this")


def framed(content: bytes) -> bytes:
    return len(content).to_bytes(LENGTH) + content


def work(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Draws one order after another until they end."""
    while len(head := orders.read(LENGTH)) == LENGTH:
        # The other end is our own bot, which pickled what it knows.
        order: Order = pickle.loads(orders.read(int.from_bytes(head)))  # noqa: S301
        drawn = b""
        try:
            drawn = draw(order)
        except Exception as error:  # noqa: BLE001  # a picture is never worth more than a line
            print(f"a picture could not be drawn: {type(error).__name__}", file=sys.stderr, flush=True)
        pictures.write(framed(drawn))
        pictures.flush()


if __name__ == "__main__":
    # Ctrl-C goes to the whole group; the bot says when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    with contextlib.suppress(BrokenPipeError):
        work(sys.stdin.buffer, sys.stdout.buffer)
