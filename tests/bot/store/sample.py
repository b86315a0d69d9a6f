"""Changes that make a small table, for tests that need one."""

from pathlib import Path
from typing import Final

from game.journal import ChairResult, ChairsChanged, Change, DealPrepared, DealStarted, SavedChair, TableOpened
from game.rules import INTERNATIONAL

RULES: Final = str(INTERNATIONAL)
GUILD: Final = 900
PEOPLE: Final = (SavedChair(11), SavedChair(12), SavedChair(13))


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'skat.db'}"


def opened(table: int, *, guild: int = GUILD, rules: str = RULES, at: float = 1000.0) -> tuple[Change, ...]:
    """A table with three people whose deal 0 has begun."""
    return (
        TableOpened(table, guild, 5000 + table, 11, rules, at),
        ChairsChanged(table, PEOPLE),
        *begun(table, 0, rules=rules, at=at),
    )


def begun(table: int, number: int, *, rules: str = RULES, at: float = 1000.0) -> tuple[Change, ...]:
    return DealPrepared(table, number, bytes(32), f"commitment {number}"), DealStarted(table, number, rules, at)


def line(
    chair: int, user: int | None, score: int = 0, *, seeger: int = 0, won: bool | None = True, own: bool = False
) -> ChairResult:
    """A chair's result of a game of hearts Hand."""
    return ChairResult(
        chair=chair,
        user=user,
        level=None if user else "easy",
        role="declarer" if own else "defender",
        score=score,
        list_points=score,
        seeger=seeger,
        won=won,
        contract="HH",
        bid=18,
        value=abs(score),
        overbid=False,
        schneider=False,
        schwarz=False,
    )
