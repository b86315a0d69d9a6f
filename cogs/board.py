"""The public message of one table: posted once, edited, posted anew when it is deleted, buried, old or for a new deal.

It is edited with the bot's own token, at most every `GAP` seconds, and always shows the table as it stands when it is
sent. What cannot be sent is told to whoever watches the table, never retried here.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

import discord

from bot.app import SkatBot
from bot.transport import FAULTS, Limited, own_pauses
from cogs.answer import NOBODY, Answer, files
from cogs.render import Renderer
from cogs.slots import Gate, Gone, Shot, Slot
from game.table import Table

GAP: Final = 1.2
LIVES: Final = 45 * 60.0
"""Seconds; edits of messages older than an hour are rationed (error 30046)."""
BURIED_BY: Final = 15
LOBBY: Final = -1
REQUEST_TIMEOUT: Final = 10.0
UNKNOWN_MESSAGE, TOO_OLD = 10008, 30046


@dataclass(frozen=True, slots=True)
class Watch:
    """What a board tells: it must be shown anew; a fault, answered whether to try again; that something went through.

    `spawn` runs what nobody waits for.
    """

    changed: Callable[[], None]
    failed: Callable[[Exception], bool]
    shown_well: Callable[[], None]
    spawn: Callable[[Coroutine[Any, Any, None]], None]


class Board:
    """`deal` is the number of the deal the newest message is for, `LOBBY` before the first."""

    def __init__(self, table: Table, bot: SkatBot, renderer: Renderer, gate: Gate, watch: Watch) -> None:
        self._table = table
        self._bot = bot
        self._renderer = renderer
        self._gate = gate
        self._watch = watch
        self._slot: Slot | None = None
        self.deal = LOBBY
        self._posted = 0.0
        self._messages_since = 0
        self._deleted: int | None = None
        """A board that is known to be gone."""
        self._unsaved = False
        """Whether the newest one is not written down yet."""
        self._lock = asyncio.Lock()
        if table.board is not None:
            self.deal = self._running()
            self._posted = discord.utils.snowflake_time(table.board).timestamp()
            self._attach(table.board)

    @property
    def language(self) -> str:
        """The language of the server, in which the board speaks to all."""
        return self._bot.language_of(self._table.guild)

    @property
    def channel(self) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(self._table.channel, guild_id=self._table.guild)

    async def bring_up_to_date(self) -> bool:
        """Edits the message or posts a new one, whatever the table needs now; whether a new deal is shown by it."""
        table = self._table
        new_deal = table.state is not None and self.deal != table.deal.number
        if new_deal and self.deal == LOBBY and self._slot is not None:
            # The lobby's message becomes the board of the first deal.
            self.deal = table.deal.number
            self._slot.touch()
        elif self._slot is None or new_deal or self._closed_on_a_result() or self._worn_out(self._slot):
            await self.post(finish_old=new_deal or table.closed is not None)
        else:
            self._slot.touch()
        return new_deal

    async def keep(self) -> None:
        """Writes down which message is the board, if that has not been done."""
        if self._unsaved and self._table.board is not None:
            await self._keep(self._table.board)

    async def post(self, *, finish_old: bool = False) -> None:
        """A new message; the old one keeps the result of its deal, or points to the new one."""
        table = self._table
        old_message, old_deal = table.board, self.deal
        async with self._lock:
            if table.board != old_message:
                # Somebody else has posted it meanwhile.
                return
            self.close()
            shot = await self._renderer.board(table, self.language)
            shot.view.stop()
            with own_pauses():
                async with asyncio.timeout(REQUEST_TIMEOUT):
                    message = await self.channel.send(
                        view=shot.view, files=files(shot), allowed_mentions=NOBODY, nonce=_nonce(table)
                    )
            self._watch.shown_well()
            self._adopt(message.id)
            if old_message is not None and old_message not in (message.id, self._deleted):
                self._watch.spawn(self._retire(old_message, old_deal if finish_old else None, message.id))
            await self._keep(message.id)

    async def open(self, answer: Answer) -> None:
        """The first board of a new table, as the public answer to the command that opened it."""
        async with self._lock:
            await answer.show(await self._renderer.board(self._table, self.language))
            if answer.message is not None:
                self._adopt(answer.message)
                await self._keep(answer.message)

    async def answer(self, answer: Answer) -> None:
        """Shows the board as the answer to a click on it."""
        if self._slot is None:
            await answer.show(await self._renderer.board(self._table, self.language))
        else:
            await self._slot.answer(answer.show)

    def found(self, message: int) -> None:
        """A public message was clicked: it is the board if none is known, as after a kill at its posting."""
        if self._table.board is None and not self._table.solo:
            self._adopt(message)
            self._unsaved = True
            self._watch.changed()

    def buried(self, last_message: int | None) -> None:
        """A click told the channel's newest message; a board far above it is posted again."""
        if last_message is None or self._table.board is None or last_message <= self._table.board:
            self._messages_since = 0
            return
        self._messages_since += 1
        if self._messages_since > BURIED_BY and self._slot is not None:
            self._slot.close()
            self._watch.changed()

    def close(self) -> None:
        """Nothing is sent to the present message any more."""
        if self._slot is not None:
            self._slot.close()

    def _running(self) -> int:
        return self._table.deal.number if self._table.started else LOBBY

    def _closed_on_a_result(self) -> bool:
        """Whether the board holds the result of the last deal, which stays there: the standings get a new message."""
        table = self._table
        return (
            table.closed is not None
            and table.state is None
            and table.last is not None
            and table.last.number == self.deal
        )

    def _worn_out(self, slot: Slot) -> bool:
        return not self._table.closed and (slot.gone or self._bot.clock.time() - self._posted > LIVES)

    def _adopt(self, message: int) -> None:
        """From now on `message` is the board."""
        self._table.board = message
        self.deal = self._running()
        self._posted = self._bot.clock.time()
        self._messages_since = 0
        self._attach(message)

    async def _keep(self, message: int) -> None:
        self._unsaved = True
        await self._bot.tables.board_posted(self._table, message)
        self._unsaved = False

    def _attach(self, message: int) -> None:
        async def render() -> Shot | None:
            return await self._renderer.board(self._table, self.language)

        async def send(shot: Shot) -> None:
            await self._edit(message, shot)
            self._watch.shown_well()

        self._slot = Slot(render, send, GAP, self._gate, lost=self._watch.changed, failed=self._watch.failed)

    async def _edit(self, message: int, shot: Shot) -> None:
        shot.view.stop()
        try:
            await self.channel.get_partial_message(message).edit(
                view=shot.view, attachments=files(shot), allowed_mentions=NOBODY
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            self._deleted = message
            raise Gone from error
        except Limited as error:
            if error.code == TOO_OLD:
                raise Gone from error
            raise

    async def _retire(self, message: int, deal: int | None, new_message: int) -> None:
        """The last edit of an old board: its deal's result without buttons, or a pointer to the new board."""
        with contextlib.suppress(Gone, *FAULTS), own_pauses():
            shot = await self._renderer.retired(self._table, self.language, deal, new_message)
            async with asyncio.timeout(REQUEST_TIMEOUT):
                await self._edit(message, shot)


def _nonce(table: Table) -> str:
    """The same for each try to replace one board, also after a restart: a post whose answer was lost is found again."""
    return blake2b(f"{table.id} {table.deal.number} {table.board}".encode(), digest_size=12).hexdigest()
