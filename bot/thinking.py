"""Computer players in threads of their own, so that the event loop never waits for a thought."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from game.actions import Action
from game.computer.levels import LEVELS, Player, RulePlayer, player, proves, warm
from game.view import View

THREADS: Final = 2
FALLBACK: Final = "club"


class Thinking:
    """Chooses moves and checks claims off the event loop. With `search` False all players go by rules of thumb."""

    def __init__(self, *, search: bool = True) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="computer")
        self._search = search
        self._players: dict[str, Player | RulePlayer] = {
            level: player(level if search else "rules") for level in LEVELS
        }

    def warm(self) -> None:
        """Makes the search ready in the background; until it is, rules of thumb answer."""
        if self._search:
            warm()

    async def choose(self, level: str, view: View) -> Action:
        chooser = self._players.get(level, self._players[FALLBACK])
        return await asyncio.get_running_loop().run_in_executor(self._threads, chooser.choose, view)

    async def proves(self, view: View) -> bool:
        return self._search and await asyncio.get_running_loop().run_in_executor(self._threads, proves, view)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
