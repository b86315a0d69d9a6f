"""What charts are drawn from, as values that need no drawing to be made."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A name as it may be shown, and points (x, sum) from left to right, at least one."""

    name: str
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Race:
    """The best of a season, the leader first. x is the ordinal of a day, or the number of a deal.

    `below` is said of the numbers of deals; `german` how days are written.
    """

    lines: tuple[Line, ...]
    by_day: bool
    german: bool
    below: str


@dataclass(frozen=True, slots=True)
class Progress:
    """One person's sum of points after their deal number `begins` and each that followed, at least one.

    `below` is said of the numbers.
    """

    begins: int
    totals: tuple[int, ...]
    below: str


Chart = Race | Progress
