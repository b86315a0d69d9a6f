"""RULES 6: Ramsch and Schieberamsch, from points and tricks."""

import pytest

from game.rules import Rules
from game.scoring import RamschResult, Scores, ramsch_result
from game.state import Seat
from tests.game.notation import F, M, R


def judged(
    points: Scores, tricks: Scores, *, last: Seat = F, skat: int = 14, unseen: int = 0, **options: str
) -> RamschResult:
    rules = Rules.parse(",".join(["all_pass=schieberamsch", *(f"{name}={value}" for name, value in options.items())]))
    return ramsch_result(points, tricks, last_trick=last, skat_points=skat, unseen=unseen, rules=rules)


def test_rules_6_most_points_lose() -> None:
    found = judged((63, 40, 3), (5, 4, 1), last=R)
    assert (found.scores, found.losers, found.points) == ((-63, 0, 0), (F,), (63, 40, 17))


def test_rules_6_the_skat_of_the_last_trick_decides() -> None:
    assert judged((50, 52, 4), (4, 4, 2), last=F).scores == (-64, 0, 0)
    assert judged((50, 52, 4), (4, 4, 2), last=F, ramsch_skat="loser").scores == (0, -66, 0)


def test_rules_6_a_jungfrau_doubles() -> None:
    found = judged((70, 36, 0), (6, 4, 0))
    assert (found.scores, found.jungfrau, found.factor) == ((-168, 0, 0), (R,), 2)


def test_rules_6_a_trick_without_points_is_a_trick() -> None:
    found = judged((70, 36, 0), (6, 3, 1))
    assert (found.scores, found.jungfrau, found.factor) == ((-84, 0, 0), (), 1)


@pytest.mark.parametrize("skat", ["last_trick", "loser"])
@pytest.mark.parametrize(("unseen", "score"), [(0, 120), (1, 240), (2, 480), (3, 960)])
def test_rules_6_durchmarsch_is_120_flat_but_pushes_double(skat: str, unseen: int, score: int) -> None:
    found = judged((0, 106, 0), (0, 10, 0), last=M, unseen=unseen, ramsch_skat=skat)
    assert found.scores == (0, score, 0)
    assert (found.durchmarsch, found.losers, found.points) == (M, (), (0, 120, 0))


def test_rules_6_all_points_but_a_trick_is_no_durchmarsch() -> None:
    assert judged((106, 0, 0), (9, 1, 0)).scores == (-240, 0, 0)
    assert judged((106, 0, 0), (8, 1, 1)).scores == (-120, 0, 0)


def test_rules_6_two_tie() -> None:
    assert judged((50, 50, 6), (4, 4, 2), last=R).scores == (-50, -50, 0)
    assert judged((50, 36, 20), (4, 4, 2), last=M).scores == (-50, -50, 0)


def test_rules_6_two_tie_and_the_last_trick_loses() -> None:
    assert judged((50, 36, 20), (4, 4, 2), last=M, ramsch_tie="last_trick_loses").scores == (0, -50, 0)
    assert judged((36, 50, 20), (4, 4, 2), last=F, ramsch_tie="last_trick_loses").scores == (-50, 0, 0)
    assert judged((50, 50, 6), (4, 4, 2), last=R, ramsch_tie="last_trick_loses").scores == (-50, -50, 0)


def test_rules_6_two_tie_and_the_skat_goes_to_the_loser() -> None:
    assert judged((46, 46, 14), (4, 4, 2), ramsch_skat="loser").scores == (-60, -60, 0)
    found = judged((46, 46, 14), (4, 4, 2), last=M, ramsch_skat="loser", ramsch_tie="last_trick_loses")
    assert (found.scores, found.losers) == ((0, -60, 0), (M,))


def test_rules_6_a_tie_with_a_jungfrau() -> None:
    assert judged((60, 46, 0), (5, 5, 0), last=M).scores == (-120, -120, 0)


@pytest.mark.parametrize("tie", ["both_lose", "last_trick_loses"])
def test_rules_6_three_equal_score_nothing(tie: str) -> None:
    assert judged((40, 40, 26), (4, 3, 3), last=R, ramsch_tie=tie).scores == (0, 0, 0)
    assert judged((36, 36, 36), (4, 3, 3), skat=12, ramsch_skat="loser", ramsch_tie=tie).scores == (0, 0, 0)


@pytest.mark.parametrize(("unseen", "factor"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_rules_6_every_unseen_push_doubles_and_a_jungfrau_again(unseen: int, factor: int) -> None:
    assert judged((50, 46, 10), (4, 4, 2), last=R, unseen=unseen, ramsch_skat="loser").scores == (-64 * factor, 0, 0)
    assert judged((60, 46, 0), (6, 4, 0), unseen=unseen, ramsch_skat="loser").scores == (-74 * 2 * factor, 0, 0)
