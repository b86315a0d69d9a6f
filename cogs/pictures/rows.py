"""The lines of a list as a Skat player writes them: running totals of the deals; Seeger's points come at the foot."""

from dataclasses import dataclass

from game.contract import Game
from game.scoring import GameResult, PassedIn, RamschResult
from game.series import Entry, Series


@dataclass(frozen=True, slots=True)
class Level:
    """Whether a level was reached, and whether it was announced (Hand and Ouvert are always announced)."""

    reached: bool = False
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One deal. `game` None: passed in. `matadors`: with (positive) or without. `levels`: Hand, Schneider, Schwarz,
    Ouvert. `score` is the declarer's, doubled where it was; `running` are totals per chair, `changed` who got points.
    """

    number: int
    dealer: int
    game: Game | None
    base: int
    matadors: int
    levels: tuple[Level, Level, Level, Level]
    score: int
    won: bool | None
    kontra: bool
    re: bool
    overbid: bool
    bock: bool
    running: tuple[int, ...]
    changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The foot of one chair's column; `own` and `others` are Seeger's points, 0 if the list is counted without."""

    points: int
    won: int
    lost: int
    lost_by_others: int
    own: int
    others: int
    total: int
    rank: int


def rows(series: Series) -> tuple[Row, ...]:
    running = [0] * series.rules.chairs
    lines: list[Row] = []
    for entry in series.entries:
        running = [total + score for total, score in zip(running, entry.scores, strict=True)]
        lines.append(_row(entry, tuple(running)))
    return tuple(lines)


def _row(entry: Entry, running: tuple[int, ...]) -> Row:
    changed = tuple(chair for chair, score in enumerate(entry.scores) if score or chair == entry.declarer)
    none = Level()
    game: Game | None = None
    base = matadors = score = 0
    levels = (none, none, none, none)
    factor, overbid = 1, False
    match entry.result:
        case GameResult() as result:
            called = result.contract
            game, base, matadors = called.game, result.base, result.matadors
            levels = (
                Level(called.hand, called.hand),
                Level(result.schneider, called.schneider),
                Level(result.schwarz, called.schwarz),
                Level(called.ouvert, called.ouvert),
            )
            factor, overbid = result.factor, result.overbid
            score = sum(entry.scores)
        case RamschResult():
            game = Game.RAMSCH
        case PassedIn():
            pass
    return Row(
        number=entry.number,
        dealer=entry.dealer,
        game=game,
        base=base,
        matadors=matadors,
        levels=levels,
        score=score,
        won=entry.won,
        kontra=factor > 1,
        re=factor > 2,
        overbid=overbid,
        bock=entry.bock,
        running=running,
        changed=changed,
    )


def sums(series: Series) -> tuple[Sum, ...]:
    """The foot of the list, by chair."""
    by_chair: dict[int, Sum] = {}
    seeger = series.rules.scoring == "seeger"
    for line in series.standings():
        own = 50 * (line.won - line.lost) if seeger else 0
        others = line.total - line.points - own
        by_chair[line.chair] = Sum(
            line.points, line.won, line.lost, line.lost_by_others, own, others, line.total, line.rank
        )
    return tuple(by_chair[chair] for chair in range(series.rules.chairs))
