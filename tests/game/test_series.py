"""RULES 1, 6 and 8: dealer, sitting out, Seeger and classic lists, ranks, Bock, every end."""

from dataclasses import replace

import pytest

from game.contract import contract
from game.rules import Rules
from game.scoring import GameResult, PassedIn, RamschResult, Result, Scores, game_result
from game.series import Series, chair_of, dealer, seat_of, winners
from game.state import SEATS, Declared, Ending, Seat
from tests.game.notation import F, M, R
from tests.game.test_scoring import twelve

PASSED = PassedIn()


def game(declarer: Seat, score: int, *, points: int = 70, kontra: bool = False, text: str = "C") -> GameResult:
    """A game worth `score`; a list cares for no more than this."""
    announced = contract(text)
    plain = game_result(twelve(announced.game, 1), Declared(declarer, 18, announced, ()), points, 5, Rules())
    return replace(plain, score=score, won=score > 0, factor=2 if kontra else 1)


def ramsch(scores: Scores, points: Scores = (60, 40, 20)) -> RamschResult:
    return RamschResult(points, (4, 3, 3), 10, (), None, (), 0, 1, scores)


def listed(rules: Rules, *results: Result) -> Series:
    series = Series(rules)
    for result in results:
        series = series.with_result(result)
    return series


# Dealer and seats


def test_rules_1_at_three_the_dealer_is_rearhand() -> None:
    for number in range(9):
        assert chair_of(R, number, 3) == dealer(number, 3) == number % 3
        assert seat_of(dealer(number, 3), number, 3) is R


def test_rules_1_at_four_the_dealer_sits_out() -> None:
    for number in range(12):
        assert dealer(number, 4) == number % 4
        assert seat_of(dealer(number, 4), number, 4) is None
        assert [chair_of(seat, number, 4) for seat in SEATS] == [(number + place) % 4 for place in (1, 2, 3)]


@pytest.mark.parametrize("chairs", [3, 4])
def test_seats_and_chairs_are_inverse(chairs: int) -> None:
    for number in range(12):
        for seat in SEATS:
            assert seat_of(chair_of(seat, number, chairs), number, chairs) is seat


def test_case_70_the_dealer_moves_after_a_passed_in_deal_too() -> None:
    series = listed(Rules(chairs=4), PASSED, PASSED, game(F, 24), PASSED, game(M, 24))
    assert [entry.dealer for entry in series.entries] == [0, 1, 2, 3, 0]
    assert [entry.declarer for entry in series.entries] == [None, None, 3, None, 2]


# Lists of twelve deals, added up by hand

THREE = (
    # Dealer, declarer's chair; own points; what Seeger adds to chairs 0, 1, 2.
    game(F, 48),  # 0 deals, chair 1: +50
    game(M, -96),  # 1 deals, chair 0: -50, others +40
    PASSED,  # 2 deals
    game(R, 23),  # 0 deals, chair 0: +50
    game(F, -46),  # 1 deals, chair 2: -50, others +40
    game(M, 36),  # 2 deals, chair 1: +50
    PASSED,  # 0 deals
    game(R, -120),  # 1 deals, chair 1: -50, others +40
    game(F, 20),  # 2 deals, chair 0: +50
    game(M, 59),  # 0 deals, chair 2: +50
    ramsch((0, -62, 0)),  # 1 deals, middlehand is chair 0: nothing from Seeger
    game(R, 72),  # 2 deals, chair 2: +50
)


def test_rules_8_a_list_of_three_by_hand() -> None:
    """Chair 0: 2 won, 1 lost, 2 lost by others; chair 1: 2, 1, 2; chair 2: 2, 1, 2."""
    series = listed(Rules(length="12"), *THREE)
    points = (-96 + 23 + 20 - 62, 48 + 36 - 120, -46 + 59 + 72)
    assert points == (-115, -36, 85)
    assert series.totals()[-1] == tuple(own + 50 * 2 - 50 + 40 * 2 for own in points)
    assert series.totals()[-1] == (15, 94, 215)
    lines = [(s.chair, s.rank, s.total, s.points, s.won, s.lost, s.lost_by_others) for s in series.standings()]
    assert lines == [(2, 1, 215, 85, 2, 1, 2), (1, 2, 94, -36, 2, 1, 2), (0, 3, 15, -115, 2, 1, 2)]
    assert series.finished


def test_rules_8_running_totals_of_three() -> None:
    assert listed(Rules(), *THREE).totals()[:6] == (
        (0, 98, 0),
        (-146, 138, 40),
        (-146, 138, 40),
        (-73, 138, 40),
        (-33, 178, -56),
        (-33, 264, -56),
    )


