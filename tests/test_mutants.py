"""The lists of mutants cannot rot: each still applies, to code that still stands there once."""

import ast
import re
from pathlib import Path

import pytest

from tests.mutants import GUARDS, ROOT, RULES, Mutant, mutants

MUTANTS = mutants(RULES)
GUARDED = mutants(GUARDS)

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

FAULTS = (
    *range(1, 9), 15, 17, *range(21, 25), *range(26, 33), 35, 38, 39, *range(41, 45), 46, 49, 50,
)  # fmt: skip
"""The numbers of the faults whose guards must each have a test that fails without them."""


@pytest.mark.parametrize("mutant", [*MUTANTS, *GUARDED], ids=lambda mutant: mutant.name)
def test_a_mutant_applies_once_and_is_sound(mutant: Mutant) -> None:
    text = (ROOT / mutant.path).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.old != mutant.new
    if mutant.path.endswith(".py"):
        ast.parse(text.replace(mutant.old, mutant.new))
    for test in mutant.tests:
        file, _, name = test.partition("::")
        source = (ROOT / file).read_text(encoding="utf-8") if name else ""
        assert Path(ROOT / file).is_file()
        assert not name or re.search(rf"^(async )?def {name}\(", source, re.MULTILINE), test


def test_the_demanded_mutants_are_on_the_list() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert set(DEMANDED) <= set(names)
    assert len(set(names)) == len(names)


def test_every_fault_has_a_guard_on_the_list() -> None:
    told = " ".join(mutant.name for mutant in GUARDED)
    assert [number for number in FAULTS if f"F{number:02}" not in told] == []
    assert len({mutant.name for mutant in GUARDED}) == len(GUARDED)
