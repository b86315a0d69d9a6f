"""The bot as a process of its own, against a sandbox in this one: started, killed, stopped and started again.

The sandbox and the database outlive every kill, as Discord and the disk do.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bot.sandbox import GatewayTimes, Sandbox
from bot.sandbox.model import Emoji
from bot.sandbox.people import Person
from bot.sandbox.requestlog import Request
from cogs.pictures.emojis import emojis
from tests.faults.disk import Disk

ROOT: Final = Path(__file__).parents[2]
START: Final = 60.0
"""Seconds that a start may take here, where several programs share two processors."""
PATIENCE: Final = 30.0
"""Seconds to wait for what comes at once on an idle machine."""

QUICK: Final[Mapping[str, str]] = {
    "SKAT_COMPUTER_PACE_SECONDS": "0.02",
    "SKAT_NEXT_DEAL_SECONDS": "600",
    "SKAT_LOG_LEVEL": "DEBUG",
    "SKAT_COMPUTER_SEARCH": "false",
}


class Nursery:
    """Starts bots by forking a process that has imported everything already: see `tests.faults.nursery`."""

    def __init__(self) -> None:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("SKAT_")}
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery"],
            cwd=ROOT, env=plain, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._parent.stdout is not None
        os.set_blocking(self._parent.stdout.fileno(), False)
        self._half = b""
        self._codes: dict[int, int] = {}
        self._born: list[int] = []

    def close(self) -> None:
        self._parent.communicate()

    async def start(self, order: Mapping[str, object]) -> int:
        """The pid of a new bot."""
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps(order).encode() + b"\n")
        self._parent.stdin.flush()
        await self._until(lambda: bool(self._born))
        return self._born.pop()

    async def wait(self, pid: int) -> int:
        """The exit code of a bot, once it has one."""
        await self._until(lambda: pid in self._codes)
        return self._codes[pid]

    async def _until(self, condition: Callable[[], bool]) -> None:
        assert self._parent.stdout is not None
        while not condition():
            data = b""
            with contextlib.suppress(BlockingIOError):
                data = os.read(self._parent.stdout.fileno(), 1 << 16)
            *lines, self._half = (self._half + data).split(b"\n")
            for line in lines:
                told: dict[str, int] = json.loads(line)
                if "code" in told:
                    self._codes[told["pid"]] = told["code"]
                else:
                    self._born.append(told["pid"])
            if not lines:
                await asyncio.sleep(0.01)


class Rig:
    """One sandbox, one database, and at most one bot. Use `start`, then `kill` or `stop`, and `start` again."""

    def __init__(self, folder: Path, nursery: Nursery, sandbox: Sandbox | None = None) -> None:
        self.folder = folder
        self.nursery = nursery
        self.sandbox = sandbox or Sandbox(gateway_times=GatewayTimes(identify_spacing=0.0))
        world = self.sandbox.world
        for emoji in emojis():
            # They are there already, or every start would draw and upload them all.
            number = world.clock.new_id()
            world.emojis[number] = Emoji(number, emoji.name, b"", animated=False, user_id=world.bot.id)
        self.settings: dict[str, str] = dict(QUICK)
        self.process: int | None = None
        self.runs = 0
        self.preload: Path | None = None
        """A shared library that stands between the bot and the disk."""
        self._own: dict[int, asyncio.subprocess.Process] = {}
        self._ahead = 0.0

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
            | {"SKAT_COMPUTER_SEARCH": "false"}
            | {"SKAT_SANDBOX_URL": self.sandbox.url, "SKAT_DATABASE_URL": f"sqlite:///{self.database}"}
            | self.settings
            | settings
        )

    async def launch(self, *arguments: str, **settings: str) -> int:
        """Starts a bot and waits for nothing; its pid."""
        self.runs += 1
        if self.preload is not None:
            return await self._launch_anew(*arguments, **settings)
        order = {
            "cwd": str(self.folder),
            "env": self.environment(**settings),
            "arguments": arguments,
            "log": str(self.folder / f"run-{self.runs:03}.log"),
            "shift": str(self.folder / "shift"),
        }
        return await self.nursery.start(order)

    async def _launch_anew(self, *arguments: str, **settings: str) -> int:
        """From nothing, as a person does, and with another C library in front of the system's."""
        environment = self.environment(**settings) | {"LD_PRELOAD": str(self.preload)}
        with (self.folder / f"run-{self.runs:03}.log").open("wb") as file:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", *arguments, cwd=self.folder, env=environment,
                stdout=file, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
        self._own[process.pid] = process
        return process.pid

    async def _ended(self, pid: int) -> int:
        own = self._own.get(pid)
        return await (own.wait() if own is not None else self.nursery.wait(pid))

    async def run(self, *arguments: str, within: float = START, **settings: str) -> int:
        """Starts a bot that leaves by itself; its exit code."""
        pid = await self.launch(*arguments, **settings)
        return await asyncio.wait_for(self._ended(pid), within)

    async def start(self, **settings: str) -> float:
        """Starts the bot; returns, with the seconds it took, once it is connected and its commands are known."""
        assert self.process is None
        began = time.perf_counter()
        self.process = await self.launch(**settings)
        ended = asyncio.ensure_future(self._ended(self.process))
        ready = asyncio.ensure_future(self.sandbox.changes.until(self._ready, START, "the bot is connected"))
        await asyncio.wait({ended, ready}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done() or ready.exception() is not None:
            ready.cancel()
            raise AssertionError(f"the bot did not start:\n{self.log_of(self.runs)}")
        ended.cancel()
        return time.perf_counter() - began

    def _ready(self) -> bool:
        return self.sandbox.gateway.online and bool(self.sandbox.world.commands[None])

    def pass_time(self, seconds: float) -> None:
        """Hours pass, for Discord and for the bot."""
        self._ahead += seconds
        self.sandbox.clock.shift(seconds)
        new = self.folder / "shift.new"
        new.write_text(str(self._ahead))
        new.replace(self.folder / "shift")

    async def kill(self) -> None:
        """kill -9; returns once Discord has noticed."""
        process = self._take()
        os.kill(process, signal.SIGKILL)
        await self._ended(process)
        await self.offline()

    async def offline(self) -> None:
        await self.sandbox.changes.until(lambda: not self.sandbox.gateway.links, PATIENCE, "the bot is gone")

    async def stop(self, within: float = PATIENCE) -> int:
        """SIGTERM; the exit code."""
        process = self._take()
        os.kill(process, signal.SIGTERM)
        code = await asyncio.wait_for(self._ended(process), within)
        await self.offline()
        return code

    async def exit(self, within: float = PATIENCE) -> int:
        """The code with which the bot leaves by itself."""
        process = self._take()
        return await asyncio.wait_for(self._ended(process), within)

    def _take(self) -> int:
        process, self.process = self.process, None
        assert process is not None, "the bot does not run"
        return process

    async def close(self) -> None:
        if self.process is not None:
            os.kill(self.process, signal.SIGKILL)
            await self._ended(self.process)
        await self.sandbox.stop()

    async def until(self, condition: Callable[[], object], what: str, within: float = PATIENCE) -> None:
        """Returns once `condition` holds, which may be of the disk, the log or a request: they wake nobody."""
        ends = time.monotonic() + within
        while not condition():
            if time.monotonic() > ends:
                raise TimeoutError(f"not within {within} s: {what}")
            await asyncio.sleep(0.005)

    async def saved(self, moves: int, within: float = PATIENCE) -> None:
        """Returns once the disk has so many moves."""
        await self.until(lambda: self.disk.moves() >= moves, f"{moves} moves", within)

    async def logged(self, words: str) -> None:
        """Returns once the log of the running bot contains `words`."""
        await self.until(lambda: words in self.log_of(self.runs), words)

    def callbacks(self) -> dict[str, list[Request]]:
        """The answers given to each interaction, by its id."""
        found: dict[str, list[Request]] = {}
        for request in self.sandbox.requests:
            match = re.fullmatch(r"/interactions/(\d+)/[^/]+/callback", request.path)
            if match is not None:
                found.setdefault(match[1], []).append(request)
        return found

    def errors(self) -> list[str]:
        """Lines of the log at ERROR or above; that the library reconnects is none."""
        found = [line for line in self.log.splitlines() if re.search(r" (ERROR|CRITICAL) ", line)]
        return [line for line in found if "Attempting a reconnect" not in line]
