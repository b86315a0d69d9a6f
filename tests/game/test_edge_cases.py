"""RULES 5, 6 and 8 on the 86 abstract cases made by others: what decides a game, and its expected score."""

import json
from dataclasses import replace
from typing import Any

import pytest

from game.cards import card, cards
from game.contract import contract
from game.rules import INTERNATIONAL, Rules
from game.scoring import GameResult, RamschResult, game_result, ramsch_result
from game.series import Series
from game.state import Declared, Seat
from tests.records import record_file

GROUPS = {"game": 70, "ramsch": 12, "tournament": 4}


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(record_file("edge_cases.json").read_text(encoding="utf-8"))
    return found


def test_all_86_cases_are_there(cases: list[dict[str, Any]]) -> None:
    assert {group: sum(case["group"] == group for case in cases) for group in GROUPS} == GROUPS


def test_rules_5_games(cases: list[dict[str, Any]]) -> None:
    wrong = [
        f"{case['id']} {case['title']}: {field} {ours} instead of {theirs} ({case['why']})"
        for case in cases
        if case["group"] == "game"
        for field, ours, theirs in _game_differences(case)
    ]
    assert wrong == []


def _game_differences(case: dict[str, Any]) -> list[tuple[str, object, object]]:
    announced = contract(case["contract"])
    twelve = tuple(card(text) for text in case["cards12"])
    kontra = Seat.MIDDLEHAND if case["kontra"] else None
    terms = Declared(Seat.FOREHAND, case["bid"], announced, twelve[10:], kontra, case["kontra"] == 2)
    found = game_result(twelve, terms, case["declarer_points"], case["declarer_tricks"], INTERNATIONAL)
    score = found.score
    if case["bock"] == 2:
        score = _in_a_bock_round(found)
    return [
        (field, ours, theirs)
        for field, ours, theirs in (
            ("score", score, case["expected"]),
            ("matadors", found.matadors, case["matadors"]),
            ("overbid", found.overbid, case["overbid"]),
        )
        if ours != theirs
    ]


def _in_a_bock_round(found: GameResult) -> int:
    """The score on the list after a lost Kontra game, which starts a round that counts double."""
    lost_kontra = replace(found, won=False, factor=2)
    series = Series(Rules(bock="on")).with_result(lost_kontra).with_result(found)
    assert series.entries[1].bock
    declarer = series.entries[1].declarer
    assert declarer is not None
    return series.entries[1].scores[declarer]


def test_rules_6_ramsch(cases: list[dict[str, Any]]) -> None:
    wrong = [
        f"{case['id']} {case['title']}: {list(found.scores)} instead of {case['expected']}"
        for case in cases
        if case["group"] == "ramsch" and list((found := _ramsch(case)).scores) != case["expected"]
    ]
    assert wrong == []


def _ramsch(case: dict[str, Any]) -> RamschResult:
    points, tricks = case["trick_points"], case["tricks"]
    return ramsch_result(
        (points[0], points[1], points[2]),
        (tricks[0], tricks[1], tricks[2]),
        last_trick=Seat(case["last_trick"]),
        skat_points=case["skat_points"],
        unseen=case["doubles"],
        rules=Rules(all_pass="ramsch", ramsch_skat=case["skat_to"]),
    )


def test_rules_8_seeger(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        if case["group"] == "tournament":
            assert _list_points(case) == case["expected"], case["title"]


def _list_points(case: dict[str, Any]) -> list[int]:
    """The list after one deal; chair 0 deals it, so chair 1 is forehand."""
    chairs: int = case["table"]
    seat = Seat((case["declarer"] - 1) % chairs)
    twelve = cards("CJSJDADTD9D8CAC7SAS7HAH7")
    plain = game_result(twelve, Declared(seat, 18, contract("C"), ()), 61, 5, INTERNATIONAL)
    found = replace(plain, score=case["value"], won=case["value"] > 0)
    series = Series(Rules(chairs=4 if chairs == 4 else 3)).with_result(found)
    return list(series.totals()[-1])
