"""What a finished deal means for each chair: the lines that are kept for leaderboards and statistics."""

from collections.abc import Sequence

from game.journal import ChairResult, SavedChair
from game.rules import Rules
from game.scoring import GameResult, RamschResult, Result
from game.series import Entry, Series, seat_of, seeger_points
from game.state import Seat


def chair_results(series: Series, entry: Entry, chairs: Sequence[SavedChair | None]) -> tuple[ChairResult, ...]:
    """One line a chair. A chair whose person had left before the deal began counts as the computer's."""
    return tuple(_line(series.rules, entry, chair, sitter) for chair, sitter in enumerate(chairs))


def _line(rules: Rules, entry: Entry, chair: int, sitter: SavedChair | None) -> ChairResult:
    result = entry.result
    game = result if isinstance(result, GameResult) else None
    seeger = seeger_points(entry, chair, rules.chairs)
    score = entry.scores[chair]
    return ChairResult(
        chair=chair,
        user=sitter.user if sitter is not None and not sitter.left else None,
        level=sitter.level if sitter is not None else None,
        role=_role(result, seat_of(chair, entry.number, rules.chairs)),
        score=score,
        list_points=score + (seeger if rules.scoring == "seeger" else 0),
        seeger=score + seeger,
        won=game.won if game else None,
        contract=str(game.contract) if game else None,
        bid=game.bid if game else 0,
        value=game.value if game else 0,
        overbid=game.overbid if game else False,
        schneider=game.schneider if game else False,
        schwarz=game.schwarz if game else False,
    )


def _role(result: Result, seat: Seat | None) -> str:
    if seat is None:
        return "sitting"
    match result:
        case GameResult():
            return "declarer" if seat == result.declarer else "defender"
        case RamschResult():
            return "ramsch"
        case _:
            return "passed"
