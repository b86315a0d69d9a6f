"""Lists and charts that are shown once more when the names or the picture they lacked are there.

A message that shows something else by then is left alone. The look-ups themselves are paced by `bot.names`, at most
one for each person.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Final

from bot.app import SkatBot
from bot.transport import FAULTS
from cogs.answer import Answer
from cogs.slots import Shot
from game.journal import JournalError

WITHIN: Final = 60.0
"""Seconds for which a message waits for names; then it stays as it is."""

_REMEMBERED: Final = 256

TRIES: Final = 4
AGAIN: Final = 4.0
"""How often, and after how many seconds, a picture that was not ready is tried again."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is shown, whose names stand in it, and whether its picture was not ready."""

    shot: Shot
    users: Collection[int] = ()
    unfinished: bool = False


Draw = Callable[[], Awaitable[Drawn]]


class Completing:
    """Remembers what each message was asked to show last, so that nothing older comes back."""

    def __init__(self, bot: SkatBot) -> None:
        self._bot = bot
        self._newest: OrderedDict[int, object] = OrderedDict()

    async def show(self, guild: int, answer: Answer, draw: Draw) -> None:
        """Answers with what is drawn, and completes it later if names or a picture are missing."""
        drawn = await draw()
        await answer.show(drawn.shot)
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
        missing = [user for user in drawn.users if names.get(guild, user) is None and not names.gone(guild, user)]
        if missing or drawn.unfinished:
            self._bot.spawn(self._complete(guild, missing, message, wish, answer, draw))

    async def _complete(
        self, guild: int, missing: list[int], message: int, wish: object, answer: Answer, draw: Draw
    ) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                await self._bot.names.settle(guild, missing)
        # The list is on show already: whatever goes wrong, it just stays as it is.
        with contextlib.suppress(JournalError, *FAULTS):
            for _ in range(TRIES):
                if self._newest.get(message) is not wish:
                    return
                drawn = await draw()
                if missing or not drawn.unfinished:
                    if self._newest.get(message) is wish:
                        await answer.show(drawn.shot)
                    missing = []
                if not drawn.unfinished:
                    return
                await asyncio.sleep(AGAIN)
