"""A finished deal played again for practice: the same cards by the same rules, against computers. It counts nowhere.

Only who sat at the deal's table may, and only once its cards lie open.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from bot.past import PastDeal
from bot.store import Store
from bot.tables import Tables
from game.actions import from_text
from game.chairs import Clock
from game.deal import replay
from game.journal import Purpose
from game.rules import Rules
from game.series import chair_of, seat_of
from game.shuffle import shuffled
from game.solo import Fixed, Solo
from game.state import Finished, Seat
from game.table import Table

LEVEL: Final = "expert"


class NotYours(Exception):
    """The person did not sit at that table, or there is no such finished deal; whoever asks is not told which."""


@dataclass(frozen=True, slots=True)
class Original:
    """The deal that is played again, as it ended. `seat`: the person's in it, None if they sat out.

    `chairs`: the person on each chair of its table, None for a computer.
    """

    table: int
    number: int
    rules: Rules
    chairs: tuple[int | None, ...]
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
        past = await self._store.past_deal(*deal)
        if past is None or past.guild != guild:
            raise NotYours
        original = _original(past, user)
        if original is None:
            raise NotYours
        chosen = seat if seat is not None else original.seat or Seat.FOREHAND
        chair = chair_of(chosen, 0, 3)
        # The second of two clicks at once finds the table of the first.
        async with self._opening.setdefault((guild, user), asyncio.Lock()):
            running = self._running(guild, user, past.deal.seed, chair)
            if running is not None:
                return running
            rules = replace(original.rules, chairs=3, length="unlimited", bock="off")
            solo = Solo(Purpose.PRACTICE, rules, [Fixed(past.deal.seed, past.deal.cuts)], chair, LEVEL)
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
            past = await self._store.past_deal_with(table.host, table.deal.seed)
            found = None if past is None else _original(past, table.host)
            if found is not None:
                self._originals[table] = found
        return found


def _original(past: PastDeal, user: int) -> Original | None:
    people = tuple(None if sitter is None else sitter.user for sitter in past.chairs)
    if user not in people:
        return None
    rules = Rules.parse(past.rules)
    deal = past.deal
    state = replay(shuffled(deal.seed, deal.cuts), rules, [(who, from_text(text)) for who, text in deal.moves])
    if not isinstance(state, Finished):
        return None
    seat = seat_of(people.index(user), deal.number, rules.chairs)
    return Original(past.table, deal.number, rules, people, seat, state)
