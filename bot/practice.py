"""A finished deal played again for practice: the same cards by the same rules, against computers. It counts nowhere.

Only who sat in the deal may, and only once its cards lie open.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from bot.finished import FinishedDeal
from bot.store import Store
from bot.tables import Tables
from game.chairs import Clock
from game.journal import Purpose
from game.rules import Rules
from game.series import chair_of, seat_of
from game.solo import Fixed, Solo
from game.state import Finished, Seat
from game.table import Table

LEVEL: Final = "expert"


class NotYours(Exception):
    """The person did not sit in that deal, or there is no such finished one; whoever asks is not told which."""


@dataclass(frozen=True, slots=True)
class Original:
    """The deal that is played again, as it ended. `seat`: the person's in it, None if they sat out."""

    table: int
    number: int
    rules: Rules
    seat: Seat | None
    state: Finished


class Practice:
    """Opens tables for practice, and knows what they repeat. Every method raises JournalError."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._originals: WeakKeyDictionary[Table, Original] = WeakKeyDictionary()
        self._opening: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def again(self, guild: int, channel: int, user: int, deal: tuple[int, int], seat: Seat | None) -> Table:
        """The practice of a deal by table and number; one that is running already is gone on with.

        `seat` None: the one they had, or forehand if they sat out. Raises NotYours, TooManyTables.
        """
        past = await self._store.own_deal(guild, user, *deal)
        original = None if past is None else _original(past, user)
        if past is None or original is None:
            raise NotYours
        chosen = seat if seat is not None else original.seat or Seat.FOREHAND
        chair = chair_of(chosen, 0, 3)
        # The second of two clicks at once finds the table of the first.
        async with self._opening.setdefault((guild, user), asyncio.Lock()):
            running = self._running(guild, user, past.seed, chair)
            if running is not None:
                return running
            rules = replace(original.rules, chairs=3, length="unlimited", bock="off")
            solo = Solo(Purpose.PRACTICE, rules, [Fixed(past.seed, past.cuts)], chair, LEVEL)
            table = await self._tables.open_solo(guild, channel, user, solo, self._clock.time())
        self._originals[table] = original
        return table

    def _running(self, guild: int, user: int, seed: bytes, chair: int) -> Table | None:
        """The practice of the same cards on the same chair."""
        own = (table for table in self._tables.solo_of(user, guild) if table.purpose is Purpose.PRACTICE)
        return next((one for one in own if (one.deal.seed, one.chair_of_user(user)) == (seed, chair)), None)

    async def original(self, table: Table) -> Original | None:
        """What a table for practice repeats; None if it is gone or the person's no more."""
        found = self._originals.get(table)
        if found is None:
            past = await self._store.own_deal_with(table.guild, table.host, table.deal.seed)
            found = None if past is None else _original(past, table.host)
            if found is not None:
                self._originals[table] = found
        return found


def _original(past: FinishedDeal, user: int) -> Original | None:
    own = past.line_of(user)
    if own is None:
        return None
    try:
        state = past.state()
    except ValueError:
        return None
    rules = Rules.parse(past.rules)
    return Original(past.table, past.number, rules, seat_of(own.chair, past.number, rules.chairs), state)
