"""RULES 5: value, overbid and score of a declarer's game, from what decides it."""

from collections.abc import Iterator

import pytest

from game.cards import Card
from game.contract import BIDS, HAND_CONTRACTS, PICK_UP_CONTRACTS, Contract, Game, contract
from game.rules import INTERNATIONAL, Rules
from game.scoring import GameResult, game_result
from game.state import Declared, Ending, Hand, Seat
from tests.game.notation import F, M


def twelve(game: Game, run: int) -> Hand:
    """Twelve cards with (or, negative, without) `run` matadors in a game."""
    trumps = game.trumps
    top, stop = trumps[: abs(run)], trumps[abs(run) : abs(run) + 1]
    held = top if run > 0 else stop
    missing = {*(stop if run > 0 else top)}
    rest = [card for card in Card if card not in held and card not in missing]
    # Cards that are no trumps come first, so that the run is not made longer.
    rest.sort(key=lambda card: card in trumps)
    return (*held, *rest[: 12 - len(held)])


def judged(
    text: str,
    run: int,
    points: int,
    tricks: int,
    *,
    bid: int = 18,
    rules: Rules = INTERNATIONAL,
    kontra: bool = False,
    re: bool = False,
    ending: Ending = Ending.PLAYED,
    by: Seat | None = None,
) -> GameResult:
    announced = contract(text)
    terms = Declared(F, bid, announced, (), M if kontra else None, re)
    return game_result(twelve(announced.game, run), terms, points, tricks, rules, ending, by)


@pytest.mark.parametrize("game", ["D", "H", "S", "C", "G"])
def test_isko_2_3_every_run_of_matadors(game: str) -> None:
    base = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}[game]
    longest = 4 if game == "G" else 11
    for run in (*range(-longest, 0), *range(1, longest + 1)):
        found = judged(game, run, 61, 5)
        assert (found.matadors, found.level, found.score) == (run, abs(run) + 1, base * (abs(run) + 1))
        capped = judged(game, run, 61, 5, rules=Rules(matadors="jacks"))
        assert abs(capped.matadors) == min(abs(run), 4)
        assert capped.score == base * (min(abs(run), 4) + 1)


@pytest.mark.parametrize(
    ("points", "won", "schneider"),
    [
        (0, False, True),
        (30, False, True),
        (31, False, False),
        (59, False, False),
        (60, False, False),
        (61, True, False),
        (89, True, False),
        (90, True, True),
        (118, True, True),
        (120, True, True),
    ],
)
def test_case_40_boundaries_of_points(points: int, won: bool, schneider: bool) -> None:
    found = judged("S", 2, points, 5)
    level = 3 + schneider
    assert (found.won, found.schneider, found.schwarz, found.level) == (won, schneider, False, level)
    assert found.score == (11 * level if won else -22 * level)


def test_isko_5_2_4_schwarz_by_tricks_and_never_by_points() -> None:
    assert not judged("S", 2, 120, 9).schwarz
    assert judged("S", 2, 120, 10).schwarz
    assert not judged("S", 2, 0, 1).schwarz
    assert judged("S", 2, 0, 0).schwarz
    # The skat is the declarer's, but no trick.
    lost = judged("S", -1, 21, 0)
    assert (lost.schneider, lost.schwarz, lost.score) == (True, True, -2 * 11 * 4)


LEVELS = {"": 0, "H": 1, "HS": 3, "HZ": 5, "O": 6}


@pytest.mark.parametrize("marks", LEVELS)
@pytest.mark.parametrize("game", ["D", "H", "S", "C", "G"])
def test_rules_5_levels_made_and_missed(game: str, marks: str) -> None:
    """All contracts beside the table of levels: each announcement counts itself and what it makes obligatory."""
    base = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}[game]
    announced_schneider, announced_schwarz = marks in ("HS", "HZ", "O"), marks in ("HZ", "O")
    for points, tricks in ((120, 10), (120, 9), (90, 8), (89, 8), (61, 5), (60, 5), (31, 3), (30, 3), (0, 0)):
        found = judged(game + marks, 1, points, tricks)
        needed = tricks == 10 if announced_schwarz else points >= (90 if announced_schneider else 61)
        level = 2 + LEVELS[marks]
        schneider, schwarz = (points >= 90, tricks == 10) if needed else (points <= 30, tricks == 0)
        level += (schneider and not announced_schneider) + (schwarz and not announced_schwarz)
        assert found.won is needed
        assert (found.level, found.value) == (level, base * level)
        assert found.score == (base * level if needed else -2 * base * level)


def test_rules_5_both_formulas_of_the_level_are_one() -> None:
    """The level as RULES 5 writes it, for every contract and every pair of reached levels."""
    for announced in (*PICK_UP_CONTRACTS, *HAND_CONTRACTS):
        if announced.null:
            continue
        for points, tricks in ((120, 10), (95, 9), (70, 6), (40, 4), (20, 2), (0, 0)):
            found = judged(str(announced), 2, points, tricks)
            assert found.level == _level(announced, 2, schneider=found.schneider, schwarz=found.schwarz)


def _level(announced: Contract, run: int, *, schneider: bool, schwarz: bool) -> int:
    return (
        run
        + 1
        + announced.hand
        + max(schneider, announced.schneider)
        + announced.schneider
        + max(schwarz, announced.schwarz)
        + announced.schwarz
        + announced.ouvert
    )


def test_isko_5_2_5_a_missed_announcement_is_charged_in_full_and_once() -> None:
    assert judged("CHS", 1, 80, 8).score == -2 * 12 * 5
    assert judged("CHS", 1, 20, 2).score == -2 * 12 * 5
    assert judged("CHZ", 1, 110, 9).score == -2 * 12 * 7
    assert judged("CO", 1, 106, 9).score == -2 * 12 * 8


