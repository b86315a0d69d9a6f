"""Charts: every line and name is drawn, files are small, and the worker lives through a slow start of matplotlib."""

from __future__ import annotations

import threading
import time
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from cogs.pictures import worker
from cogs.pictures.charts import SIZE, chart
from cogs.pictures.lines import Line, Progress, Race

if TYPE_CHECKING:
    import random

SMALL = 60_000
NAMES = ("Anna", "$x$ \\frac", "名前", "Ben der Große von nebenan", "Spieler 5", "م")


def colours(drawn: bytes) -> set[tuple[int, ...]]:
    with Image.open(BytesIO(drawn)) as picture:
        assert picture.format == "PNG"
        assert picture.size == SIZE
        return {
            colour
            for _, colour in picture.convert("RGB").getcolors(SIZE[0] * SIZE[1]) or ()
            if isinstance(colour, tuple)
        }


@pytest.mark.parametrize("by_day", [True, False])
def test_a_race_shows_each_line_in_a_colour_of_its_own(source: random.Random, by_day: bool) -> None:
    first = 739_000 if by_day else 0
    lines: list[Line] = []
    for name in NAMES:
        total, steps = 0, list[tuple[int, int]]()
        for x in range(1, 80):
            total += source.randint(-200, 220)
            steps.append((first + x, total))
        lines.append(Line(name, tuple(steps)))
    all_of_them = chart(Race(tuple(lines), by_day, german=True, below="Spiel"))
    alone = chart(Race((lines[0],), by_day, german=True, below="Spiel"))
    assert len(alone) < len(all_of_them) < SMALL
    for colour in ("#f5c84c", "#56b4e9", "#e57ba8", "#4fd1a5", "#ff8a4c", "#d9d9d9"):
        wanted = tuple(bytes.fromhex(colour[1:]))
        near = [one for one in colours(all_of_them) if sum(abs(a - b) for a, b in zip(one, wanted, strict=True)) < 24]
        assert near, colour


@pytest.mark.parametrize("totals", [(0, 30), (0, -98), tuple(range(-150, 151)), (5, 5)])
def test_progress_of_one_deal_or_hundreds(totals: tuple[int, ...]) -> None:
    drawn = chart(Progress(700, totals, "Spiel"))
    assert 1000 < len(drawn) < SMALL
    assert len(colours(drawn)) > 8


def test_a_slow_start_of_matplotlib_holds_up_nothing_but_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when it looks through all typefaces for the first time: a chart is left out, then there is one."""
    go_on = threading.Event()
    load = worker._load  # pyright: ignore[reportPrivateUsage]  # what takes so long

    def slowly() -> None:
        go_on.wait(30)
        load()

    monkeypatch.setattr(worker, "_load", slowly)
    monkeypatch.setattr(worker, "CHARTS_WITHIN", 0.1)
    monkeypatch.setattr(worker, "_loading", threading.Event())
    monkeypatch.setattr(worker, "_loaded", loaded := threading.Event())
    order: worker.Order = ("chart", Progress(0, (0, 30), "Spiel"))
    began = time.perf_counter()
    assert worker.draw(("warm",)) == b""
    assert worker.draw(order) == b""
    assert time.perf_counter() - began < 5
    go_on.set()
    assert loaded.wait(30)
    assert worker.draw(order).startswith(b"\x89PNG")
