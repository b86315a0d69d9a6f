"""The list of mutants cannot rot: each still applies, to code that still stands there once."""

import ast
from pathlib import Path

import pytest

from tests.mutants import MUTANTS, ROOT, Mutant

DEMANDED = (
    "matadors capped at 4",
    "losing declarer's Schneider forgotten",
    "overbid at the next lower multiple",
    "overbid must exceed the bid",
    "failed announcement not charged",
    "60 points win",
    "Schneider at 91",
    "Hand level forgotten",
    "lost Null not doubled",
    "Schwarz at 120 points",
    "a jack follows its printed suit",
    "ten below king",
    "forehand cannot play at 18",
    "Jungfrau on a pointless trick",
    "overbid judged after Kontra",
    "view shows the skat to a defender",
    "dealer does not move on a passed-in deal",
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_applies_once_and_is_python(mutant: Mutant) -> None:
    text = (ROOT / mutant.path).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.old != mutant.new
    ast.parse(text.replace(mutant.old, mutant.new))
    assert all(Path(ROOT / name).is_file() for name in mutant.tests)


def test_the_demanded_mutants_are_on_the_list() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert set(DEMANDED) <= set(names)
    assert len(set(names)) == len(names)
