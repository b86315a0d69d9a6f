"""The ids of what leads to deals that are over, and to those one plays alone."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, get_args

from cogs.ui.deal_id import DEAL, NUMBER, DealId, deal_of
from game.state import Seat

DailyVerb = Literal["list", "begin", "resume"]
Arrow = Literal["first", "previous", "next", "last", "open"]
Format = Literal["sgf", "csv"]

DAILY_VERBS: Final[tuple[DailyVerb, ...]] = get_args(DailyVerb)
ARROWS: Final[tuple[Arrow, ...]] = get_args(Arrow)

_AGAIN: Final = re.compile(rf"skat-again:{DEAL}:(own|[012])", re.ASCII)
_DAILY: Final = re.compile(r"skat-daily:([a-z]+):([0-9]{4}-[0-9]{2}-[0-9]{2})", re.ASCII)
_REPLAY: Final = re.compile(rf"skat-(replay|review):{DEAL}:(0|[1-9][0-9]?)(?::([a-z]+))?", re.ASCII)
_HISTORY: Final = re.compile(rf"skat-history:({NUMBER})", re.ASCII)
_EXPORT: Final = re.compile(rf"skat-export:(?:all|{DEAL}):(sgf|csv)", re.ASCII)
_CHECK: Final = re.compile(rf"skat-check:{DEAL}", re.ASCII)


@dataclass(frozen=True, slots=True)
class AgainId:
    """``skat-again:17-3:own``: play this finished deal again, alone; `seat` None in the place one had."""

    deal: DealId
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"skat-again:{self.deal}:{'own' if self.seat is None else int(self.seat)}"


@dataclass(frozen=True, slots=True)
class DailyId:
    """``skat-daily:list:2026-03-09``: the list of a day's dozen; or begin today's, or go on with that of a day."""

    verb: DailyVerb
    day: str

    def __str__(self) -> str:
        return f"skat-daily:{self.verb}:{self.day}"


@dataclass(frozen=True, slots=True)
class ReplayId:
    """``skat-replay:17-3:4:next``: a step, from 0, of a finished deal; ``skat-review`` with the solver's verdicts.

    `by`: the button that leads there, where several of a screen lead to the same step; `open` leaves the message it is
    on as it is.
    """

    deal: DealId
    step: int
    reviewed: bool = False
    by: Arrow | None = None

    def __str__(self) -> str:
        kind = "review" if self.reviewed else "replay"
        return f"skat-{kind}:{self.deal}:{self.step}" + (f":{self.by}" if self.by else "")


@dataclass(frozen=True, slots=True)
class ReplayPick:
    """``skat-replay-pick``: a select whose values are texts of `ReplayId`."""

    def __str__(self) -> str:
        return "skat-replay-pick"


@dataclass(frozen=True, slots=True)
class HistoryId:
    """``skat-history:2``: this page, from 0, of one's own finished deals."""

    page: int

    def __str__(self) -> str:
        return f"skat-history:{self.page}"


@dataclass(frozen=True, slots=True)
class ExportId:
    """``skat-export:17-3:sgf``: a finished deal as a file; without a deal, ``skat-export:all:csv``, all one's own."""

    deal: DealId | None
    format: Format

    def __str__(self) -> str:
        return f"skat-export:{self.deal or 'all'}:{self.format}"


@dataclass(frozen=True, slots=True)
class CheckId:
    """``skat-check:17-3``: was this deal fair?"""

    deal: DealId

    def __str__(self) -> str:
        return f"skat-check:{self.deal}"


PastId = AgainId | DailyId | ReplayId | ReplayPick | HistoryId | ExportId | CheckId


def parse_past(text: str) -> PastId | None:
    """The id of a component's text; None for every other."""
    if found := _AGAIN.fullmatch(text):
        return AgainId(deal_of(found), None if found[3] == "own" else Seat(int(found[3])))
    if found := _DAILY.fullmatch(text):
        return _daily(found[1], found[2])
    if found := _REPLAY.fullmatch(text):
        return _replay(found)
    if found := _HISTORY.fullmatch(text):
        return HistoryId(int(found[1]))
    if found := _EXPORT.fullmatch(text):
        return ExportId(deal_of(found) if found[1] else None, "csv" if found[3] == "csv" else "sgf")
    if found := _CHECK.fullmatch(text):
        return CheckId(deal_of(found))
    return ReplayPick() if text == str(ReplayPick()) else None


def _daily(verb: str, day: str) -> DailyId | None:
    try:
        date.fromisoformat(day)
    except ValueError:
        return None
    return DailyId(verb, day) if verb in DAILY_VERBS else None


def _replay(found: re.Match[str]) -> ReplayId | None:
    by: Arrow | None = next((arrow for arrow in ARROWS if arrow == found[5]), None)
    if found[5] is not None and by is None:
        return None
    return ReplayId(DealId(int(found[2]), int(found[3])), int(found[4]), reviewed=found[1] == "review", by=by)
