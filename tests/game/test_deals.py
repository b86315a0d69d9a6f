"""RULES 2 to 7 on whole deals, each a text file with its expected result."""

from pathlib import Path

import pytest

from game.scoring import result
from game.state import Finished
from tests.game.dealfile import FOLDER, read

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_deal(path: Path) -> None:
    assert read(path).differences() == {}


def test_there_are_deals() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_deal_names_its_scores(path: Path) -> None:
    found = read(path)
    assert isinstance(found.state, Finished)
    assert found.expected["scores"] == ",".join(str(score) for score in result(found.state).scores)


def test_a_wrong_expectation_is_found(tmp_path: Path) -> None:
    text = FILES[0].read_text(encoding="utf-8").replace("scores=", "scores=1")
    (tmp_path / "wrong.txt").write_text(text, encoding="utf-8")
    assert "scores" in read(tmp_path / "wrong.txt").differences()


def test_an_unknown_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("rulez: pub\n", encoding="utf-8")
    with pytest.raises(ValueError, match="rulez"):
        read(tmp_path / "odd.txt")
