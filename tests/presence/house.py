"""Tables of this process with a clock that stands still: what happens by itself happens when a test says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.tables import Tables
from game.computer import rule_of_thumb
from game.deal import waiting_for
from game.driver import Times
from game.rules import INTERNATIONAL, Rules
from tests.fakes import FakeClock, MemoryJournal, RuleThinker, settle

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from game.driver import Thinker
    from game.journal import SavedTable
    from game.table import Table

ANNA, BEN, CLARA, DAVID, XAVER = 11, 12, 13, 14, 99
GUILD, GAMES, LOUNGE = 1, 21, 22


class Store(MemoryJournal):
    """The journal in memory, as the registry of tables needs it."""

    def next_table_id(self) -> int:
        return max(self.tables, default=0) + 1

    async def open_tables(self) -> list[SavedTable]:
        return [saved for saved in self.tables.values() if not saved.closed]


@dataclass
class Watcher:
    """What people would be shown. `on_change` is called for each change."""

    changes: list[int] = field(default_factory=list[int])
    reminded: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    forgotten: list[int] = field(default_factory=list[int])
    on_remind: Callable[[Table, int], Awaitable[None]] | None = None

    def changed(self, table: Table) -> None:
        self.changes.append(table.id)

    async def remind(self, table: Table, chair: int) -> None:
        self.reminded.append((table.id, chair))
        if self.on_remind is not None:
            await self.on_remind(table, chair)

    def forget(self, table: Table) -> None:
        self.forgotten.append(table.id)


class House:
    """All tables of a process, `online` from the start."""

    def __init__(
        self, store: Store | None = None, clock: FakeClock | None = None, *, thinker: Thinker | None = None,
        times: Times | None = None, per_user: int = 3, per_guild: int = 100, online: bool = True,
    ) -> None:  # fmt: skip
        self.store = store or Store()
        self.clock = clock or FakeClock()
        self.watcher = Watcher()
        self.tables = Tables(
            self.store, self.clock, thinker or RuleThinker(), times or Times(), per_user=per_user, per_guild=per_guild
        )
        self.tables.watch(self.watcher)
        if online:
            self.tables.back()

    async def started(
        self, people: Sequence[int] = (ANNA, BEN, CLARA), *, channel: int = GAMES, rules: Rules = INTERNATIONAL
    ) -> Table:
        table, new = await self.tables.open(GUILD, channel, people[0], rules)
        assert new
        for user in people[1:]:
            await table.join(user)
        while None in table.chairs:
            await table.add_computer(people[0], "club")
        await table.start(people[0])
        await settle()
        return table

    async def again(self) -> House:
        """The house after a restart, resumed from what is written down; not online yet."""
        await self.tables.close()
        house = House(self.store, self.clock, online=False)
        await house.tables.resume()
        return house


def user_to_move(table: Table) -> int:
    sitter = table.chairs[table.waiting_chairs()[0]]
    assert sitter is not None
    assert sitter.user is not None
    return sitter.user


async def move(table: Table) -> None:
    """The person to move does what the rule of thumb would do."""
    user = user_to_move(table)
    view = table.view(user)
    assert view is not None
    await table.act_for(user, table.deal_id, rule_of_thumb(view))


async def moves_of_people(house: House, table: Table, number: int, count: int | None = None) -> None:
    """People move at once, computers at their pace, until deal `number` is over or has `count` moves."""
    while table.deal.number == number and not table.closed:
        state = table.state
        if state is None or (count is not None and len(state.moves) >= count):
            return
        chairs = [table.chair_at(seat) for seat in waiting_for(state)]
        if any(table.plays_itself(chair) for chair in chairs):
            await house.clock.advance(1)
        else:
            await move(table)
            await settle()
