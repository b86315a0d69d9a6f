"""Stand-ins for what a table needs: a journal in memory and a clock that moves only when told."""

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from game.actions import Action
from game.computer import rule_of_thumb
from game.journal import (
    BoardPosted,
    ChairsChanged,
    Change,
    CutAdded,
    DealFinished,
    DealPrepared,
    DealStarted,
    HostChanged,
    JournalError,
    MoveMade,
    RulesChosen,
    SavedDeal,
    SavedTable,
    SeriesStarted,
    TableClosed,
    TableOpened,
)
from game.table import Table
from game.view import View


@dataclass
class MemoryJournal:
    """Keeps every batch; `fail` makes the next writes raise, before or after they have landed."""

    batches: list[tuple[Change, ...]] = field(default_factory=list[tuple[Change, ...]])
    tables: dict[int, SavedTable] = field(default_factory=dict[int, SavedTable])
    finished: list[DealFinished] = field(default_factory=list[DealFinished])
    fail_before: int = 0
    fail_after: int = 0
    delay: float = 0.0

    async def write(self, *changes: Change) -> None:
        await asyncio.sleep(self.delay)
        if self.fail_before:
            self.fail_before -= 1
            raise JournalError("disk full")
        tables = dict(self.tables)
        for change in changes:
            _put(tables, change)
            if isinstance(change, DealFinished):
                self.finished.append(change)
        self.tables = tables
        self.batches.append(changes)
        if self.fail_after:
            self.fail_after -= 1
            raise JournalError("the answer was lost")

    async def table(self, table: int) -> SavedTable | None:
        saved = self.tables.get(table)
        return None if saved is None or saved.closed else saved


def _put(tables: dict[int, SavedTable], change: Change) -> None:
    if isinstance(change, TableOpened):
        tables[change.table] = SavedTable(
            change.table, change.guild, change.channel, change.host, change.rules, False, (), (), None, change.at,
            purpose=change.purpose, opened=change.at,
        )  # fmt: skip
        return
    saved = tables[change.table]
    match change:
        case RulesChosen():
            saved = replace(saved, rules=change.rules)
        case ChairsChanged():
            saved = replace(saved, chairs=change.chairs)
        case HostChanged():
            saved = replace(saved, host=change.host)
        case SeriesStarted():
            saved = replace(saved, started=True)
        case TableClosed():
            saved = replace(saved, closed=change.reason)
        case DealPrepared():
            kept = tuple(deal for deal in saved.deals if deal.number != change.number)
            deal = SavedDeal(change.number, change.seed, change.commitment, (), started=False, moves=())
            saved = replace(saved, deals=(*kept, deal))
        case CutAdded():
            saved = _with_deal(saved, change.number, lambda deal: replace(deal, cuts=(*deal.cuts, change.text)))
        case DealStarted():
            saved = _with_deal(saved, change.number, lambda deal: replace(deal, started=True))
        case MoveMade():
            moves = next(deal.moves for deal in saved.deals if deal.number == change.number)
            if change.move != len(moves) + 1:
                raise JournalError("a second move with the same number")
            move = (change.seat, change.text)
            saved = _with_deal(saved, change.number, lambda deal: replace(deal, moves=(*deal.moves, move)))
            saved = replace(saved, touched=change.at)
        case BoardPosted():
            saved = replace(saved, board=change.message)
        case DealFinished():
            pass
    tables[change.table] = saved


def _with_deal(saved: SavedTable, number: int, change: Callable[[SavedDeal], SavedDeal]) -> SavedTable:
    return replace(saved, deals=tuple(change(deal) if deal.number == number else deal for deal in saved.deals))


class FakeClock:
    """Time stands still until `advance`; sleepers wake in order."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self.now = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._order), waking))
        await waking

    async def advance(self, seconds: float) -> None:
        """Lets `seconds` pass, waking every sleeper at its own time and letting it run."""
        end = self.now + seconds
        while True:
            await settle()
            self._sleepers = [sleeper for sleeper in self._sleepers if not sleeper[2].done()]
            heapq.heapify(self._sleepers)
            if not self._sleepers or self._sleepers[0][0] > end:
                break
            at, _, waking = heapq.heappop(self._sleepers)
            self.now = max(self.now, at)
            waking.set_result(None)
        self.now = end
        await settle()

    @property
    def sleeping(self) -> int:
        return sum(not waking.done() for _, _, waking in self._sleepers)


async def settle(turns: int = 50) -> None:
    """Lets everything that can run without time passing do so."""
    for _ in range(turns):
        await asyncio.sleep(0)


class RuleThinker:
    """Answers at once by rules of thumb; takes claims for proven if it is told so."""

    proven = False

    async def choose(self, level: str, view: View) -> Action:
        del level
        return rule_of_thumb(view)

    async def proves(self, view: View) -> bool:
        del view
        return self.proven


class Onlookers:
    """Counts the changes shown, and passes them on to drivers."""

    def __init__(self) -> None:
        self.shown = 0
        self.listeners: list[Callable[[], None]] = []

    def changed(self, table: Table) -> None:
        del table
        self.shown += 1
        for listener in self.listeners:
            listener()
