"""One message kept up to date: at most one edit in flight, only the newest next, a gap between two, back-off on faults.

What is sent is rendered at the moment of sending, so a late edit can never bring back an older state.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
REFUSALS_BEFORE_REST = 3
EDIT_TIMEOUT = 10.0


@dataclass(frozen=True, slots=True)
class Shot:
    """What is to be seen: the view and, by file name, the pictures it names."""

    view: ui.LayoutView
    pictures: tuple[tuple[str, bytes], ...] = ()

    @property
    def key(self) -> Any:
        """Equal for what looks equal."""
        return self.view.to_components(), self.pictures


Render = Callable[[], Awaitable[Shot | None]]
Send = Callable[[Shot], Awaitable[None]]


class Gone(Exception):
    """The message is not there any more or too old to be touched; it is to be forgotten."""


class Slot:
    """Keeps one message showing what `render` gives; None leaves it as it is.

    After three refusals in a row (403) it rests until `resume`: a lost permission is no reason to hammer.
    """

    def __init__(self, render: Render, send: Send, gap: float, lost: Callable[["Slot"], None]) -> None:
        self._render = render
        self._send = send
        self._gap = gap
        self._lost = lost
        self._lock = asyncio.Lock()
        self._dirty = False
        self._task: asyncio.Task[None] | None = None
        self._shown: Any = None
        self._sent_at = float("-inf")
        self._refused = 0
        self.gone = False

    @property
    def resting(self) -> bool:
        return self._refused >= REFUSALS_BEFORE_REST

    def resume(self) -> None:
        self._refused = 0
        self.touch()

    def touch(self) -> None:
        """Something changed: show it as soon as the gap allows."""
        self._dirty = True
        if not self.gone and not self.resting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work())

    async def answer(self, send: Send, render: Render | None = None) -> None:
        """Shows the newest state at once through `send`, such as the answer to a click."""
        async with self._lock:
            self._dirty = False
            shot = await (render or self._render)()
            if shot is not None:
                await send(shot)
                # A choice in the making is not what `render` gives, so the next touch shows the message anew.
                self._shown = None if render else shot.key
                self._sent_at = asyncio.get_running_loop().time()
        if self._dirty:
            self.touch()

    def close(self) -> None:
        """Nothing is sent any more."""
        self.gone = True
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        pause = 0.0
        while self._dirty and not self.gone and not self.resting:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(pause, self._sent_at + self._gap - loop.time(), 0))
            try:
                async with self._lock:
                    self._dirty = False
                    await self._send_newest()
                pause, self._refused = 0.0, 0
            except Gone:
                self.gone = True
                self._lost(self)
            except (discord.HTTPException, OSError, TimeoutError) as error:
                self._dirty = True
                self._refused += isinstance(error, discord.Forbidden)
                pause = min(LONGEST_PAUSE, max(1.0, 2 * pause))
                log.info("an edit failed (%s), the next try is in %.0f s", type(error).__name__, pause)

    async def _send_newest(self) -> None:
        shot = await self._render()
        if shot is None:
            return
        key = shot.key
        if key != self._shown:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await self._send(shot)
            self._shown = key
            self._sent_at = asyncio.get_running_loop().time()
