"""Whole deals as text files: ``name: value`` lines, of which ``moves`` and ``expect`` may come several times.

``rules`` is a rules text; ``forehand``, ``middlehand``, ``rearhand`` and ``skat`` are the cards as dealt; ``moves`` are
those of `tests.game.notation`; ``expect`` holds fields of the result, ``name=value``, with yes and no for truths.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import cast

from game.rules import Rules
from game.scoring import result
from game.state import Finished, State
from tests.game.notation import deal, do

FOLDER = Path(__file__).parent / "deals"


@dataclass(frozen=True, slots=True)
class DealFile:
    """A deal played to its end and the fields its result must have."""

    state: State
    expected: dict[str, str]

    def differences(self) -> dict[str, tuple[str, str]]:
        """Expected and found for every field that differs."""
        assert isinstance(self.state, Finished), "the deal is not over"
        found = result(self.state)
        seen = {name: _text(getattr(found, name)) for name in self.expected}
        return {name: (value, seen[name]) for name, value in self.expected.items() if seen[name] != value}


def read(path: Path) -> DealFile:
    """Reads and plays one file.

    Raises ValueError for a line that is none of the format's, Illegal for a move that may not be made.
    """
    fields: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if not text:
            continue
        name, colon, value = text.partition(":")
        known = name in ("rules", "forehand", "middlehand", "rearhand", "skat", "moves", "expect")
        if not colon or not known or (name in fields and name not in ("moves", "expect")):
            raise ValueError(f"{path.name}: {text!r} is none of the format's lines")
        fields[name] = f"{fields.get(name, '')} {value}".strip()
    start = deal(
        fields["forehand"], fields["middlehand"], fields["rearhand"], fields["skat"], Rules.parse(fields["rules"])
    )
    expected = dict(pair.split("=", 1) for pair in fields["expect"].split())
    return DealFile(do(start, fields["moves"]), expected)


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(_text(part) for part in cast("tuple[object, ...]", value)) or "-"
    if isinstance(value, Enum) and hasattr(value, "name"):
        return value.name.lower()
    return str(value)
