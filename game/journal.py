"""What a table writes down, as frozen values; a batch is one transaction and survives a crash once written.

Nothing else of a table is kept: its state is the replay of its moves.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.state import Seat


class Purpose(StrEnum):
    """What a table is for: a list in a channel, or what one person plays alone, for practice or of the daily deals."""

    SERIES = "series"
    PRACTICE = "practice"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class SavedChair:
    """Who sits on a chair: a person (`user`), or a computer (`level`) with `user` None.

    `stand_in`: a computer of `level` plays for the absent person until they are back. `left`: they left the table on
    purpose and are free to sit elsewhere; coming back is still possible.
    """

    user: int | None
    level: str | None = None
    stand_in: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class TableOpened:
    table: int
    guild: int
    channel: int
    host: int
    rules: str
    at: float
    purpose: Purpose = Purpose.SERIES


@dataclass(frozen=True, slots=True)
class RulesChosen:
    table: int
    rules: str


@dataclass(frozen=True, slots=True)
class ChairsChanged:
    """All chairs of a table in order; None is an empty chair of a lobby."""

    table: int
    chairs: tuple[SavedChair | None, ...]


@dataclass(frozen=True, slots=True)
class HostChanged:
    table: int
    host: int


@dataclass(frozen=True, slots=True)
class SeriesStarted:
    table: int
    at: float


@dataclass(frozen=True, slots=True)
class TableClosed:
    """`reason` is a key such as finished, ended, empty, idle."""

    table: int
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class DealPrepared:
    """Seed and commitment of a deal to come; replaces what was prepared for the same number."""

    table: int
    number: int
    seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class CutAdded:
    table: int
    number: int
    user: int
    text: str


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt: no cut is taken any more."""

    table: int
    number: int
    rules: str
    at: float


@dataclass(frozen=True, slots=True)
class MoveMade:
    """Move `move` (from 1) of a deal; a second one with the same number is refused by the primary key."""

    table: int
    number: int
    move: int
    seat: Seat
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class ChairResult:
    """One chair's line of a finished deal.

    `role`: declarer, defender, sitting, ramsch or passed. `score`: the deal's own points, a Bock round doubled.
    `list_points`: what the list of this table gained by its scoring; `seeger`: what the extended Seeger-Fabian
    system gives, whatever the table's scoring. `won`: None where nobody declared.
    """

    chair: int
    user: int | None
    level: str | None
    role: str
    score: int
    list_points: int
    seeger: int
    won: bool | None
    contract: str | None
    bid: int
    value: int
    overbid: bool
    schneider: bool
    schwarz: bool


@dataclass(frozen=True, slots=True)
class DealFinished:
    table: int
    number: int
    results: tuple[ChairResult, ...]
    at: float


@dataclass(frozen=True, slots=True)
class BoardPosted:
    """The newest public message of a table."""

    table: int
    message: int
    at: float


Change = (
    TableOpened
    | RulesChosen
    | ChairsChanged
    | HostChanged
    | SeriesStarted
    | TableClosed
    | DealPrepared
    | CutAdded
    | DealStarted
    | MoveMade
    | DealFinished
    | BoardPosted
)


@dataclass(frozen=True, slots=True)
class SavedDeal:
    """A deal as it was written down; `moves` are seat and text, in order; `started` False while only prepared."""

    number: int
    seed: bytes
    commitment: str
    cuts: tuple[str, ...]
    started: bool
    moves: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """An open table as it was written down; deals in order: the finished ones, the running one, those prepared.

    `closed` is the reason it was closed, or None. `touched` is the time of the last move or of the opening, `opened`
    that of the opening, in seconds since 1970.
    """

    table: int
    guild: int
    channel: int
    host: int
    rules: str
    started: bool
    chairs: tuple[SavedChair | None, ...]
    deals: tuple[SavedDeal, ...]
    board: int | None
    touched: float
    closed: str | None = None
    purpose: Purpose = Purpose.SERIES
    opened: float = 0.0


class Journal(Protocol):
    async def write(self, *changes: Change) -> None:
        """All changes or none; returns once they survive a crash.

        Raises JournalError, and then the outcome is to be read again from the journal.
        """
        ...

    async def table(self, table: int) -> SavedTable | None:
        """What was written of one table; None if it is closed or unknown. Raises JournalError."""
        ...


class JournalError(Exception):
    """Nothing can be written now; what was shown stays true."""
