"""All pairs of option values in few sets of rules."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from game.rules import OPTIONS, Rules

VALUES: dict[str, tuple[Any, ...]] = {
    **OPTIONS,
    "length": ("series", "12", "24", "unlimited", "target:500", "target:-300"),
}

Pair = tuple[tuple[str, Any], tuple[str, Any]]


def pairs_of(row: dict[str, Any]) -> Iterator[Pair]:
    """Every pair of option values that a row has, options in the order of VALUES."""
    for one, other in combinations(VALUES, 2):
        yield (one, row[one]), (other, row[other])


def all_pairs() -> set[Pair]:
    return {
        ((one, a), (other, b)) for one, other in combinations(VALUES, 2) for a in VALUES[one] for b in VALUES[other]
    }


def covering_rules(source: random.Random) -> list[Rules]:
    """Sets of rules that have every pair of option values among them, found greedily."""
    missing = all_pairs()
    rows: list[dict[str, Any]] = []
    while missing:
        # Each row starts from a pair that is still missing, so that the search ends.
        start = dict(source.choice(sorted(missing, key=repr)))
        candidates = [
            {name: start.get(name, source.choice(values)) for name, values in VALUES.items()} for _ in range(60)
        ]
        best = max(candidates, key=lambda row: len(missing & set(pairs_of(row))))
        missing -= set(pairs_of(best))
        rows.append(best)
    return [Rules(**row) for row in rows]
