"""The answer to one interaction: exactly one acknowledgement, in time whatever happens.

Most answers are given at once. What is not ready after `HOLD` seconds is acknowledged without content first, and
filled in when it is; a dead token is never used again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any, Self, TypeVar

import discord
from discord import ui

from bot.transport import FAULTS, LOST, Unavailable, own_pauses
from cogs.slots import Shot

log = logging.getLogger(__name__)

T = TypeVar("T")

HOLD = 1.0
"""Seconds an answer may take before it is deferred; Discord gives up after three."""
ACKNOWLEDGED_BY = 2.5
"""Seconds in which the first answer is tried again if Discord does not take it."""
TRY_AGAIN = 0.15
FILLED_IN = 10.0
"""Seconds in which a deferred answer is filled."""
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_MESSAGE = 10008

NOBODY = discord.AllowedMentions.none()


def answered(interaction: discord.Interaction[Any]) -> asyncio.Event:
    """Set once the interaction has its answer; only then may its token be used for more."""
    return interaction.extras.setdefault("answered", asyncio.Event())


class Answer:
    """Use as a context: it defers by itself in time, and closes what was left open.

    `update`: the answer changes the message that was clicked; otherwise it is a new private message.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, update: bool, public: bool = False) -> None:
        self.interaction = interaction
        self.update = update
        self._public = public
        self._lock = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None
        self._answered = False
        self._thinking = False
        self._began = asyncio.get_running_loop().time()
        self.tried = False
        """Whether anything was to be shown, delivered or not."""
        self.message: int | None = None
        """The message that `show` made or changed, once it has."""

    @property
    def private(self) -> bool:
        """Whether only the person sees what `show` shows."""
        clicked = self.interaction.message
        return clicked is not None and clicked.flags.ephemeral if self.update else not self._public

    def post(self) -> None:
        """What `show` shows becomes a new message for everyone, unless the acknowledgement was of another kind."""
        if not self._answered:
            self.update, self._public = False, True

    async def __aenter__(self) -> Self:
        self._timer = asyncio.create_task(self._hold())
        return self

    async def __aexit__(self, *_: object) -> None:
        # First of all: a deferral that is on its way is not to be cut off.
        await asyncio.shield(asyncio.ensure_future(self._finish()))

    async def _finish(self) -> None:
        if not self.tried:
            # Nothing is to be said, and any other acknowledgement would leave a message that says "thinking" for ever.
            self.update = self.update or self.interaction.message is not None
        await self._acknowledge()
        if self._thinking and not self.tried:
            with contextlib.suppress(*FAULTS):
                async with asyncio.timeout(FILLED_IN):
                    await self.interaction.delete_original_response()
        if self._timer is not None:
            self._timer.cancel()
        answered(self.interaction).set()

    async def _hold(self) -> None:
        await asyncio.sleep(HOLD)
        await self._acknowledge()

    async def _acknowledge(self) -> None:
        async with self._lock:
            if self._answered:
                return
            try:
                if self.update:
                    await self._first(self.interaction.response.defer)
                else:
                    await self._first(
                        lambda: self.interaction.response.defer(ephemeral=not self._public, thinking=True)
                    )
                    self._thinking = True
            except FAULTS as error:
                log.info("an interaction could not be acknowledged: %s", type(error).__name__)

    async def _first(self, send: Callable[[], Awaitable[T]]) -> T | None:
        """The one acknowledgement, tried again while there is time: Discord takes only one. None if it took it before.

        A refusal of what was to be shown leaves the interaction open, so that it can still be acknowledged.
        """
        self._answered = True
        ends = self._began + ACKNOWLEDGED_BY
        loop = asyncio.get_running_loop()
        while True:
            try:
                with own_pauses():
                    async with asyncio.timeout_at(max(ends, loop.time() + TRY_AGAIN)):
                        return await send()
            except discord.HTTPException as error:
                if error.code == ALREADY_ACKNOWLEDGED:
                    return None
                self._answered = error.status != 400
                raise
            except (Unavailable, *LOST):
                if loop.time() + TRY_AGAIN > ends:
                    raise
                await asyncio.sleep(TRY_AGAIN)

    async def show(self, shot: Shot) -> None:
        """The content of the answer: the clicked message anew, or the new message."""
        self.tried = True
        shot.view.stop()
        respond = self.interaction.response
        async with self._lock:
            if self._answered:
                async with asyncio.timeout(FILLED_IN):
                    edited = await self.interaction.edit_original_response(
                        view=shot.view, attachments=files(shot), allowed_mentions=NOBODY
                    )
                self.message = edited.id
            elif self.update:
                try:
                    await self._first(
                        lambda: respond.edit_message(view=shot.view, attachments=files(shot), allowed_mentions=NOBODY)
                    )
                except discord.NotFound as error:
                    if error.code != UNKNOWN_MESSAGE:
                        raise
                    # The clicked message has been taken away meanwhile; a new one shows the same.
                    self.update = False
                    await self._new(shot)
            else:
                await self._new(shot)

    async def _new(self, shot: Shot) -> None:
        sent = await self._first(
            lambda: self.interaction.response.send_message(
                view=shot.view, files=files(shot), ephemeral=not self._public, allowed_mentions=NOBODY
            )
        )
        self.message = sent.message_id if sent is not None else await self._original()

    async def _original(self) -> int | None:
        """The message of an answer that was taken although the confirmation was lost."""
        with contextlib.suppress(*FAULTS):
            async with asyncio.timeout(FILLED_IN):
                return (await self.interaction.original_response()).id
        return None

    async def note(self, view: ui.LayoutView) -> None:
        """A private message beside whatever was clicked."""
        self.tried = True
        view.stop()
        async with self._lock:
            if not self._answered:
                await self._first(
                    lambda: self.interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
                )
                return
            async with asyncio.timeout(FILLED_IN):
                if self.update:
                    await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
                else:
                    await self.interaction.edit_original_response(view=view, allowed_mentions=NOBODY)

    async def modal(self, modal: ui.Modal) -> None:
        """Opens a form; only possible as the first answer."""
        self.tried = True
        async with self._lock:
            if not self._answered:
                await self._first(lambda: self.interaction.response.send_modal(modal))


def files(shot: Shot) -> list[discord.File]:
    """Fresh files: each can be sent once."""
    return [discord.File(BytesIO(content), name) for name, content in shot.pictures]