def test_rules_8_the_same_list_classic() -> None:
    series = listed(Rules(scoring="classic"), *THREE)
    assert series.totals()[-1] == (-115, -36, 85)
    assert [line.chair for line in series.standings()] == [2, 1, 0]


FOUR = (
    game(F, 24),  # 0 deals, chair 1
    game(M, -48),  # 1 deals, chair 3: others +30, the sitting chair 1 too
    game(R, 30),  # 2 deals, chair 1
    PASSED,  # 3 deals
    game(R, -60),  # 0 deals, chair 3
    game(F, 33),  # 1 deals, chair 2
    game(M, 44),  # 2 deals, chair 0
    game(R, -23 * 2),  # 3 deals, chair 2
    PASSED,  # 0 deals
    ramsch((0, 0, -50)),  # 1 deals, rearhand is chair 0
    game(F, 96),  # 2 deals, chair 3
    game(M, -24),  # 3 deals, chair 1
)


def test_rules_8_a_list_of_four_by_hand() -> None:
    series = listed(Rules(chairs=4, length="12"), *FOUR)
    points = (44 - 50, 24 + 30 - 24, 33 - 46, -48 - 60 + 96)
    won, lost, others = (1, 2, 1, 1), (0, 1, 1, 2), (4, 3, 3, 2)
    expected = tuple(p + 50 * w - 50 * x + 30 * o for p, w, x, o in zip(points, won, lost, others, strict=True))
    assert expected == (164, 170, 77, -2)
    assert series.totals()[-1] == expected
    lines = {s.chair: (s.rank, s.won, s.lost, s.lost_by_others) for s in series.standings()}
    assert lines == {0: (2, 1, 0, 4), 1: (1, 2, 1, 3), 2: (3, 1, 1, 3), 3: (4, 1, 2, 2)}


def test_case_70_the_sitting_dealer_gets_30() -> None:
    assert listed(Rules(chairs=4), game(F, -96)).totals() == ((30, -146, 30, 30),)
    assert listed(Rules(chairs=3), game(F, -96)).totals() == ((40, -146, 40),)


def test_rules_8_ramsch_and_passed_in_deals_get_nothing_from_seeger() -> None:
    assert listed(Rules(), ramsch((-63, 0, 0)), PASSED).totals() == ((0, -63, 0), (0, -63, 0))
    assert listed(Rules(), ramsch((120, 0, 0))).totals() == ((0, 120, 0),)


# Ranks


def test_rules_8_ties_more_own_wins_first() -> None:
    """Chairs 1 and 0 have 24 each: one by one won game, the other by two won and one lost."""
    series = listed(
        Rules(scoring="classic"),
        game(F, 24),  # chair 1
        game(M, 48),  # 1 deals, chair 0
        game(F, 24),  # 2 deals, chair 0
        game(R, -48),  # 0 deals, chair 0
    )
    lines = [(s.chair, s.rank, s.total, s.won, s.lost) for s in series.standings()]
    assert lines == [(0, 1, 24, 2, 1), (1, 2, 24, 1, 0), (2, 3, 0, 0, 0)]
    assert winners(series.standings()) == (0,)


def test_rules_8_ties_then_fewer_own_losses() -> None:
    series = listed(
        Rules(scoring="classic"),
        game(F, 24),  # chair 1
        game(M, 72),  # 1 deals, chair 0
        PASSED,
        game(R, -48),  # 0 deals, chair 0
    )
    assert [(s.chair, s.rank, s.lost) for s in series.standings()] == [(1, 1, 0), (0, 2, 1), (2, 3, 0)]


def test_rules_8_ties_then_a_shared_rank() -> None:
    series = listed(Rules(scoring="classic"), game(F, 24), game(M, 24))
    assert [(s.chair, s.rank) for s in series.standings()] == [(0, 1), (1, 1), (2, 3)]
    assert winners(series.standings()) == (0, 1)


def test_standings_of_an_empty_list() -> None:
    assert [(s.rank, s.total) for s in Series(Rules(chairs=4)).standings()] == [(1, 0)] * 4


# Ends


@pytest.mark.parametrize(
    ("length", "chairs", "count"),
    [("series", 3, 36), ("series", 4, 48), ("12", 3, 12), ("12", 4, 12), ("24", 3, 24), ("24", 4, 24)],
)
def test_rules_6_a_list_ends_once_after_its_deals(length: str, chairs: int, count: int) -> None:
    series = Series(Rules.parse(f"length={length},chairs={chairs}"))
    # Passed-in deals count as deals.
    for number in range(count):
        assert not series.finished, number
        series = series.with_result(PASSED if number % 2 else game(F, 18))
    assert series.finished


def test_rules_6_unlimited_never_ends() -> None:
    series = Series(Rules(length="unlimited"))
    for _ in range(150):
        series = series.with_result(PASSED)
        assert not series.finished