# Overbid


def overbids() -> Iterator[tuple[str, int, int]]:
    for game, base in (("D", 9), ("H", 10), ("S", 11), ("C", 12), ("G", 24)):
        for bid in BIDS:
            yield game, base, bid


def test_case_38_the_smallest_multiple_that_covers_the_bid() -> None:
    assert judged("H", 1, 70, 6, bid=24).charged == 30
    for game, base, bid in overbids():
        found = judged(game, 1, 70, 6, bid=bid)
        if bid <= 2 * base:
            assert (found.overbid, found.charged, found.score) == (False, 2 * base, 2 * base)
            continue
        charged = next(base * level for level in range(1, 40) if base * level >= bid)
        assert (found.overbid, found.won, found.made) == (True, False, True)
        assert (found.value, found.charged, found.score) == (2 * base, charged, -2 * charged)


def test_rules_5_overbid_and_lost_is_charged_once() -> None:
    assert judged("H", 1, 50, 4, bid=24).score == -60
    assert judged("H", 1, 50, 4, bid=30).score == -60


def test_rules_5_a_schneider_reached_cures_an_overbid_won_or_lost() -> None:
    assert judged("H", 1, 90, 8, bid=27).score == 30
    lost = judged("H", 1, 30, 2, bid=27)
    assert (lost.overbid, lost.value, lost.score) == (False, 30, -60)
    assert judged("H", 1, 120, 10, bid=40).score == 40
    assert judged("H", 1, 120, 9, bid=40).score == -80


def test_rules_6_overbid_is_judged_undoubled_and_then_doubled() -> None:
    assert judged("D", 1, 85, 8, bid=20, kontra=True).score == -108
    assert judged("D", 1, 85, 8, bid=20, kontra=True, re=True).score == -216


# Null


@pytest.mark.parametrize(("text", "value"), [("N", 23), ("NH", 35), ("NO", 46), ("NHO", 59)])
def test_rules_5_null(text: str, value: int) -> None:
    assert judged(text, 0, 0, 0).score == value
    assert judged(text, 0, 11, 1).score == -2 * value
    assert judged(text, 0, 11, 1, rules=Rules(null_loss="single")).score == -value
    assert judged(text, 0, 11, 1, kontra=True).score == -4 * value
    assert judged(text, 0, 11, 1, kontra=True, rules=Rules(null_loss="single")).score == -2 * value
    # The skat has points; in Null they count for nothing.
    assert judged(text, 0, 21, 0).won


def test_rules_5_null_loss_is_an_option_of_null_alone() -> None:
    assert judged("C", 1, 60, 5, rules=Rules(null_loss="single")).score == -48


# Kontra


@pytest.mark.parametrize(("kontra", "re", "factor"), [(False, False, 1), (True, False, 2), (True, True, 4)])
def test_case_69_61_and_60_under_kontra(kontra: bool, re: bool, factor: int) -> None:
    assert judged("C", 2, 61, 5, kontra=kontra, re=re).score == 36 * factor
    assert judged("C", 2, 60, 5, kontra=kontra, re=re).score == -72 * factor


# Giving up


@pytest.mark.parametrize(
    ("text", "bid", "score"),
    [
        ("H", 18, -40),
        ("HH", 18, -60),
        ("HHS", 18, -100),
        ("HHZ", 18, -140),
        ("HO", 18, -160),
        ("H", 24, -60),
        ("HH", 33, -80),
        ("N", 18, -46),
        ("NHO", 59, -118),
    ],
)
def test_rules_7_declarer_gives_up_at_the_declared_level(text: str, bid: int, score: int) -> None:
    run = 0 if text[0] == "N" else 1
    for points, tricks in ((0, 0), (20, 1)):
        found = judged(text, run, points, tricks, bid=bid, ending=Ending.CONCEDED, by=F)
        assert (found.score, found.schneider, found.schwarz) == (score, False, False)


@pytest.mark.parametrize(
    ("text", "bid", "points", "score"),
    [
        ("H", 18, 0, 20),
        ("H", 18, 61, 20),
        ("H", 18, 90, 30),
        ("H", 27, 20, 30),
        ("H", 30, 20, 30),
        ("H", 40, 20, 40),
        ("H", 40, 90, 40),
        ("HH", 18, 0, 30),
        ("HH", 40, 0, 40),
        ("HH", 44, 0, 50),
        ("HHS", 18, 0, 50),
        ("HHS", 60, 0, 60),
        ("HHZ", 18, 0, 70),
        ("HO", 18, 0, 80),
        ("H", 45, 0, -100),
        ("N", 23, 0, 23),
        ("NHO", 59, 0, 59),
    ],
)
def test_isko_4_4_4_defenders_give_up_what_the_declarer_was_obliged_to_reach(
    text: str, bid: int, points: int, score: int
) -> None:
    run = 0 if text[0] == "N" else 1
    found = judged(text, run, points, 0, bid=bid, ending=Ending.CONCEDED, by=M)
    assert found.score == score


def test_a_result_explains_itself() -> None:
    """Everything a sentence about the score needs is in the result (case 50)."""
    found = judged("CHS", 2, 95, 9, bid=60, kontra=True)
    assert (found.base, found.level, found.value, found.charged, found.factor) == (12, 6, 72, 72, 2)
    assert (found.bid, found.overbid, found.won, found.made, found.points, found.tricks) == (
        60,
        False,
        True,
        True,
        95,
        9,
    )
    assert found.value == found.base * found.level
    assert found.scores == (144, 0, 0)
