"""Files of finished deals: the engine replays them, a spreadsheet takes them for nothing but text and numbers."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from bot.export import MOVE_COLUMNS, RESULT_COLUMNS, cell, moves_table, records, results_table
from bot.finished import FinishedDeal
from game.__main__ import main
from game.actions import to_text
from game.journal import DealFinished, Purpose, SavedChair
from game.rules import Rules
from tests.bot.store.played import NULL, PASSED, over
from tests.e2e.launch import seed_of
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import KINDS

CHAIRS = (SavedChair(11), SavedChair(None, "club"), SavedChair(13), SavedChair(14))


def finished(script: Script, number: int = 0) -> FinishedDeal:
    chairs = CHAIRS[: script.rules.chairs]
    last = over(7, number, script, 1_000_000.0, chairs=chairs)[-1]
    assert isinstance(last, DealFinished)
    return FinishedDeal(
        7, number, 900, Purpose.SERIES, str(script.rules), seed_of(script.seed), "ab", (),
        tuple((seat, to_text(action)) for seat, action in script.moves()), last.results, last.at,
    )  # fmt: skip


def of_kind(name: str, chairs: int = 3) -> Script:
    kind = KINDS[name]
    return Script(kind.seed, kind.opening, kind.style, replace(kind.rules, chairs=chairs))  # type: ignore[arg-type]


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


@pytest.mark.parametrize("chairs", [3, 4])
def test_every_kind_of_deal_is_replayed_without_a_disagreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], chairs: int
) -> None:
    path = tmp_path / "deals.sgf"
    path.write_bytes(records(finished(of_kind(name, chairs)) for name in KINDS))
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"{len(KINDS)} records, {len(KINDS)} agree, 0 disagree, 0 unreadable" in said
    content = path.read_text(encoding="ascii")
    assert content.count("\n") == len(KINDS)
    assert "R[passed]" in content


def test_names_are_numbers_of_chairs() -> None:
    (line,) = records([finished(NULL)]).decode().splitlines()
    # Chair 0 deals, so chair 1 is forehand.
    assert "P0[Computer 2]P1[Player 3]P2[Player 1]" in line
    assert "ID[7-0]DT[1970-01-12 13:46:40]" in line
    for user in (11, 13):
        assert f"[{user}]" not in line


def test_the_own_result_of_each_deal() -> None:
    deals = [finished(NULL, 1), finished(PASSED, 0)]
    table = rows(results_table(deals, 13))
    assert tuple(table[0]) == RESULT_COLUMNS
    assert [row["deal"] for row in table] == ["7-1", "7-0"]
    null, passed = table
    assert (null["role"], null["contract"], null["bid"], null["value"], null["won"]) == (
        "declarer", "N", "18", "23", "1",
    )  # fmt: skip
    assert (null["score"], null["list_points"], null["player"], null["seat"]) == ("23", "73", "Player 3", "forehand")
    # Jack of clubs and king of spades were laid away; a Null takes no trick.
    assert (null["card_points"], null["tricks"]) == ("6", "0")
    assert (passed["role"], passed["contract"], passed["won"], passed["card_points"]) == ("passed", "", "", "")
    assert rows(results_table(deals, 99)) == []


def test_the_moves_of_a_deal() -> None:
    table = rows(moves_table(finished(NULL)))
    assert tuple(table[0]) == MOVE_COLUMNS
    assert [row["action"] for row in table] == [to_text(action) for _, action in NULL.moves()]
    taken = [row for row in table if row["trick_winner"]]
    assert [row["trick"] for row in taken] == [str(number) for number in range(1, 11)]
    assert sum(int(row["trick_points"]) for row in taken) == 120 - 2 - 4
    assert {row["player"] for row in table} == {"Player 1", "Computer 2", "Player 3"}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_text_begins_a_formula(start: str) -> None:
    assert cell(f"{start}HYPERLINK(1)") == f"'{start}HYPERLINK(1)"


def test_numbers_stay_numbers() -> None:
    assert [cell(value) for value in (-60, 0, 48, True, False, None, "GHS")] == ["-60", "0", "48", "1", "0", "", "GHS"]


@pytest.mark.parametrize("name", KINDS)
def test_every_cell_of_every_kind_is_harmless(name: str) -> None:
    deal = finished(of_kind(name))
    for content in (moves_table(deal), results_table([deal], 11)):
        for row in rows(content):
            for value in row.values():
                assert not value.startswith(("=", "+", "@", "\t", "\r")), row
                assert not value.startswith("-") or value[1:].isdecimal()


def test_four_chairs_and_whoever_sits_out() -> None:
    deal = finished(replace(PASSED, rules=Rules(chairs=4)))
    (row,) = rows(results_table([deal], 11))
    assert (row["role"], row["seat"]) == ("sitting", "")
