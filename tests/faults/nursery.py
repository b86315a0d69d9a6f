"""Makes bots quickly: this process has imported the bot once and forks a new one for every line it reads.

A line is an order as JSON: `cwd`, `env`, `arguments`, `log`. Answers are lines of JSON too: the `pid` of a new bot, and
later its `pid` with its `code`, negative for a signal. The children are processes of their own in every respect; only
the gaps between two edits of a message, a courtesy to Discord, are short.
"""

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cogs.board
import cogs.hands
from bot.__main__ import main
from bot.clock import SystemClock
from tests.e2e.launch import replace_constant

HAND_GAP: Final = 0.05
BOARD_GAP: Final = 0.3
"""Seconds."""


def give_birth(order: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    code = 70
    try:
        os.environ.clear()
        os.environ.update(order["env"])
        os.chdir(order["cwd"])
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        sys.argv[:] = ["skat-bot", *order["arguments"]]
        SystemClock.time = shifted(Path(order["shift"]))  # pyright: ignore[reportAttributeAccessIssue] - hours pass in a test
        main()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def shifted(path: Path) -> Callable[[SystemClock], float]:
    """A clock that is ahead by the seconds in a file, if there is one."""

    def ahead(_: SystemClock) -> float:
        return time.time() + (float(path.read_text()) if path.exists() else 0.0)

    return ahead


def _nothing(*_: object) -> None:
    """A handler, so that the wake-up is written."""


def serve() -> None:
    replace_constant(cogs.hands, "HAND_GAP", HAND_GAP)
    replace_constant(cogs.board, "GAP", BOARD_GAP)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, _nothing)
    children: set[int] = set()
    half = b""
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            for child in tuple(children):
                pid, status = os.waitpid(child, os.WNOHANG)
                if pid:
                    children.discard(pid)
                    print(json.dumps({"pid": pid, "code": os.waitstatus_to_exitcode(status)}), flush=True)
        if 0 in ready:
            data = os.read(0, 1 << 16)
            if not data:
                return
            *lines, half = (half + data).split(b"\n")
            for line in lines:
                child = give_birth(json.loads(line))
                children.add(child)
                print(json.dumps({"pid": child}), flush=True)


if __name__ == "__main__":
    serve()
