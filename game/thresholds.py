"""Numbers of the rules for whoever explains them. Each is found by asking what scores a deal, so none can differ."""

from typing import Final

from game.cards import DECK, card_points
from game.contract import Contract, contract
from game.rules import INTERNATIONAL, Rules
from game.scoring import GameResult, game_result, ramsch_result
from game.series import Series
from game.state import Declared, Hand, Seat

ALL_POINTS: Final = card_points(DECK)


def scored(
    announced: Contract, cards: Hand, *, points: int, tricks: int = 5, bid: int = 18, rules: Rules = INTERNATIONAL
) -> GameResult:
    """The result of a forehand declarer with these twelve cards, so many card points and tricks."""
    return game_result(cards, Declared(Seat.FOREHAND, bid, announced, cards[10:]), points, tricks, rules)


_RESULTS: Final = [scored(contract("C"), DECK[:12], points=points) for points in range(ALL_POINTS + 1)]

WINNING: Final = next(result.points for result in _RESULTS if result.made)
"""The least card points with which a declarer wins."""

SCHNEIDER: Final = next(result.points for result in _RESULTS if result.made and result.schneider)
"""The least card points with which a declarer wins with Schneider."""

IN_SCHNEIDER: Final = max(result.points for result in _RESULTS if not result.made and result.schneider)
"""The most card points with which a losing party is Schneider."""

DURCHMARSCH: Final = ramsch_result(
    (ALL_POINTS, 0, 0), (10, 0, 0), last_trick=Seat.FOREHAND, skat_points=0, unseen=0, rules=INTERNATIONAL
).scores[0]


def seeger(chairs: int) -> tuple[int, int]:
    """What Seeger and Fabian add for an own game, won or lost, and for each of the others when one is lost."""
    rules = Rules(chairs=4 if chairs == 4 else 3)
    lost = scored(contract("C"), DECK[:12], points=0)
    before, after = Series(rules).with_result(lost).entries[0].scores, Series(rules).with_result(lost).totals()[0]
    added = sorted(later - earlier for earlier, later in zip(before, after, strict=True))
    return -added[0], added[-1]
