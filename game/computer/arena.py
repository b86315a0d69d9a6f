"""Players against each other: ``python -m game arena``.

Whole deals are duplicates: each is played once for every seat of the player measured, the two other seats being the
opponent's, and once by the opponent alone, so that luck of the cards falls out of the paired difference.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

from game.computer.contest import BadContract, FixedContract, deals, fixed_contracts
from game.computer.ledger import BadLedger, Ledger
from game.computer.levels import LEVELS, player, warm_up
from game.computer.masks import LAYOUTS, mask_of
from game.computer.native import READY
from game.computer.selfplay import Chooses, play_deal, play_out
from game.rules import BadRules, Rules
from game.scoring import GameResult, result
from game.series import Entry, seeger_points
from game.state import SEATS, Declared, Finished, without

if TYPE_CHECKING or READY:
    import numpy as np

    from game.computer.nets import win_chances

T = TypeVar("T")

RULES: Final = "rules"
NAMES: Final = (*LEVELS, RULES)


def run(options: argparse.Namespace) -> int:
    """Exit code 0, or 2 for input that cannot be used."""
    for name in options.players:
        if name not in NAMES:
            print(f"no player {name!r}; one of {', '.join(NAMES)}", file=sys.stderr)
            return 2
    try:
        if options.cardplay:
            return _cardplay(options)
        return _whole_deals(options, Rules.parse(options.rules))
    except (OSError, BadContract, BadLedger, BadRules) as error:
        print(error, file=sys.stderr)
        return 2


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        return cls(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0)

    def __format__(self, spec: str) -> str:
        return f"{self.value:{spec}} ± {self.error:{spec}}"


OUTCOME: Final = (
    "deal", "forehand", "middlehand", "rearhand", "points0", "points1", "points2", "contract", "declarer", "won",
    "score", "predicted", "fallbacks",
)  # fmt: skip
"""Fields of a row of a run over whole deals."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One play of a deal: who sat where, the Seeger-Fabian points by seat, and the game, if one was played.

    `predicted` is the declarer's chance by the networks, -1 where they do not judge it.
    """

    deal: int
    seats: tuple[str, str, str]
    points: tuple[int, int, int]
    contract: str
    declarer: int
    won: bool
    score: int
    predicted: float
    fallbacks: int

    @property
    def row(self) -> tuple[object, ...]:
        """As `OUTCOME` says."""
        game = (self.contract, self.declarer, int(self.won), self.score, f"{self.predicted:.4f}")
        return (self.deal, *self.seats, *self.points, *game, self.fallbacks)

    @classmethod
    def of(cls, row: Sequence[str]) -> "Outcome":
        """The inverse of `row`. Raises ValueError."""
        deal, first, second, third, one, two, three, contract, declarer, won, score, predicted, fallbacks = row
        return cls(
            int(deal), (first, second, third), (int(one), int(two), int(three)), contract, int(declarer), won == "1",
            int(score), float(predicted), int(fallbacks),
        )  # fmt: skip


def _progress(done: Iterable[T], total: int, stream: TextIO) -> Iterator[T]:
    start = shown = time.monotonic()
    for number, one in enumerate(done, 1):
        yield one
        now = time.monotonic()
        if stream.isatty() and (now - shown > 0.5 or number == total):
            shown = now
            bar = "#" * (30 * number // total)
            stream.write(f"\r[{bar:30}] {number}/{total} {(now - start) / number * (total - number):5.0f} s left")
            stream.write("\n" if number == total else "")
            stream.flush()


def _run(work: Callable[[Any], T], items: Sequence[Any], jobs: int) -> Iterator[T]:
    if jobs == 1:
        warm_up()
        yield from _progress(map(work, items), len(items), sys.stderr)
        return
    with ProcessPoolExecutor(jobs, initializer=warm_up) as pool:
        yield from _progress(pool.map(work, items), len(items), sys.stderr)


def seated(names: Sequence[str], seed: int, worlds: int | None) -> list[Chooses]:
    """A player for each seat; players of different seats and deals do not share a seed."""
    return [player(name, seed * 3 + seat, worlds) for seat, name in enumerate(names)]


def play_table(
    item: tuple[int, tuple[Any, ...], tuple[str, str, str]], *, rules: Rules, seed: int, worlds: int | None
) -> Outcome:
    """One deal by the named players."""
    number, order, names = item
    players = seated(names, seed * 100_000 + number, worlds)
    over = play_deal(order, rules, players)
    found = result(over)
    game = found if isinstance(found, GameResult) else None
    entry = Entry(0, 2, found, False, tuple(found.scores), int(game.declarer) if game else None)
    points = [entry.scores[seat] + seeger_points(entry, seat, 3) for seat in SEATS]
    fallbacks = sum(getattr(one, "fallbacks", 0) for one in players)
    told = (str(game.contract), int(game.declarer), game.won, game.score, predicted(over, names)) if game else NO_GAME
    return Outcome(number, names, (points[0], points[1], points[2]), *told, fallbacks)


NO_GAME: Final = ("", -1, False, 0, -1.0)


def predicted(over: Finished, names: Sequence[str]) -> float:
    """The chance that the networks give a searching declarer against those who sat there, else -1.

    Only pick-up games but Null Ouvert are judged by the networks alone.
    """
    terms = over.terms
    if not READY or not isinstance(terms, Declared) or terms.contract.hand or terms.contract.ouvert:
        return -1.0
    game, declarer = terms.game, terms.declarer
    if names[declarer] == RULES:
        return -1.0
    kept = without(over.deal.hands[declarer] + over.deal.skat, terms.skat)
    hand, discards, seat = (
        np.array([one], dtype=np.int64) for one in (mask_of(game, kept), mask_of(game, terms.skat), int(declarer))
    )
    defence = fmean(names[other] != RULES for other in declarer.others)
    return float(win_chances(LAYOUTS[game], hand, discards, seat, defence)[0])


def permutations(one: str, other: str) -> list[tuple[str, str, str]]:
    """The measured player in each seat, and nowhere."""
    return [(one, other, other), (other, one, other), (other, other, one), (other, other, other)]


def _whole_deals(options: argparse.Namespace, rules: Rules) -> int:
    one, other = options.players
    tables = permutations(one, other)
    items = [
        (number, order, names)
        for number, order in enumerate(deals(options.deals, options.seed))
        for names in (tables if one != other else tables[:1])
    ]
    work = partial(play_table, rules=rules, seed=options.seed, worlds=options.worlds)
    ledger = _ledger(options, f"{one} {other} {options.rules}", OUTCOME)
    for outcome in _run(work, items[len(ledger.rows) :], options.jobs):
        ledger.add(outcome.row)
    outcomes = [Outcome.of(row) for row in ledger.rows[: len(items)]]
    print(
        f"{one} against two {other}, {options.deals} deals, seed {options.seed}, worlds {options.worlds or 'by time'}"
    )
    _report(one, other, outcomes)
    return 0


def _report(one: str, other: str, outcomes: list[Outcome]) -> None:
    mine: list[float] = []
    theirs: list[float] = []
    paired: list[float] = []
    by_deal: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_deal.setdefault(outcome.deal, []).append(outcome)
    for played in by_deal.values():
        base = next((o for o in played if o.seats == (other, other, other)), None)
        own = [o.points[o.seats.index(one)] for o in played if o is not base or one == other]
        rest = [o.points[s] for o in played if o is not base for s in SEATS if o.seats[s] == other and one != other]
        mine.append(fmean(own))
        theirs.append(fmean(rest or own))
        if base is not None and one != other:
            paired.append(fmean(own) - fmean(base.points))
    print(f"{one:>10} {Mean.of(mine):6.1f} points a deal, {36 * fmean(mine):6.0f} per 36")
    print(f"{other:>10} {Mean.of(theirs):6.1f} points a deal, {36 * fmean(theirs):6.0f} per 36")
    if paired:
        print(f"{'paired':>10} {Mean.of(paired):6.1f} points a deal better than {other} in the same seats and deals")
    _report_games(one, other, outcomes)
    if READY:
        _report_predictions(one, outcomes)
    print(f"fallbacks {sum(outcome.fallbacks for outcome in outcomes)}")


def _report_games(one: str, other: str, outcomes: list[Outcome]) -> None:
    for name in dict.fromkeys((one, other)):
        chances = sum(seat == name for outcome in outcomes for seat in outcome.seats)
        games = [o for o in outcomes if o.contract and o.seats[o.declarer] == name]
        won = sum(game.won for game in games)
        print(f"{name}: declares {len(games) / chances:.1%} of its deals, wins {won / max(1, len(games)):.1%}")
        for letter in sorted({game.contract for game in games}):
            same = [game for game in games if game.contract == letter]
            print(f"  {letter:4} {len(same):5} played, {sum(game.won for game in same) / len(same):6.1%} won")


def _report_predictions(name: str, outcomes: list[Outcome]) -> None:
    """How well the networks foresaw what a player's pick-up games came to."""
    for kind, letters in (("suit", "CSHD"), ("grand", "G"), ("null", "N")):
        foreseen = [
            o for o in outcomes if o.predicted >= 0 and o.seats[o.declarer] == name and o.contract[0] in letters
        ]
        if foreseen:
            wins = Mean.of([100.0 * o.won for o in foreseen])
            chance = 100 * fmean(o.predicted for o in foreseen)
            print(f"{name}: {kind:5} {len(foreseen):5} played, predicted {chance:5.1f} %, won {wins:5.1f} %")


