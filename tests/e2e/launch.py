"""The real process with what only a test may do to it: known seeds, shorter gaps between edits, a deliberate leak.

Run as ``python -m tests.e2e.launch`` in place of ``python -m bot``. Everything else is the program itself.
"""

import importlib
import os
from pathlib import Path
from types import ModuleType

import cogs.board
import cogs.clicks
import cogs.hands
import game.table
from bot.__main__ import main
from game.shuffle import new_seed

SEED_FILE = "E2E_SEED_FILE"
"""Names a file with the number of the seed that every deal prepared from now on gets; none while it is empty."""

GAP = "E2E_GAP"
"""Seconds between two edits of one message, be it a hand or a board."""

CLICKS = "E2E_CLICKS"
"""How many clicks in `cogs.clicks.WITHIN` seconds one person may do."""

LEAK = "E2E_LEAK"
"""Names a function of `tests.e2e.leaks`, called before the start."""


def seed_of(number: int) -> bytes:
    """The seed with a number, as the tests know it."""
    return number.to_bytes(32, "big")


def chosen_seed() -> bytes:
    written = Path(os.environ[SEED_FILE]).read_text(encoding="ascii").strip()
    return seed_of(int(written)) if written else new_seed()


def replace_constant(module: ModuleType, name: str, value: float) -> None:
    """Raises AttributeError if there is no such constant, which would make the tests slow or worse in silence."""
    getattr(module, name)
    setattr(module, name, value)


if __name__ == "__main__":
    if SEED_FILE in os.environ:
        game.table.new_seed = chosen_seed
    if GAP in os.environ:
        # The gap is a courtesy to Discord; a person of a test need not wait for it.
        replace_constant(cogs.hands, "HAND_GAP", float(os.environ[GAP]))
        replace_constant(cogs.board, "GAP", float(os.environ[GAP]))
    if CLICKS in os.environ:
        replace_constant(cogs.clicks, "CLICKS", int(os.environ[CLICKS]))
    if LEAK in os.environ:
        getattr(importlib.import_module("tests.e2e.leaks"), os.environ[LEAK])()
    main()
