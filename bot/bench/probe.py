"""``python -m bot.bench.probe FILE``: the bot, with a stop-watch on its event loop.

A task sleeps for `STEP` seconds again and again; by how much it wakes too late is the loop's lag. SIGUSR1 starts a new
measurement and writes the last one to FILE as JSON.
"""

import asyncio
import json
import signal
import sys
import time
from pathlib import Path

from bot import logs
from bot.__main__ import run
from bot.bench.load import percentile
from bot.settings import Settings

STEP = 0.005


class Lag:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._late: list[float] = []

    async def watch(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(STEP)
            self._late.append(time.perf_counter() - began - STEP)

    def report(self) -> None:
        late, self._late = self._late, []
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps({"p99": percentile(late, 0.99), "max": max(late, default=0.0), "samples": len(late)}))
        new.replace(self._path)


async def probed(path: Path) -> int:
    lag = Lag(path)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, lag.report)
    watching = asyncio.create_task(lag.watch())
    try:
        return await run(Settings.load())
    finally:
        watching.cancel()


if __name__ == "__main__":
    logs.configure("WARNING", ())
    sys.exit(asyncio.run(probed(Path(sys.argv[1]))))
