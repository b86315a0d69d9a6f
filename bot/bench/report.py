"""The measurements, and what they are held against."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final


@dataclass(frozen=True, slots=True)
class Answers:
    """Clicks of one run. Times in seconds."""

    clicks_a_second: float
    p50: float
    p99: float
    failed: int


@dataclass(frozen=True, slots=True)
class Run:
    """One run with `tables` tables. Times in seconds, memory in MiB. `resume`: from the start of the process to the
    first answered click."""

    tables: int
    skat: Answers
    bare: Answers
    resume: float
    memory: float
    lag_p99: float
    lag_max: float


HEADER: Final = (
    f"{'tables':>6} {'clicks/s':>9} {'p50 ms':>7} {'p99 ms':>7}  {'bare p50':>8} {'bare p99':>8}"
    f"  {'p50 ratio':>9} {'p99 ratio':>9}  {'lag p99':>7} {'lag max':>7}  {'resume s':>8} {'MiB':>5} {'failed':>6}"
)


def summary(runs: Sequence[Run], pace: float) -> str:
    """The medians of all runs, by number of tables, and the goals."""
    lines = [
        f"medians of {max(1, len(runs) // len(sizes(runs)))} runs; a click at each table every {pace:g} s on average",
        "",
        HEADER,
    ]
    for tables in sizes(runs):
        of = [run for run in runs if run.tables == tables]

        def mid(value: Callable[[Run], float], of: list[Run] = of) -> float:
            return median(value(run) for run in of)

        p50, p99 = mid(lambda run: run.skat.p50), mid(lambda run: run.skat.p99)
        bare50, bare99 = mid(lambda run: run.bare.p50), mid(lambda run: run.bare.p99)
        lines.append(
            f"{tables:6} {mid(lambda run: run.skat.clicks_a_second):9.1f} {p50 * 1e3:7.1f} {p99 * 1e3:7.1f}"
            f"  {bare50 * 1e3:8.1f} {bare99 * 1e3:8.1f}"
            f"  {mid(lambda run: run.skat.p50 / run.bare.p50):9.2f} {mid(lambda run: run.skat.p99 / run.bare.p99):9.2f}"
            f"  {mid(lambda run: run.lag_p99) * 1e3:7.1f} {mid(lambda run: run.lag_max) * 1e3:7.1f}"
            f"  {mid(lambda run: run.resume):8.2f} {mid(lambda run: run.memory):5.0f}"
            f" {sum(run.skat.failed for run in of):6}"
        )
    return "\n".join([*lines, "", *(f"{'met' if met else 'MISSED':>6}  {goal}" for goal, met in goals(runs))])


def sizes(runs: Sequence[Run]) -> list[int]:
    return sorted({run.tables for run in runs})


def goals(runs: Sequence[Run]) -> list[tuple[str, bool]]:
    """What the medians should reach, with what they are, and whether they do; only of what was measured.

    What must never happen is judged by the worst of all runs.
    """
    found: list[tuple[str, bool]] = []
    for tables in sizes(runs):
        of = [run for run in runs if run.tables == tables]
        if tables == 30:
            ratio = median(run.skat.p50 / run.bare.p50 for run in of)
            found.append((f"p50 at 30 tables within twice the bare bot's: {ratio:.2f}", ratio <= 2))
        if tables == 300:
            p99, resume = median(run.skat.p99 for run in of), median(run.resume for run in of)
            found.append((f"p99 at 300 tables under 250 ms: {p99 * 1e3:.0f}", p99 < 0.25))
            found.append((f"300 tables resumed and answering within 5 s: {resume:.1f}", resume < 5))
    late = max((median(run.lag_p99 for run in runs if run.tables == size) for size in sizes(runs)), default=0.0)
    worst = max((run.lag_max for run in runs), default=0.0)
    return [
        *found,
        (f"loop lag p99 under 25 ms: {late * 1e3:.1f}", late < 0.025),
        (f"loop lag never over 100 ms: {worst * 1e3:.0f}", worst <= 0.1),
    ]