def test_rules_6_a_target_ends_the_list_after_the_round() -> None:
    rules = Rules(length="target:100", scoring="classic")
    series = listed(rules, game(F, 110))
    assert not series.finished
    assert not series.with_result(PASSED).finished
    assert listed(rules, game(F, 110), PASSED, PASSED).finished


def test_rules_6_a_target_first_reached_within_the_round_counts() -> None:
    """Chair 1 reaches 110 and falls back within the same round: the list still ends with it."""
    series = listed(Rules(length="target:100", scoring="classic"), game(F, 110), game(R, -48), PASSED)
    assert series.totals() == ((0, 110, 0), (0, 62, 0), (0, 62, 0))
    assert series.finished


def test_rules_6_a_target_is_reached_exactly() -> None:
    rules = Rules(length="target:96", scoring="classic")
    assert listed(rules, game(F, 96), PASSED, PASSED).finished
    assert not listed(rules, game(F, 95), PASSED, PASSED).finished


def test_rules_6_a_negative_target() -> None:
    rules = Rules(length="target:-100", scoring="classic")
    assert not listed(rules, game(F, 240), game(F, -96), PASSED).finished
    assert listed(rules, game(F, -100), PASSED, PASSED).finished
    assert not Series(rules).finished


def test_rules_6_a_target_by_the_scoring_of_the_list() -> None:
    results = (game(F, 60), PASSED, PASSED)
    assert listed(Rules(length="target:100"), *results).finished
    assert not listed(Rules(length="target:100", scoring="classic"), *results).finished


def test_rules_6_a_target_at_four_ends_after_four_deals() -> None:
    series = listed(Rules(chairs=4, length="target:50"), game(F, 60), PASSED, PASSED)
    assert not series.finished
    assert series.with_result(PASSED).finished


# Bock

BOCK = Rules(bock="on", scoring="classic")
LOST_60 = game(F, -48, points=60)


def marks(series: Series) -> list[bool]:
    return [entry.bock for entry in series.entries]


def test_rules_6_bock_after_60_points_doubles_the_next_three() -> None:
    series = listed(BOCK, LOST_60, game(F, 24), game(F, 24), game(F, 24), game(F, 24))
    assert marks(series) == [False, True, True, True, False]
    assert [max(entry.scores) for entry in series.entries[1:]] == [48, 48, 48, 24]


def test_rules_6_bock_at_four_doubles_the_next_four() -> None:
    rules = replace(BOCK, chairs=4)
    assert listed(rules, LOST_60).bock_left == 4
    assert marks(listed(rules, LOST_60, *[PASSED] * 5)) == [False, True, True, True, True, False]


@pytest.mark.parametrize(
    ("result", "starts"),
    [
        (LOST_60, True),
        (replace(LOST_60, ending=Ending.CLAIMED), True),
        (game(F, -48, points=59), False),
        (game(F, 24, points=61), False),
        (game(F, -48, points=40, kontra=True), True),
        (game(F, 48, kontra=True), False),
        (game(F, -46, points=60, text="N"), False),
        (game(F, -92, points=0, text="N", kontra=True), True),
        (ramsch((0, 0, 0), (40, 40, 40)), True),
        (ramsch((0, 0, 0), (36, 36, 36)), True),
        (ramsch((-60, -60, 0), (60, 60, 0)), False),
        (PASSED, False),
    ],
)
def test_rules_6_what_starts_a_bock_round(result: Result, starts: bool) -> None:
    assert listed(BOCK, result).bock_left == (3 if starts else 0)
    assert listed(replace(BOCK, bock="off"), result).bock_left == 0


def test_rules_6_bock_rounds_queue_and_never_multiply() -> None:
    series = listed(BOCK, LOST_60, LOST_60, *[game(F, 24)] * 6)
    assert marks(series) == [False, True, True, True, True, True, True, False]
    assert min(min(entry.scores) for entry in series.entries) == -96
    assert {max(entry.scores) for entry in series.entries[2:7]} == {48}


def test_rules_6_passed_in_deals_use_up_a_bock_round() -> None:
    series = listed(BOCK, LOST_60, PASSED, PASSED, PASSED, game(F, 24))
    assert marks(series) == [False, True, True, True, False]
    assert max(series.entries[-1].scores) == 24


def test_rules_6_a_ramsch_counts_double_in_a_bock_round() -> None:
    assert listed(BOCK, LOST_60, ramsch((-50, 0, 0))).entries[1].scores == (0, 0, -100)


def test_rules_8_seeger_points_never_double() -> None:
    series = listed(replace(BOCK, scoring="seeger"), LOST_60, game(F, 24), game(F, -48))
    assert series.totals() == ((40, -98, 40), (40, -98, 138), (-106, -58, 178))
