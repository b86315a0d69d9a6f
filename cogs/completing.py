"""Lists that are shown once more when the names they lacked have been looked up, unless they show other things by then.

The look-ups themselves are paced by `bot.names`, at most one for each person.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from bot.app import SkatBot
from bot.transport import FAULTS
from cogs.answer import Answer
from cogs.slots import Shot
from game.journal import JournalError

WITHIN: Final = 60.0
"""Seconds for which a message waits for names; then it stays as it is."""

_REMEMBERED: Final = 256

Draw = Callable[[], Awaitable[tuple[Shot, Collection[int]]]]
"""Draws a list anew, and tells whose names it shows."""


class Completing:
    """Remembers what each message was asked to show last, so that nothing older comes back."""

    def __init__(self, bot: SkatBot) -> None:
        self._bot = bot
        self._newest: OrderedDict[int, object] = OrderedDict()

    async def show(self, guild: int, answer: Answer, draw: Draw) -> None:
        """Answers with what is drawn, and completes it later if names are missing."""
        shot, users = await draw()
        await answer.show(shot)
        message = answer.message
        if message is None and answer.update and answer.interaction.message is not None:
            message = answer.interaction.message.id
        if message is None:
            return
        wish = self._newest[message] = object()
        self._newest.move_to_end(message)
        while len(self._newest) > _REMEMBERED:
            self._newest.popitem(last=False)
        names = self._bot.names
        if missing := [user for user in users if names.get(guild, user) is None and not names.gone(guild, user)]:
            self._bot.spawn(self._complete(guild, missing, message, wish, answer, draw))

    async def _complete(
        self, guild: int, missing: list[int], message: int, wish: object, answer: Answer, draw: Draw
    ) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                await self._bot.names.settle(guild, missing)
        if self._newest.get(message) is not wish:
            return
        # The list is on show already: whatever goes wrong, it just stays without the names.
        with contextlib.suppress(JournalError, *FAULTS):
            shot, _ = await draw()
            await answer.show(shot)
