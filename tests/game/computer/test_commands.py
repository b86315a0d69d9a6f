"""The commands about computer players, on few deals."""

import csv
import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.computer.commands import PLAYERS
from game.computer.levels import LEVELS
from tests.compiled import compiled
from tests.records import record_file

pytestmark = compiled


def test_the_arena_plays_every_permutation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "deals.csv"
    assert main(["arena", "club", "rules", "--deals", "2", "--worlds", "2", "--csv", str(table)]) == 0
    said = capsys.readouterr().out
    assert "points a deal" in said
    assert "fallbacks 0" in said
    with table.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 8
    assert [sum(row[seat] == "club" for seat in ("forehand", "middlehand", "rearhand")) for row in rows] == [
        1,
        1,
        1,
        0,
    ] * 2


def test_the_arena_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    for _ in range(2):
        assert main(["arena", "club", "rules", "--deals", "1", "--worlds", "2", "--seed", "5"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_fixed_contracts_are_played_in_all_roles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = record_file("xskat.jsonl.gz")
    table = tmp_path / "contracts.csv"
    arguments = ["arena", "club", "rules", "--deals", "3", "--worlds", "2", "--csv", str(table)]
    assert main([*arguments, "--cardplay", str(file)]) == 0
    assert len(table.read_text(encoding="utf-8").splitlines()) == 1 + 3 * 4
    assert capsys.readouterr().out.count("rules") >= 4


def test_what_cannot_be_used_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps({"kind": "game"}) + "\n", encoding="utf-8")
    assert main(["arena", "club", "nobody"]) == 2
    assert main(["arena", "club", "rules", "--cardplay", str(broken)]) == 2
    assert main(["arena", "club", "rules", "--cardplay", str(tmp_path / "none")]) == 2
    assert main(["arena", "club", "rules", "--rules", "kontra=maybe"]) == 2
    assert main(["solve", "C 0 1 CJ CJ CJ"]) == 2
    assert main(["solve", str(tmp_path / "none")]) == 2
    assert main(["train", "--lessons", str(broken)]) == 2
    assert capsys.readouterr().out == ""


def test_networks_can_be_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from game.computer import nets

    before = dict(nets.loaded())
    out = tmp_path / "new.npz"
    small = ["--first", "600", "--own", "6", "--rounds", "1", "--hands", "200", "--worlds", "1"]
    try:
        assert main(["train", "--out", str(out), *small]) == 0
    finally:
        nets.use(before)
    networks, figures = nets.load(out)
    assert set(networks) == {"suit", "grand", "null", "bid"}
    assert (figures["given"], figures["first"], figures["own"]) == (0, 600, 6)
    assert "log-loss" in capsys.readouterr().out


def test_the_package_has_its_networks_and_their_figures() -> None:
    from game.computer import nets

    networks, figures = nets.load()
    assert set(networks) == {"suit", "grand", "null", "bid"}
    assert figures["report"]
    assert figures["given"] + figures["first"] + figures["own"] > 0


def test_the_command_line_knows_all_levels() -> None:
    assert {*LEVELS, "rules"} == set(PLAYERS)
