"""One message kept up to date: at most one edit in flight, only the newest next, a gap between two, back-off on faults.

What is sent is rendered at the moment of sending, so a late edit can never bring back an older state.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.transport import FAULTS, Limited, own_pauses

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
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


class Gate:
    """When edits may be made: not while Discord wants none, and one at a time between the answers to clicks."""

    def __init__(self) -> None:
        self._until = 0.0
        self._turn = asyncio.Lock()

    async def turn(self) -> None:
        """Returns to one caller in each round of the event loop: who has clicked never waits behind a hundred edits."""
        async with self._turn:
            await asyncio.sleep(0)

    def close(self, seconds: float) -> None:
        self._until = max(self._until, asyncio.get_running_loop().time() + seconds)

    @property
    def seconds(self) -> float:
        """How long it stays closed."""
        return max(0.0, self._until - asyncio.get_running_loop().time())


class Backoff:
    """How long to wait after a fault: what Discord asked for, else 1, 2, 4 ... seconds."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._pause = 0.0

    def fault(self, error: Exception) -> None:
        if isinstance(error, Limited):
            self._pause = error.seconds
            if error.everywhere:
                self._gate.close(error.seconds)
        else:
            self._pause = min(LONGEST_PAUSE, max(1.0, 2 * self._pause))

    def success(self) -> None:
        self._pause = 0.0

    @property
    def seconds(self) -> float:
        return max(self._pause, self._gate.seconds)


class Slot:
    """Keeps one message showing what `render` gives; None leaves it as it is.

    `failed` is told of each fault and says whether to try again; if not, it rests until it is touched again.
    """

    def __init__(
        self,
        render: Render,
        send: Send,
        gap: float,
        gate: Gate,
        *,
        lost: Callable[[], None],
        failed: Callable[[Exception], bool] = lambda _: True,
    ) -> None:
        self._render = render
        self._send = send
        self._gap = gap
        self._gate = gate
        self._backoff = Backoff(gate)
        self._lost = lost
        self._failed = failed
        self._lock = asyncio.Lock()
        self._dirty = False
        self._sending = False
        self._task: asyncio.Task[None] | None = None
        self._shown: Any = None
        self._sent_at = float("-inf")
        self.gone = False

    def touch(self) -> None:
        """Something changed: show it as soon as the gap allows."""
        self._dirty = True
        if not self.gone and (self._task is None or self._task.done()):
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

    def show_again(self) -> None:
        """The message may have been overwritten by something older: sends it even if it looks the same."""
        self._shown = None
        self.touch()

    def close(self) -> bool:
        """Nothing is sent any more; whether an edit was on its way, which may still arrive."""
        self.gone = True
        if self._task is not None:
            self._task.cancel()
        return self._sending

    async def _work(self) -> None:
        while self._dirty and not self.gone:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(self._backoff.seconds, self._sent_at + self._gap - loop.time(), 0))
            try:
                async with self._lock:
                    self._dirty = False
                    await self._send_newest()
                self._backoff.success()
            except Gone:
                self.gone = True
                self._lost()
            except FAULTS as error:
                self._dirty = True
                self._backoff.fault(error)
                log.info(
                    "an edit failed (%s), to be tried again in %.0f s", type(error).__name__, self._backoff.seconds
                )
                if not self._failed(error):
                    # Whoever touches it next has a reason to.
                    self._backoff.success()
                    return

    async def _send_newest(self) -> None:
        await self._gate.turn()
        shot = await self._render()
        if shot is None:
            return
        key = shot.key
        if key == self._shown:
            return
        await self._gate.turn()
        if self._gate.seconds:
            # It was closed while the picture was drawn.
            self._dirty = True
            return
        self._sending = True
        try:
            with own_pauses():
                async with asyncio.timeout(EDIT_TIMEOUT):
                    await self._send(shot)
        except FAULTS:
            # Whatever the fault was, the edit may have been carried out.
            self._shown = None
            raise
        finally:
            self._sending = False
        self._shown = key
        self._sent_at = asyncio.get_running_loop().time()
