"""The answer to one interaction: exactly one acknowledgement, in time whatever happens.

Most answers are given at once. What is not ready after `HOLD` seconds is acknowledged without content first, and
filled in when it is; a dead token is never used again.
"""

import asyncio
import contextlib
import logging
from io import BytesIO
from typing import Any, Self

import discord
from discord import ui

from cogs.slots import Shot

log = logging.getLogger(__name__)

HOLD = 1.0
"""Seconds an answer may take before it is deferred; Discord gives up after three."""

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
        self.message: int | None = None
        """The message that `show` made or changed, once it has."""

    async def __aenter__(self) -> Self:
        self._timer = asyncio.create_task(self._hold())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self._acknowledge()
        answered(self.interaction).set()

    async def _hold(self) -> None:
        await asyncio.sleep(HOLD)
        await self._acknowledge()

    async def _acknowledge(self) -> None:
        async with self._lock:
            if self._answered:
                return
            self._answered = True
            with contextlib.suppress(discord.HTTPException, discord.InteractionResponded):
                if self.update:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(ephemeral=not self._public, thinking=True)

    async def show(self, shot: Shot) -> None:
        """The content of the answer: the clicked message anew, or the new message."""
        shot.view.stop()
        files = [discord.File(BytesIO(content), name) for name, content in shot.pictures]
        async with self._lock:
            first, self._answered = not self._answered, True
            if not first:
                edited = await self.interaction.edit_original_response(
                    view=shot.view, attachments=files, allowed_mentions=NOBODY
                )
                self.message = edited.id
            elif self.update:
                await self.interaction.response.edit_message(view=shot.view, attachments=files, allowed_mentions=NOBODY)
            else:
                sent = await self.interaction.response.send_message(
                    view=shot.view, files=files, ephemeral=not self._public, allowed_mentions=NOBODY
                )
                self.message = sent.message_id

    async def note(self, view: ui.LayoutView) -> None:
        """A private message beside whatever was clicked."""
        view.stop()
        async with self._lock:
            first, self._answered = not self._answered, True
            if first:
                await self.interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
            elif self.update:
                await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
            else:
                await self.interaction.edit_original_response(view=view, allowed_mentions=NOBODY)

    async def modal(self, modal: ui.Modal) -> None:
        """Opens a form; only possible as the first answer."""
        async with self._lock:
            if not self._answered:
                self._answered = True
                await self.interaction.response.send_modal(modal)
