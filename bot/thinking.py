"""Computer players in threads of their own, so that the event loop never waits for a thought."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from game.actions import Action
from game.computer import rule_of_thumb
from game.view import View

THREADS = 2


class Thinking:
    """Chooses moves off the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="computer")

    async def choose(self, level: str, view: View) -> Action:
        del level
        return await asyncio.get_running_loop().run_in_executor(self._threads, rule_of_thumb, view)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