def _ledger(options: argparse.Namespace, what: str, fields: Sequence[str]) -> Ledger:
    """The rows so far; a file that is there already goes on."""
    run = f"{what} seed {options.seed} worlds {options.worlds or 'by time'}"
    return Ledger(Path(options.csv) if options.csv else None, run, fields)


def play_contract(
    item: tuple[int, FixedContract, tuple[str, str]], *, seed: int, worlds: int | None
) -> tuple[int, str, str, bool, int]:
    """A fixed contract with a declarer and two defenders: number, their names, whether won, card points."""
    number, fixed, (declarer, defender) = item
    terms = fixed.state.terms
    names = [declarer if seat == getattr(terms, "declarer", None) else defender for seat in SEATS]
    over = play_out(fixed.state, seated(names, seed * 100_000 + number, worlds))
    found = result(over)
    assert isinstance(found, GameResult)
    return number, declarer, defender, found.won, found.points


def _cardplay(options: argparse.Namespace) -> int:
    contracts = list(islice(fixed_contracts(Path(options.cardplay)), options.deals))
    one, other = options.players
    roles = list(dict.fromkeys(((other, other), (one, other), (other, one), (one, one))))
    items = [(number, fixed, pair) for number, fixed in enumerate(contracts) for pair in roles]
    work = partial(play_contract, seed=options.seed, worlds=options.worlds)
    fields = ("contract", "game", "declarer", "defenders", "won", "points", "won_in_file")
    ledger = _ledger(options, f"{one} {other} contracts of {Path(options.cardplay).name}", fields)
    for number, declarer, defenders, won, points in _run(work, items[len(ledger.rows) :], options.jobs):
        fixed = contracts[number]
        ledger.add((number, fixed.game, declarer, defenders, int(won), points, int(fixed.won)))
    rows = ledger.rows[: len(items)]
    print(f"{len(contracts)} contracts, seed {options.seed}, worlds {options.worlds or 'by time'}")
    print(f"{'declarer':>10} {'defenders':>10}  won by the declarer        points")
    print(f"{'file':>10} {'file':>10}  {Mean.of([100.0 * fixed.won for fixed in contracts]):5.1f} %")
    for pair in roles:
        same = [row for row in rows if (row[2], row[3]) == pair]
        wins, points = Mean.of([100.0 * int(row[4]) for row in same]), Mean.of([float(row[5]) for row in same])
        print(f"{pair[0]:>10} {pair[1]:>10}  {wins:5.1f} %      {points:5.1f}")
    return 0
