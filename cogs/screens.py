"""What is on show of all tables: each table's board and hands follow it, a table that cannot be shown is paused.

Holds no game state: what is shown is rendered from the table when it is sent. The latest state wins.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.app import SkatBot
from bot.transport import FAULTS, Limited, own_pauses
from cogs.answer import Answer
from cogs.board import REQUEST_TIMEOUT, Board, Watch
from cogs.hands import Hands
from cogs.reminders import Reminders
from cogs.render import Renderer
from cogs.slots import Backoff, Gate
from game.journal import JournalError
from game.table import Table

log = logging.getLogger(__name__)

REFUSALS_BEFORE_PAUSE: Final = 3
REFUSED: Final = "refused"
"""The reason for which a table is held: it cannot be shown."""
UNKNOWN_CHANNEL, THREAD_ARCHIVED = 10003, 50083

Click = discord.Interaction[Any]


@dataclass(slots=True)
class Shown:
    """What is on show of one table.

    `refused` counts the calls in a row that the channel did not permit. `opening`: the archived thread it is in has
    been opened again, once since something could be shown there.
    """

    table: Table
    board: Board
    hands: Hands
    reminders: Reminders
    refused: int = 0
    opening: bool = False
    dirty: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def paused(self) -> bool:
        return self.refused >= REFUSALS_BEFORE_PAUSE

    def close(self) -> None:
        self.board.close()
        self.hands.close()


class Screens:
    """Watches all tables and keeps their messages right."""

    def __init__(self, bot: SkatBot, renderer: Renderer) -> None:
        self._bot = bot
        self._renderer = renderer
        self._shown: dict[int, Shown] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._gate = Gate()
        self._closed = False

    def shown(self, table: Table) -> Shown:
        return self._shown.get(table.id) or self._show_from_now(table)

    def _show_from_now(self, table: Table) -> Shown:
        # What is on its way when a table is forgotten still reports to what was shown of it, not to something new.
        watch = Watch(
            changed=lambda: self.changed(table),
            failed=lambda error: self._failed(shown, error),
            shown_well=lambda: self._shown_well(shown),
            spawn=self._spawn,
        )
        board = Board(table, self._bot, self._renderer, self._gate, watch)
        hands = Hands(table, self._bot, self._renderer, self._gate, self._spawn)
        reminders = Reminders(table, self._gate, self._spawn)
        shown = Shown(table, board, hands, reminders)
        if not table.closed:
            # The answer to the click that closed a table may come when nothing of it is to be kept any more.
            self._shown[table.id] = shown
        return shown

    def board(self, table: Table) -> Board:
        """The public message of a table."""
        return self.shown(table).board

    def hands(self, table: Table) -> Hands:
        """The private hands at a table."""
        return self.shown(table).hands

    def changed(self, table: Table) -> None:
        if self._closed:
            return
        shown = self._shown[table.id] = self.shown(table)
        shown.dirty = True
        if shown.task is None or shown.task.done():
            shown.task = asyncio.create_task(self._follow(shown))

    def paused(self, table: Table) -> bool:
        """Whether a table cannot be shown, so that nobody may act at it."""
        return self.shown(table).paused

    def recover(self, table: Table) -> None:
        """Tries once more to show a table that is paused; one more refusal pauses it again."""
        shown = self.shown(table)
        if shown.paused:
            shown.refused = REFUSALS_BEFORE_PAUSE - 1
            self._bot.tables.release(table, REFUSED)
            self.changed(table)

    def forget(self, table: Table) -> None:
        """Nothing more is sent for a table, whose place is gone."""
        shown = self._shown.pop(table.id, None)
        if shown is not None:
            if shown.task is not None:
                shown.task.cancel()
            shown.close()

    def preferred(self, user: int) -> None:
        """What a person wants to see has changed: their hands are shown anew."""
        for shown in self._shown.values():
            shown.hands.wishes_changed(user)

    async def open_board(self, table: Table, click: Click, answer: Answer) -> None:
        """The first board of a new table, as the public answer to the command that opened it."""
        shown = self.shown(table)
        shown.hands.keep_contact(click)
        await shown.board.open(answer)

    def _shown_well(self, shown: Shown) -> None:
        shown.refused = 0
        shown.opening = False

    def _failed(self, shown: Shown, error: Exception) -> bool:
        """Takes note of a fault on a public message; False if there is no sense in trying again."""
        if isinstance(error, Limited) and error.blocked:
            self._bot.alert("blocked")
        code = error.code if isinstance(error, discord.HTTPException) else 0
        if code == UNKNOWN_CHANNEL:
            self._bot.dispatch("place_lost", shown.table)
            return False
        if code == THREAD_ARCHIVED and not shown.opening:
            shown.opening = True
            self._spawn(self._open_thread(shown))
        elif isinstance(error, discord.Forbidden) or code == THREAD_ARCHIVED:
            shown.refused += 1
            if shown.refused == REFUSALS_BEFORE_PAUSE:
                log.warning("table %d is paused, its channel does not permit it (%s)", shown.table.id, code)
                self._bot.tables.hold(shown.table, REFUSED)
        return not shown.paused

    async def _open_thread(self, shown: Shown) -> None:
        """Opens the archived thread of a table; if that is not permitted, the table is as good as paused."""
        thread = self._bot.get_channel(shown.table.channel)
        try:
            with own_pauses():
                async with asyncio.timeout(REQUEST_TIMEOUT):
                    if not isinstance(thread, discord.Thread):
                        thread = await self._bot.fetch_channel(shown.table.channel)
                    if isinstance(thread, discord.Thread):
                        await thread.edit(archived=False)
        except FAULTS as error:
            self._failed(shown, error)

    async def _follow(self, shown: Shown) -> None:
        backoff = Backoff(self._gate)
        while shown.dirty and not shown.paused:
            await asyncio.sleep(backoff.seconds)
            shown.dirty = False
            try:
                await self._show(shown)
                backoff.success()
            except (JournalError, *FAULTS) as error:
                log.info("table %d: a board could not be posted: %s", shown.table.id, type(error).__name__)
                shown.dirty = True
                backoff.fault(error)
                if not self._failed(shown, error) and shown.table.closed:
                    break
            except Exception:
                log.exception("table %d: its messages could not be brought up to date", shown.table.id)
        if shown.table.closed:
            self._shown.pop(shown.table.id, None)

    async def _show(self, shown: Shown) -> None:
        table = shown.table
        shown.reminders.clear()
        shown.hands.touch()
        if not table.solo:
            # Whoever plays alone sees all of it in their private hand, and nobody else sees anything.
            if await shown.board.bring_up_to_date():
                shown.hands.deal()
            await shown.board.keep()

    async def remind(self, table: Table, chair: int) -> None:
        """One mention of the person everybody waits for; it is deleted when they act."""
        sitter = table.chairs[chair]
        if sitter is None or sitter.user is None:
            return
        shown = self.shown(table)
        shot = self._renderer.reminder(shown.board.language, sitter.user)
        try:
            await shown.reminders.post(shown.board.channel, sitter.user, shot)
        except FAULTS as error:
            self._failed(shown, error)

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a message could not be brought up to date", exc_info=error)

    async def close(self) -> None:
        """Nothing is shown any more."""
        self._closed = True
        tasks = [*self._tasks, *(shown.task for shown in self._shown.values() if shown.task is not None)]
        for shown in self._shown.values():
            shown.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
