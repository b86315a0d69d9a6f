"""The bot as a process of its own, against a sandbox in this one: started, killed, stopped and started again.

The sandbox and the database outlive every kill, as Discord and the disk do.
"""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.sandbox import GatewayTimes, Sandbox
from bot.sandbox.people import Person
from bot.sandbox.requestlog import Request
from tests.faults.disk import Disk

ROOT: Final = Path(__file__).parents[2]
START: Final = 30.0
"""Seconds that a start may take here, where several programs share two processors."""

QUICK: Final[Mapping[str, str]] = {
    "SKAT_COMPUTER_PACE_SECONDS": "0.02",
    "SKAT_NEXT_DEAL_SECONDS": "600",
    "SKAT_LOG_LEVEL": "DEBUG",
}


class Rig:
    """One sandbox, one database, and at most one bot. Use `start`, then `kill` or `stop`, and `start` again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sandbox = Sandbox(gateway_times=GatewayTimes(identify_spacing=0.0))
        self.settings: dict[str, str] = dict(QUICK)
        self.process: asyncio.subprocess.Process | None = None
        self.runs = 0

    @property
    def database(self) -> Path:
        return self.folder / "skat.db"

    @property
    def disk(self) -> Disk:
        return Disk(self.database)

    @property
    def log(self) -> str:
        """What all runs so far have written to standard output and error."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("run-*.log")))

    def log_of(self, run: int) -> str:
        return (self.folder / f"run-{run:03}.log").read_text()

    def person(self, name: str) -> Person:
        return self.sandbox.person(name)

    def environment(self, **settings: str) -> dict[str, str]:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("SKAT_")}
        return (
            plain
            | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
            | {"SKAT_SANDBOX_URL": self.sandbox.url, "SKAT_DATABASE_URL": f"sqlite:///{self.database}"}
            | self.settings
            | settings
        )

    async def launch(self, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        """Starts ``python -m bot`` and waits for nothing."""
        self.runs += 1
        with (self.folder / f"run-{self.runs:03}.log").open("wb") as file:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", *arguments, cwd=self.folder, env=self.environment(**settings),
                stdout=file, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip

    async def start(self, **settings: str) -> float:
        """Starts the bot; returns, with the seconds it took, once it is connected and its commands are known."""
        assert self.process is None
        began = time.perf_counter()
        self.process = await self.launch(**settings)
        ended = asyncio.ensure_future(self.process.wait())
        ready = asyncio.ensure_future(self.sandbox.changes.until(self._ready, START, "the bot is connected"))
        await asyncio.wait({ended, ready}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done() or ready.exception() is not None:
            ready.cancel()
            raise AssertionError(f"the bot did not start:\n{self.log_of(self.runs)}")
        ended.cancel()
        return time.perf_counter() - began

    def _ready(self) -> bool:
        return self.sandbox.gateway.online and bool(self.sandbox.world.commands[None])

    async def kill(self) -> None:
        """kill -9; returns once Discord has noticed."""
        process = self._take()
        process.kill()
        await process.wait()
        await self.offline()

    async def offline(self) -> None:
        await self.sandbox.changes.until(lambda: not self.sandbox.gateway.links, 5, "the bot is gone")

    async def stop(self, within: float = 10.0) -> int:
        """SIGTERM; the exit code."""
        process = self._take()
        process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(process.wait(), within)
        await self.offline()
        return code

    async def exit(self, within: float = 10.0) -> int:
        """The code with which the bot leaves by itself."""
        process = self._take()
        return await asyncio.wait_for(process.wait(), within)

    def _take(self) -> asyncio.subprocess.Process:
        process, self.process = self.process, None
        assert process is not None, "the bot does not run"
        return process

    async def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            await self.process.wait()
        await self.sandbox.stop()

    def callbacks(self) -> dict[str, list[Request]]:
        """The answers given to each interaction, by its id."""
        found: dict[str, list[Request]] = {}
        for request in self.sandbox.requests:
            match = re.fullmatch(r"/interactions/(\d+)/[^/]+/callback", request.path)
            if match is not None:
                found.setdefault(match[1], []).append(request)
        return found

    def errors(self) -> list[str]:
        """Lines of the log at ERROR or above, and the first lines of tracebacks."""
        return [line for line in self.log.splitlines() if re.search(r" (ERROR|CRITICAL) |^Traceback", line)]
