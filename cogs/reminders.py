"""The mentions of whom everybody waits for at one table: one for each move, taken away when the move is made."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import discord

from bot.transport import FAULTS, own_pauses
from cogs.slots import LONGEST_PAUSE, Backoff, Gate, Shot
from game.table import Table

REQUEST_TIMEOUT = 10.0


@dataclass(frozen=True, slots=True)
class Reminder:
    """`moment`: the deal and how many moves it had."""

    moment: tuple[str, int]
    message: discord.PartialMessage | discord.Message


class Reminders:
    """`spawn` runs what nobody waits for."""

    def __init__(self, table: Table, gate: Gate, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._table = table
        self._gate = gate
        self._spawn = spawn
        self._posted: list[Reminder] = []

    def _moment(self) -> tuple[str, int]:
        state = self._table.state
        return self._table.deal_id, len(state.moves) if state is not None else 0

    async def post(self, channel: discord.PartialMessageable, user: int, shot: Shot) -> None:
        """Mentions a person, once. Raises FAULTS."""
        moment = self._moment()
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)])
        shot.view.stop()
        with own_pauses():
            async with asyncio.timeout(REQUEST_TIMEOUT):
                message = await channel.send(view=shot.view, allowed_mentions=allowed)
        self._posted.append(Reminder(moment, message))
        # They may have acted while it was sent.
        self.clear()

    def clear(self) -> None:
        """Takes away what nobody need be reminded of any more."""
        now = None if self._table.closed else self._moment()
        over = [reminder for reminder in self._posted if reminder.moment != now]
        self._posted = [reminder for reminder in self._posted if reminder.moment == now]
        for reminder in over:
            self._spawn(self._delete(reminder.message))

    async def _delete(self, message: discord.PartialMessage | discord.Message) -> None:
        backoff = Backoff(self._gate)
        while backoff.seconds < LONGEST_PAUSE:
            await asyncio.sleep(backoff.seconds)
            try:
                with own_pauses():
                    async with asyncio.timeout(REQUEST_TIMEOUT):
                        await message.delete()
            except (discord.NotFound, discord.Forbidden):
                return
            except FAULTS as error:
                backoff.fault(error)
            else:
                return
