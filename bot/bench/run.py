"""The bench itself: starts the bots as processes of their own, lets people play, and measures."""

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.bench.bare import TEN
from bot.bench.crowd import Crowd, row, text
from bot.bench.figures import figures
from bot.bench.load import Measured, Players, percentile
from bot.bench.report import Answers, Run, summary
from bot.sandbox.model import Emoji

WARM_UP: Final = 3.0
PICTURES: Final = "cogs.measure"


async def bench(sizes: Sequence[int], runs: int, seconds: float, pace: float) -> None:
    """Measures and prints; about `runs` times two minutes for the usual sizes, then the pictures and the figures.

    Without any run the pictures and the figures are measured alone.
    """
    made: list[Run] = []
    faces: list[Emoji] = []
    for number in range(runs):
        for tables in sizes:
            print(f"run {number + 1} of {runs}: {tables} tables", file=sys.stderr, flush=True)
            made.append(await one_run(tables, seconds, pace, faces))
    if made:
        print(summary(made, pace), flush=True)
    await figures()
    # By name: this room does not know that one.
    drawing = await asyncio.create_subprocess_exec(sys.executable, "-m", PICTURES, str(seconds))
    await drawing.wait()


async def one_run(tables: int, seconds: float, pace: float, faces: list[Emoji]) -> Run:
    """One row of the table. `faces`: the cards' faces as an earlier run has uploaded them; filled by the first."""
    bare = await bare_run(tables, seconds, pace)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        crowd = Crowd(tables)
        await crowd.sandbox.start()
        try:
            boards = await crowd.write(folder / "skat.db", tables)
            players = [Players(crowd, table, boards[table], pace) for table in range(1, tables + 1)]
            # The cards' faces are uploaded once in the life of a bot, not at each start.
            emojis = crowd.sandbox.world.emojis
            emojis.update((face.id, replace(face, user_id=crowd.sandbox.world.bot.id)) for face in faces)
            crowd.sandbox.limits.enabled = False
            async with bot(crowd, folder, folder / "first.db"):
                await crowd.quiet()
            crowd.sandbox.limits.enabled = True
            faces[:] = emojis.values()
            began = time.perf_counter()
            async with bot(crowd, folder, folder / "skat.db") as process:
                await players[0].sit_down()
                resume = time.perf_counter() - began
                for player in players[1:]:
                    await player.sit_down()
                await play(players, WARM_UP)
                await lag(process, folder)
                skat = await play(players, seconds)
                late = await lag(process, folder)
                return Run(tables, skat, bare, resume, memory(process.pid), late["p99"], late["max"])
        finally:
            await crowd.sandbox.stop()


async def play(players: Sequence[Players], seconds: float) -> Answers:
    measured = Measured()
    began = time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds, measured) for player in players))
    return answers(measured, time.perf_counter() - began)


def answers(measured: Measured, seconds: float) -> Answers:
    times = measured.seconds
    return Answers(len(times) / seconds, percentile(times, 0.5), percentile(times, 0.99), measured.failed)


async def bare_run(tables: int, seconds: float, pace: float) -> Answers:
    """The same number of people who click as often, at a bot that hardly does anything."""
    with tempfile.TemporaryDirectory() as name:
        crowd = Crowd(tables)
        await crowd.sandbox.start()
        try:
            buttons = [(str(number), f"bare:{number}") for number in range(TEN)]
            boards = [
                crowd.post(table, text("…"), row(1, *buttons[: TEN // 2]), row(2, *buttons[TEN // 2 :]))
                for table in range(1, tables + 1)
            ]
            environment = {"SKAT_BARE_DATABASE": str(Path(name) / "bare.db")}
            async with launched(crowd, Path(name), "-m", "bot.bench.bare", **environment):
                await asyncio.sleep(1)
                for until in (WARM_UP, seconds):
                    measured = Measured()
                    began = time.perf_counter()
                    await asyncio.gather(
                        *(
                            click(crowd, table, board["id"], began + until, pace, measured)
                            for table, board in enumerate(boards, 1)
                        )
                    )
                return answers(measured, time.perf_counter() - began)
        finally:
            await crowd.sandbox.stop()


async def click(crowd: Crowd, table: int, message: str, until: float, pace: float, measured: Measured) -> None:
    people = crowd.people(table)
    number = 0
    await asyncio.sleep(pace * (table % 29) / 29)
    while time.perf_counter() < until:
        number += 1
        outcome = await people[number % len(people)].click(message, custom_id=f"bare:{number % TEN}")
        if outcome.acknowledged and outcome.seconds is not None:
            measured.seconds.append(outcome.seconds)
        else:
            measured.failed += 1
        await asyncio.sleep(pace * (0.5 + (number * 7 + table) % 29 / 29))


@asynccontextmanager
async def launched(
    crowd: Crowd, folder: Path, *arguments: str, **settings: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A process of ours that has logged in; it is killed at the end."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SKAT_")}
    environment = plain | {"SKAT_SANDBOX_URL": crowd.sandbox.url, "PYTHONPATH": os.pathsep.join(sys.path)} | settings
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=folder, env=environment)
    try:
        await crowd.sandbox.changes.until(lambda: crowd.sandbox.gateway.online, 30, "the bot is connected")
        yield process
    finally:
        process.kill()
        await process.wait()
        await crowd.sandbox.changes.until(lambda: not crowd.sandbox.gateway.links, 5, "the bot is gone")


@asynccontextmanager
async def bot(crowd: Crowd, folder: Path, database: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    settings = {"SKAT_DATABASE_URL": f"sqlite:///{database}", "SKAT_NEXT_DEAL_SECONDS": "600"}
    async with launched(crowd, folder, "-m", "bot.bench.probe", str(folder / "lag.json"), **settings) as process:
        yield process


async def lag(process: asyncio.subprocess.Process, folder: Path) -> dict[str, float]:
    """The loop's lag since the last call."""
    path = folder / "lag.json"
    path.unlink(missing_ok=True)
    process.send_signal(signal.SIGUSR1)
    while not path.exists():  # noqa: ASYNC110 - the file wakes nobody
        await asyncio.sleep(0.01)
    return json.loads(path.read_text())


def memory(pid: int) -> float:
    """Resident memory of a process in MiB, on Linux."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
