"""Computer players in threads of their own, so that the event loop never waits for a thought."""

import asyncio
import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from game.actions import Action
from game.computer.advice import Advice, advise
from game.computer.levels import LEVELS, Player, RulePlayer, player, proves, warm
from game.view import View

THREADS: Final = 2
FALLBACK: Final = "club"
ADVISER: Final = "expert"


EVEN_SEED: Final = 0
"""The chance of players who answer everyone alike; what they do depends on their view and nothing else."""


class Thinking:
    """Chooses moves and checks claims off the event loop. With `search` False all players go by rules of thumb."""

    def __init__(self, *, search: bool = True) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="computer")
        # However many ask for advice, no computer at a table waits behind them.
        self._advising = ThreadPoolExecutor(1, thread_name_prefix="adviser")
        self._search = search
        self._ready = asyncio.Event()
        if not search:
            self._ready.set()
        self._players: dict[str, Player | RulePlayer] = {
            level: player(level if search else "rules") for level in LEVELS
        }
        self._even: dict[str, Player | RulePlayer] = {
            name: player(name, EVEN_SEED, level.worlds) if search else player("rules") for name, level in LEVELS.items()
        }

    def warm(self) -> None:
        """Makes the search ready in the background; until it is, rules of thumb answer."""
        if self._search:
            threading.Thread(
                target=self._tell, args=(warm(), asyncio.get_running_loop()), name="warmed", daemon=True
            ).start()

    def _tell(self, warming: threading.Thread, loop: asyncio.AbstractEventLoop) -> None:
        warming.join()
        with contextlib.suppress(RuntimeError):
            # The loop is closed if the process stops meanwhile.
            loop.call_soon_threadsafe(self._ready.set)

    async def choose(self, level: str, view: View) -> Action:
        chooser = self._players.get(level, self._players[FALLBACK])
        return await asyncio.get_running_loop().run_in_executor(self._threads, chooser.choose, view)

    async def choose_evenly(self, level: str, view: View) -> Action:
        """As `choose`, without a clock and with the same chance for everyone: equal views get equal answers.

        Whoever asks while the search is made ready waits for it, where others are answered by rules of thumb.
        """
        await self._ready.wait()
        chooser = self._even.get(level, self._even[FALLBACK])
        return await asyncio.get_running_loop().run_in_executor(self._threads, chooser.choose, view)

    async def advise(self, view: View) -> Advice:
        """What Expert would do in the place of the view's seat, which is to move."""
        return await asyncio.get_running_loop().run_in_executor(self._advising, advise, view, self._players[ADVISER])

    async def proves(self, view: View) -> bool:
        return self._search and await asyncio.get_running_loop().run_in_executor(self._threads, proves, view)

    def close(self) -> None:
        for threads in (self._threads, self._advising):
            threads.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class EvenThinking:
    """The same computers for everybody who plays the same deals: equal moves get equal answers."""

    thinking: Thinking

    async def choose(self, level: str, view: View) -> Action:
        return await self.thinking.choose_evenly(level, view)

    async def proves(self, view: View) -> bool:
        return await self.thinking.proves(view)
