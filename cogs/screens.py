"""A table's messages: the public board, and the private hands beside it. The latest state wins.

Holds no game state: what is shown is rendered from the table when it is sent.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

import discord

from bot.app import SkatBot
from bot.transport import FAULTS, Limited, own_pauses
from cogs.answer import NOBODY, Answer, files
from cogs.hands import Hands
from cogs.reminders import Reminders
from cogs.render import Renderer
from cogs.slots import Backoff, Gate, Gone, Shot, Slot
from game.journal import JournalError
from game.table import Table

log = logging.getLogger(__name__)

BOARD_GAP: Final = 1.2
BOARD_LIVES: Final = 45 * 60.0
"""Seconds; edits of messages older than an hour are rationed (error 30046)."""
BURIED_BY: Final = 15
LOBBY: Final = -1
REFUSALS_BEFORE_PAUSE: Final = 3
REFUSED: Final = "refused"
"""The reason for which a table is held: it cannot be shown."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_OLD, THREAD_ARCHIVED = 10003, 10008, 30046, 50083

Click = discord.Interaction[Any]


@dataclass(slots=True)
class Shown:
    """What is on show of one table. `deal` is the number the board is for, `LOBBY` before the first.

    `refused` counts the calls in a row that the channel did not permit. `deleted` is a board that is known to be gone,
    `unsaved` says that the newest one is not written down yet. `opening`: the archived thread it is in has been opened
    again, once since something could be shown there.
    """

    table: Table
    hands: Hands
    reminders: Reminders
    board: Slot | None = None
    deal: int = LOBBY
    posted: float = 0.0
    messages_since: int = 0
    refused: int = 0
    deleted: int | None = None
    unsaved: bool = False
    opening: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    dirty: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def paused(self) -> bool:
        return self.refused >= REFUSALS_BEFORE_PAUSE


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
        found = self._shown.get(table.id)
        if found is None:
            hands = Hands(table, self._bot, self._renderer, self._gate, self._spawn)
            reminders = Reminders(table, self._gate, self._spawn)
            found = self._shown[table.id] = Shown(table, hands, reminders)
            if table.board is not None:
                found.deal = table.deal.number if table.started else LOBBY
                found.posted = discord.utils.snowflake_time(table.board).timestamp()
                self._attach_board(found, table.board)
        return found

    def hands(self, table: Table) -> Hands:
        """The private hands at a table."""
        return self.shown(table).hands

    def changed(self, table: Table) -> None:
        if self._closed:
            return
        shown = self.shown(table)
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
            self._close_slots(shown)

    def preferred(self, user: int) -> None:
        """What a person wants to see has changed: their hands are shown anew."""
        for shown in self._shown.values():
            shown.hands.wishes_changed(user)

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
                async with asyncio.timeout(10):
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
                    self._shown.pop(shown.table.id, None)
                    return
            except Exception:
                log.exception("table %d: its messages could not be brought up to date", shown.table.id)

    async def _show(self, shown: Shown) -> None:
        table = shown.table
        shown.reminders.clear()
        shown.hands.touch()
        if not table.solo:
            # Whoever plays alone sees all of it in their private hand, and nobody else sees anything.
            await self._show_board(shown)
        if table.closed:
            self._shown.pop(table.id, None)

    async def _show_board(self, shown: Shown) -> None:
        table = shown.table
        new_deal = table.state is not None and shown.deal != table.deal.number
        if new_deal and shown.deal == LOBBY and shown.board is not None:
            # The lobby's message becomes the board of the first deal.
            shown.deal = table.deal.number
            shown.board.touch()
        elif new_deal or self._closed_on_a_result(shown) or shown.board is None or self._worn_out(shown):
            await self.post_board(table, finish_old=new_deal or table.closed is not None)
        else:
            shown.board.touch()
        if new_deal:
            shown.hands.deal()
        if shown.unsaved and table.board is not None:
            await self._keep_board(shown, table.board)

    def _closed_on_a_result(self, shown: Shown) -> bool:
        """Whether the board holds the result of the last deal, which stays there: the standings get a new message."""
        table = shown.table
        return (
            table.closed is not None
            and table.state is None
            and table.last is not None
            and table.last.number == shown.deal
        )

    def _worn_out(self, shown: Shown) -> bool:
        if shown.board is None or shown.table.closed:
            return False
        return shown.board.gone or self._bot.clock.time() - shown.posted > BOARD_LIVES

    def buried(self, table: Table, last_message: int | None) -> None:
        """A click told the channel's newest message; a board far above it is posted again."""
        shown = self.shown(table)
        if last_message is None or table.board is None or last_message <= table.board:
            shown.messages_since = 0
            return
        shown.messages_since += 1
        if shown.messages_since > BURIED_BY and shown.board is not None:
            shown.board.close()
            self.changed(table)

    async def post_board(self, table: Table, *, finish_old: bool = False) -> None:
        """A new public message; the old one keeps the result of its deal, or points to the new one."""
        shown = self.shown(table)
        old_message, old_deal = table.board, shown.deal
        async with shown.lock:
            if table.board != old_message:
                # Somebody else has posted it meanwhile.
                return
            if shown.board is not None:
                shown.board.close()
            shot = await self._renderer.board(table, self._board_language(table))
            shot.view.stop()
            with own_pauses():
                async with asyncio.timeout(10):
                    message = await self._channel(table).send(
                        view=shot.view, files=files(shot), allowed_mentions=NOBODY, nonce=_nonce(table)
                    )
            self._shown_well(shown)
            self.adopt_board(table, message.id)
            if old_message is not None and old_message not in (message.id, shown.deleted):
                self._spawn(self._retire(table, old_message, old_deal if finish_old else None, message.id))
            await self._keep_board(shown, message.id)

    def _shown_well(self, shown: Shown) -> None:
        shown.refused = 0
        shown.opening = False

    async def _keep_board(self, shown: Shown, message: int) -> None:
        shown.unsaved = True
        await self._bot.tables.board_posted(shown.table, message)
        shown.unsaved = False

    def adopt_board(self, table: Table, message: int) -> None:
        """From now on `message` is the board."""
        shown = self.shown(table)
        table.board = message
        shown.deal = table.deal.number if table.started else LOBBY
        shown.posted = self._bot.clock.time()
        shown.messages_since = 0
        self._attach_board(shown, message)

    def found_board(self, table: Table, message: int) -> None:
        """A public message of a table was clicked: it is the board if none is known, as after a kill at its posting."""
        if table.board is None and not table.solo:
            self.adopt_board(table, message)
            self.shown(table).unsaved = True
            self.changed(table)

    def _attach_board(self, shown: Shown, message: int) -> None:
        table = shown.table

        async def render() -> Shot | None:
            return await self._renderer.board(table, self._board_language(table))

        async def send(shot: Shot) -> None:
            await self._edit_board(table, message, shot)
            self._shown_well(shown)

        shown.board = Slot(
            render,
            send,
            BOARD_GAP,
            self._gate,
            lost=lambda: self.changed(table),
            failed=lambda error: self._failed(shown, error),
        )

    async def _edit_board(self, table: Table, message: int, shot: Shot) -> None:
        shot.view.stop()
        try:
            await (
                self._channel(table)
                .get_partial_message(message)
                .edit(view=shot.view, attachments=files(shot), allowed_mentions=NOBODY)
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            self.shown(table).deleted = message
            raise Gone from error
        except Limited as error:
            if error.code == TOO_OLD:
                raise Gone from error
            raise

    async def _retire(self, table: Table, message: int, deal: int | None, new_message: int) -> None:
        """The last edit of an old board: its deal's result without buttons, or a pointer to the new board."""
        with contextlib.suppress(Gone, *FAULTS), own_pauses():
            shot = await self._renderer.retired(table, self._board_language(table), deal, new_message)
            async with asyncio.timeout(10):
                await self._edit_board(table, message, shot)

    async def open_board(self, table: Table, click: Click, answer: Answer) -> None:
        """The first board of a new table, as the public answer to the command that opened it."""
        shown = self.shown(table)
        shown.hands.keep_contact(click)
        async with shown.lock:
            await answer.show(await self._renderer.board(table, self._board_language(table)))
            if answer.message is not None:
                self.adopt_board(table, answer.message)
                await self._keep_board(shown, answer.message)

    async def answer_board(self, table: Table, answer: Answer) -> None:
        """Shows the board as the answer to a click on it."""
        slot = self.shown(table).board
        if slot is None:
            await answer.show(await self._renderer.board(table, self._board_language(table)))
        else:
            await slot.answer(answer.show)

    async def remind(self, table: Table, chair: int) -> None:
        """One mention of the person everybody waits for; it is deleted when they act."""
        sitter = table.chairs[chair]
        if sitter is None or sitter.user is None:
            return
        shot = self._renderer.reminder(self._board_language(table), sitter.user)
        shown = self.shown(table)
        try:
            await shown.reminders.post(self._channel(table), sitter.user, shot)
        except FAULTS as error:
            self._failed(shown, error)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(table.channel, guild_id=table.guild)

    def _board_language(self, table: Table) -> str:
        return self._bot.language_of(table.guild)

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
            self._close_slots(shown)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _close_slots(self, shown: Shown) -> None:
        shown.hands.close()
        if shown.board is not None:
            shown.board.close()


def _nonce(table: Table) -> str:
    """The same for each try to replace one board, also after a restart: a post whose answer was lost is found again."""
    return blake2b(f"{table.id} {table.deal.number} {table.board}".encode(), digest_size=12).hexdigest()
