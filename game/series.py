"""A list of deals at three or four chairs: who deals, who sits out, what counts double, the standings, the end.

Chairs are numbered clockwise from 0; chair 0 deals the first deal. A list is a fold of its entries: nothing else is
stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.contract import Game
from game.rules import Rules
from game.scoring import GameResult, RamschResult, Result
from game.state import SEATS, Ending, Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list. `scores` per chair are those of the deal, a Bock round doubled, without Seeger's points."""

    number: int
    dealer: int
    result: Result
    bock: bool
    scores: tuple[int, ...]
    declarer: int | None

    @property
    def won(self) -> bool | None:
        """Whether the declarer won; None if there was none."""
        return self.result.won if isinstance(self.result, GameResult) else None


@dataclass(frozen=True, slots=True)
class Standing:
    """One chair's line of the standings; `total` is by the option scoring, `rank` counts from 1 and may be shared."""

    chair: int
    rank: int
    total: int
    points: int
    won: int
    lost: int
    lost_by_others: int


def dealer(number: int, chairs: int) -> int:
    """The chair that deals deal `number` (from 0): it moves clockwise after every deal, a passed-in one too."""
    return number % chairs


def chair_of(seat: Seat, number: int, chairs: int) -> int:
    """The chair that sits at `seat` in deal `number`; at three the dealer is rearhand."""
    return (dealer(number, chairs) + 1 + seat) % chairs


def seat_of(chair: int, number: int, chairs: int) -> Seat | None:
    """The seat of a chair in deal `number`; None for the dealer of a table of four, who sits out."""
    place = (chair - dealer(number, chairs) - 1) % chairs
    return SEATS[place] if place < 3 else None


@dataclass(frozen=True, slots=True)
class Series:
    """The finished deals of one list. `with_result` gives the list with one more."""

    rules: Rules
    entries: tuple[Entry, ...] = ()

    @property
    def number(self) -> int:
        """The number of the next deal, from 0."""
        return len(self.entries)

    def with_result(self, result: Result) -> "Series":
        chairs = self.rules.chairs
        number = self.number
        bock = self.bock_left > 0
        scores = [0] * chairs
        for seat in SEATS:
            scores[chair_of(seat, number, chairs)] = result.scores[seat] * (2 if bock else 1)
        declarer = chair_of(result.declarer, number, chairs) if isinstance(result, GameResult) else None
        entry = Entry(number, dealer(number, chairs), result, bock, tuple(scores), declarer)
        return Series(self.rules, (*self.entries, entry))

    @property
    def bock_left(self) -> int:
        """How many of the next deals count double."""
        if self.rules.bock == "off":
            return 0
        left = 0
        for entry in self.entries:
            left = max(0, left - 1) + (self.rules.chairs if _starts_bock(entry.result) else 0)
        return left

    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Running totals per chair after each deal, by the option scoring."""
        running = [0] * self.rules.chairs
        seeger = self.rules.scoring == "seeger"
        rows: list[tuple[int, ...]] = []
        for entry in self.entries:
            for chair in range(self.rules.chairs):
                running[chair] += entry.scores[chair] + (
                    seeger_points(entry, chair, self.rules.chairs) if seeger else 0
                )
            rows.append(tuple(running))
        return tuple(rows)

    def standings(self) -> tuple[Standing, ...]:
        """Best first: total, then more own games won, then fewer lost, then a shared rank (RULES 8)."""
        totals = self.totals()
        lines: list[tuple[tuple[int, int, int], Standing]] = []
        for chair in range(self.rules.chairs):
            own = [entry for entry in self.entries if entry.declarer == chair]
            won = sum(entry.won is True for entry in own)
            lost = len(own) - won
            others = sum(entry.won is False for entry in self.entries) - lost
            total = totals[-1][chair] if totals else 0
            points = sum(entry.scores[chair] for entry in self.entries)
            lines.append(((-total, -won, lost), Standing(chair, 0, total, points, won, lost, others)))
        lines.sort(key=lambda line: line[0])
        keys = [key for key, _ in lines]
        return tuple(
            Standing(s.chair, keys.index(key) + 1, s.total, s.points, s.won, s.lost, s.lost_by_others)
            for key, s in lines
        )

    @property
    def finished(self) -> bool:
        """Whether the list is over; a target ends it after the round of dealers in which it was first reached."""
        rules = self.rules
        if rules.deals is not None:
            return self.number >= rules.deals
        target = rules.target
        if target is None or self.number % rules.chairs:
            return False
        return any(_reached(total, target) for row in self.totals() for total in row)


def seeger_points(entry: Entry, chair: int, chairs: int) -> int:
    """What the extended Seeger-Fabian system adds for one deal: 50 won, -50 lost, 40 or 30 by others (RULES 8)."""
    if entry.won is None:
        return 0
    if chair == entry.declarer:
        return 50 if entry.won else -50
    return 0 if entry.won else {3: 40, 4: 30}[chairs]


def _reached(total: int, target: int) -> bool:
    return total >= target if target > 0 else total <= target


def _starts_bock(result: Result) -> bool:
    match result:
        case GameResult(won=False, factor=factor) if factor > 1:
            return True
        case GameResult(won=False, points=60, contract=contract, ending=Ending.PLAYED | Ending.CLAIMED):
            return contract.game is not Game.NULL
        case RamschResult(points=(first, second, third)):
            return first == second == third
        case _:
            return False


def winners(standings: Sequence[Standing]) -> tuple[int, ...]:
    """The chairs that share the first rank."""
    return tuple(line.chair for line in standings if line.rank == 1)
