"""Tables at which one person plays alone: every deal is fixed when the table opens, and the first one begins at once.

Nobody prepares, cuts or replaces a deal afterwards, so the same deals can be played by many people, or once more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.journal import (
    ChairsChanged,
    Change,
    CutAdded,
    DealPrepared,
    DealStarted,
    Purpose,
    SavedChair,
    SeriesStarted,
    TableOpened,
)
from game.rules import Rules
from game.shuffle import commitment
from game.table import deal_id


@dataclass(frozen=True, slots=True)
class Fixed:
    """The cards of a deal: its seed and the cuts, in the order in which they were made."""

    seed: bytes
    cuts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solo:
    """What a person is to play alone, from their chair; computers of `level` take the others."""

    purpose: Purpose
    rules: Rules
    deals: Sequence[Fixed]
    chair: int
    level: str


def opening(table: int, guild: int, channel: int, user: int, solo: Solo, at: float) -> tuple[Change, ...]:
    """What the table writes down at its opening, in one transaction."""
    rules = str(solo.rules)
    chairs = tuple(
        SavedChair(user) if n == solo.chair else SavedChair(None, solo.level) for n in range(solo.rules.chairs)
    )
    prepared: list[Change] = []
    for number, deal in enumerate(solo.deals):
        fingerprint = commitment(deal_id(table, number), solo.rules, deal.seed)
        prepared.append(DealPrepared(table, number, deal.seed, fingerprint))
        prepared += [CutAdded(table, number, user, cut) for cut in deal.cuts]
    return (
        TableOpened(table, guild, channel, user, rules, at, solo.purpose),
        ChairsChanged(table, chairs),
        *prepared,
        SeriesStarted(table, at),
        DealStarted(table, 0, rules, at),
    )
