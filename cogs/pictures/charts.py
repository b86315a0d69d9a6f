"""Charts of points: a season's race and one person's deals, drawn by matplotlib without a screen.

The import alone takes a second, and minutes where matplotlib looks through all typefaces for the first time, so this
module is imported by the drawing process alone, and there by a thread of its own.
"""

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from typing import Any, Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from cogs.pictures.fonts import drawable
from cogs.pictures.lines import Chart, Line, Progress, Race
from cogs.pictures.parts import GOLD, LIGHT, MUTED

SIZE: Final = (1000, 600)
"""Pixels; a phone shows a third of them, so letters are large."""

_DPI: Final = 100
_TEXT: Final = 21
_NAME: Final = 20
_GROUND: Final = "#0f2821"
_RULE: Final = "#2f5a4b"
_COLOURS: Final = 64
# Told apart by everyone: after Okabe and Ito, the dark ones lightened for a dark ground; marks for the rest.
_LINES: Final = ("#f5c84c", "#56b4e9", "#e57ba8", "#4fd1a5", "#ff8a4c", "#d9d9d9")
_MARKS: Final = "osD^vP"
_LETTERS: Final = 10
"""Of a name beside its line."""
_MANY: Final = 15
"""Points of a line from which on only its end is marked."""


def chart(shown: Chart) -> bytes:
    """A PNG file."""
    match shown:
        case Race():
            return _race(shown)
        case Progress():
            return _progress(shown)


def _race(shown: Race) -> bytes:
    lines = shown.lines
    figure, axes = _paper(right=0.67)
    first = min((line.steps[0][0] for line in lines), default=1) - 1
    last = max((line.steps[-1][0] for line in lines), default=1)
    for number, line in reversed(list(enumerate(lines))):
        # Everyone begins with nothing and keeps what they have until the end.
        xs = [first, *(x for x, _ in line.steps), last]
        ys = [0, *(y for _, y in line.steps), line.steps[-1][1]]
        axes.plot(
            xs,
            ys,
            color=_LINES[number % len(_LINES)],
            marker=_MARKS[number % len(_MARKS)],
            markevery=[-1] if len(line.steps) > _MANY else None,
            markersize=9,
            linewidth=3.5,
            clip_on=False,
            zorder=3,
        )
    axes.set_xlim(first, last)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=True, min_n_ticks=2))
    if shown.by_day:
        axes.xaxis.set_major_formatter(FuncFormatter(_german_day if shown.german else _english_day))
    axes.set_xlabel("" if shown.by_day else drawable(shown.below), color=MUTED, fontsize=_TEXT)
    _names(axes, lines)
    return _png(figure)


def _progress(shown: Progress) -> bytes:
    begins, totals = shown.begins, shown.totals
    figure, axes = _paper(right=0.96)
    xs = range(begins, begins + len(totals))
    axes.plot(
        xs,
        totals,
        color=GOLD,
        linewidth=3.5,
        marker="o",
        markevery=[-1] if len(totals) > _MANY else None,
        markersize=9,
        clip_on=False,
        zorder=3,
    )
    axes.fill_between(xs, totals, 0, color=GOLD, alpha=0.12, zorder=2)
    axes.set_xlim(begins, begins + len(totals) - 1)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=2))
    axes.set_xlabel(drawable(shown.below), color=MUTED, fontsize=_TEXT)
    return _png(figure)


def _paper(*, right: float) -> tuple[Any, Any]:
    # Any, for the library's own types leave half of every signature open.
    figure: Any = Figure(figsize=(SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI, facecolor=_GROUND)
    axes = figure.add_axes((0.13, 0.16, right - 0.13, 0.8), facecolor=_GROUND)
    axes.tick_params(colors=LIGHT, labelsize=_TEXT, length=0, pad=8)
    axes.grid(visible=True, axis="y", color=_RULE, linewidth=1.2)
    axes.axhline(0, color=MUTED, linewidth=1.6, zorder=1)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(_points))
    for edge in ("top", "right", "left", "bottom"):
        axes.spines[edge].set_visible(False)
    axes.margins(y=0.08)
    return figure, axes


def _names(axes: Any, lines: Sequence[Line]) -> None:
    """Each name at the height of its line's end, moved apart where they would touch."""
    low, high = axes.get_ylim()
    step = 0.1 * (high - low)
    ends = sorted(((line.steps[-1][1], number) for number, line in enumerate(lines)), reverse=True)
    places: list[float] = []
    for end, _ in ends:
        places.append(min(float(end), places[-1] - step) if places else float(end))
    # Those pushed below the paper are moved up again, from the bottom.
    floor = low + step / 2
    for index in range(len(places) - 1, -1, -1):
        places[index] = max(places[index], floor)
        floor = places[index] + step
    for (end, number), place in zip(ends, places, strict=True):
        name = drawable(lines[number].name)
        short = name if len(name) <= _LETTERS else name[: _LETTERS - 1].rstrip() + "…"
        axes.annotate(
            f"{short} {_signed(end)}",
            (1.04, place),
            xycoords=("axes fraction", "data"),
            color=_LINES[number % len(_LINES)],
            fontsize=_NAME,
            va="center",
            annotation_clip=False,
            parse_math=False,
        )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _points(value: float, _: int | None) -> str:
    return _signed(round(value))


def _date(value: float) -> date:
    return date.fromordinal(max(1, int(value)))


def _german_day(value: float, _: int | None) -> str:
    return f"{_date(value).day}.{_date(value).month}."


def _english_day(value: float, _: int | None) -> str:
    return f"{_date(value).day} {_MONTHS[_date(value).month - 1]}"


_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _png(figure: Any) -> bytes:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    picture = Image.frombytes("RGBA", SIZE, bytes(canvas.buffer_rgba())).convert("RGB")
    file = BytesIO()
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()
