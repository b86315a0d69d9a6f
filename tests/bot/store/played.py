"""Deals that were really played, as changes of a journal: written move by move, so that they can be read back."""

from collections.abc import Sequence

from game.actions import to_text
from game.journal import (
    ChairsChanged,
    Change,
    CutAdded,
    DealFinished,
    DealPrepared,
    DealStarted,
    MoveMade,
    SavedChair,
    TableOpened,
)
from game.outcome import chair_results
from game.rules import INTERNATIONAL, Rules
from game.scoring import result
from game.series import Series
from game.shuffle import commitment
from tests.bot.store.sample import GUILD, PEOPLE
from tests.e2e.launch import seed_of
from tests.e2e.scripts import Script

PASSED = Script(2, "M:pass R:pass F:pass")
NULL = Script(33, "M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.N.CJSK")


def table(
    number: int, *, guild: int = GUILD, rules: Rules = INTERNATIONAL, chairs: Sequence[SavedChair | None] = PEOPLE
) -> tuple[Change, ...]:
    """A table at which nothing has been dealt."""
    return (
        TableOpened(number, guild, 5000 + number, 11, str(rules), 1000.0),
        ChairsChanged(number, tuple(chairs)),
    )


def begun(
    table: int, number: int, script: Script, *, cuts: Sequence[str] = (), moves: int | None = None
) -> tuple[Change, ...]:
    """A deal up to its first `moves` moves, without its result."""
    rules, seed = script.rules, seed_of(script.seed)
    made = script.moves()[:moves]
    return (
        DealPrepared(table, number, seed, commitment(f"{table}-{number}", rules, seed)),
        *(CutAdded(table, number, 11, text) for text in cuts),
        DealStarted(table, number, str(rules), 1000.0),
        *(MoveMade(table, number, n, seat, to_text(action), 1000.0 + n) for n, (seat, action) in enumerate(made, 1)),
    )


def over(
    table: int, number: int, script: Script, at: float, *, chairs: Sequence[SavedChair | None] = PEOPLE
) -> tuple[Change, ...]:
    """A deal from its seed to its result."""
    series = Series(script.rules)
    for _ in range(number):
        series = series.with_result(result(PASSED.end()))
    series = series.with_result(result(script.end()))
    return (
        *begun(table, number, script),
        DealFinished(table, number, chair_results(series, series.entries[-1], chairs), at),
    )
