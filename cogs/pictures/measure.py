"""What a picture costs: processor time and size of tables and sheets over deals played at random."""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from cogs.pictures.deck import Deck
from cogs.pictures.facts import Facts, Sitter, facts
from cogs.pictures.labels import ENGLISH
from cogs.pictures.sheet import sheet
from cogs.pictures.table import table
from game.bench import random_deal
from game.deal import replay
from game.rules import INTERNATIONAL
from game.scoring import result
from game.series import Series
from game.view import view_for

_SITTERS = (Sitter("Anna"), Sitter("Computer 1", computer=True), Sitter("Bernd", away=True))


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of processor time, median and worst, and the largest size in bytes, of `count` pictures."""

    count: int
    median: float
    worst: float
    largest: int


@dataclass(frozen=True, slots=True)
class Measured:
    """`warm_up` is what drawing the faces and parts for the first time took, in milliseconds, all decks together."""

    warm_up: float
    tables: Cost
    sheets: Cost


def boards(deals: int, source: random.Random | None = None) -> list[Facts]:
    """Every step of random deals, as a board shows it."""
    source = source or random.Random(1)
    shown: list[Facts] = []
    for number, over in enumerate([random_deal(source) for _ in range(deals)]):
        for count in range(len(over.moves) + 1):
            view = view_for(replay(over.deal.order, over.deal.rules, over.moves[:count]), None)
            shown.append(facts(view, _SITTERS, number, (120, -48, 1204)))
    return shown


def measure(*, deals: int = 4, decks: tuple[Deck, ...] = tuple(Deck)) -> Measured:
    """The cost of every step of `deals` random deals in each deck, and of a full list of 36, faces drawn before."""
    source = random.Random(1)
    shown = boards(deals, source)
    start = time.process_time()
    for deck in decks:
        for each in shown:
            table(each, deck, "en", ENGLISH)
    warm_up = 1000 * (time.process_time() - start)
    tables = [_timed(lambda each=each, deck=deck: table(each, deck, "en", ENGLISH)) for deck in decks for each in shown]
    series = Series(INTERNATIONAL)
    for _ in range(36):
        series = series.with_result(result(random_deal(source)))
    names = [sitter.name for sitter in _SITTERS]
    sheet(series, names, decks[0], ENGLISH)
    sheets = [_timed(lambda: sheet(series, names, decks[0], ENGLISH)) for _ in range(5)]
    return Measured(max(0.0, warm_up - sum(cost for cost, _ in tables)), _cost(tables), _cost(sheets))


def _timed(draw: Callable[[], bytes]) -> tuple[float, int]:
    start = time.process_time()
    size = len(draw())
    return 1000 * (time.process_time() - start), size


def _cost(samples: list[tuple[float, int]]) -> Cost:
    times = [cost for cost, _ in samples]
    return Cost(len(samples), statistics.median(times), max(times), max(size for _, size in samples))
