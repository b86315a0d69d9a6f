"""The whole house as people meet it: the real process as a child, and the stand-in Discord it talks to.

Invariant: nothing here reaches into the process; it is seen through Discord, its database file, its log and its exit.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.sandbox.server import Sandbox
from cogs.clicks import CLICKS
from tests.conftest import SEARCH
from tests.e2e import launch
from tests.e2e.guest import Fingers, Guest

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.requestlog import Request

ROOT = Path(__file__).parents[2]
START_WITHIN = 60.0
STOP_WITHIN = 30.0
QUICK = {
    "SKAT_COMPUTER_PACE_SECONDS": "0",
    "SKAT_NEXT_DEAL_SECONDS": "600",
    "SKAT_REMINDER_SECONDS": "300",
    "SKAT_STAND_IN_SECONDS": "600",
    "SKAT_TABLES_PER_USER": "100",
    "SKAT_LOG_LEVEL": "DEBUG",
    "SKAT_COMPUTER_SEARCH": "false",
}
"""For people who answer at once: computers neither pause nor search, nobody is reminded; deals follow on a click."""

SEARCHING = {"SKAT_COMPUTER_SEARCH": "true"}
"""Computers search; compiled code is loaded from disk in a moment, or made in half a minute."""

COMPUTER = "expert" if SEARCH in os.environ else "club"
"""The level of the computers that are seated."""


class House:
    """A sandbox with the bot in it.

    `clicks`: how many a person may do in three seconds; only the launcher can allow more than usual.
    """

    def __init__(self, directory: Path, sandbox: Sandbox | None = None, *, clicks: int = CLICKS) -> None:
        self.directory = directory
        self.sandbox = sandbox or Sandbox()
        self.database = directory / "skat.db"
        self.log_file = directory / "log.txt"
        self._seed_file = directory / "seed.txt"
        self._process: asyncio.subprocess.Process | None = None
        self._guests: dict[tuple[str, str], Guest] = {}
        self._fingers: dict[str, Fingers] = {}
        self._channels = 0
        self._forgiven = 0
        self._clicks = clicks

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "the bot has not been started"
        return self._process

    async def open(
        self, *, launcher: bool = True, gap: float | None = 0.02, settings: dict[str, str] | None = None
    ) -> None:
        """Starts the sandbox if need be, then the bot, and waits until people can use its commands.

        `launcher`: through `tests.e2e.launch`, which knows seeds; otherwise exactly ``python -m bot``.
        """
        if not self.sandbox.url:
            await self.sandbox.start()
        if not self._seed_file.exists():
            self.choose_seed(None)
        await self.begin(launcher=launcher, gap=gap, settings=settings)
        person = self.sandbox.person("Anna")

        def online() -> bool:
            around = person.surroundings
            return bool(around["commands"]) and around["app"]["online"]

        waiting = asyncio.ensure_future(person.until(online, START_WITHIN, "the bot"))
        ended = asyncio.ensure_future(self.process.wait())
        await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            raise AssertionError(f"the bot left with {self.process.returncode}:\n{self.log()}")
        ended.cancel()
        await waiting

    async def begin(
        self, *, launcher: bool = True, gap: float | None = 0.02, settings: dict[str, str] | None = None
    ) -> None:
        """Starts the process and does not wait for anything."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SKAT_")}
        quick = QUICK | SEARCHING if SEARCH in os.environ else QUICK
        env = kept | quick | {"SKAT_DATABASE_URL": f"sqlite:///{self.database}", "PYTHONPATH": str(ROOT)}
        env["SKAT_SANDBOX_URL"] = self.sandbox.url
        if launcher:
            env[launch.SEED_FILE] = str(self._seed_file)
            env[launch.CLICKS] = str(self._clicks)
            if gap is not None:
                env[launch.GAP] = str(gap)
        with self.log_file.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.e2e.launch" if launcher else "bot",
                env=env | (settings or {}),
                cwd=self.directory,
                stdout=log,
                stderr=log,
            )

    async def stop(self) -> int:
        """Asks the bot to stop; its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), STOP_WITHIN)

    async def close(self) -> None:
        """Ends everything, in whatever state it is."""
        if self._process is not None and self._process.returncode is None:
            try:
                await self.stop()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        await self.sandbox.stop()

    def choose_seed(self, number: int | None) -> None:
        """The seed of every deal prepared from now on; None for chance."""
        fresh = self._seed_file.with_suffix(".new")
        fresh.write_text("" if number is None else str(number), encoding="ascii")
        fresh.replace(self._seed_file)

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    def rows(self, query: str, *values: object) -> list[Any]:
        """What the database file holds, read by another connection."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query, values).fetchall()

    def channel(self, name: str | None = None) -> Channel:
        """A new channel of the default server."""
        self._channels += 1
        (guild, *_) = self.sandbox.world.guilds.values()
        return self.sandbox.world.add_channel(guild, name or f"table-{self._channels}")

    def guest(self, name: str, channel: Channel | str) -> Guest:
        """A person at a channel, always the same one."""
        where = channel if isinstance(channel, str) else channel.name
        key = name, where
        if key not in self._guests:
            self._guests[key] = Guest(
                self.sandbox.person(name.lower()), where, self._fingers.setdefault(name, Fingers(self._clicks))
            )
        return self._guests[key]

    def refused_requests(self) -> list[str]:
        """Requests of the bot that Discord would not have taken.

        Left out: a hand that was pressed in the moment in which it was taken away, whose answer comes as a new
        message, one that is gone already when it is to be taken away, and one that goes while its edit is on its way.
        """

        def gone_meanwhile(one: Request) -> bool:
            edit = one.method == "PATCH" and one.path.startswith("/webhooks/")
            return (edit or one.method == "DELETE" or one.path.endswith("/callback")) and "10008" in str(one.answer)

        return [
            f"{one.method} {one.path} -> {one.status} {one.answer}"
            for one in self.sandbox.requests
            if one.number > self._forgiven
            and one.status is not None
            and one.status >= 400
            and not one.fault
            and not gone_meanwhile(one)
        ]

    def forgive(self) -> None:
        """What has been refused until now was to be refused."""
        self._forgiven = max((one.number for one in self.sandbox.requests), default=0)
