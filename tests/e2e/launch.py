"""The real process with what only a test may do to it: known seeds, a shorter gap between edits, a deliberate leak.

Run as ``python -m tests.e2e.launch`` in place of ``python -m bot``. Everything else is the program itself.
"""

import importlib
import os
from pathlib import Path

import cogs.clicks
import cogs.hands
import game.table
from bot.__main__ import main
from game.shuffle import new_seed

SEED_FILE = "E2E_SEED_FILE"
"""Names a file with the number of the seed that every deal prepared from now on gets; none while it is empty."""

HAND_GAP = "E2E_HAND_GAP"
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


if __name__ == "__main__":
    if SEED_FILE in os.environ:
        game.table.new_seed = chosen_seed
    if HAND_GAP in os.environ:
        # The gap is a courtesy to Discord; a person of a test need not wait for it.
        setattr(cogs.hands, "HAND_GAP", float(os.environ[HAND_GAP]))  # noqa: B010  # a constant for everyone else
    if CLICKS in os.environ:
        setattr(cogs.clicks, "CLICKS", int(os.environ[CLICKS]))  # noqa: B010  # as above
    if LEAK in os.environ:
        getattr(importlib.import_module("tests.e2e.leaks"), os.environ[LEAK])()
    main()
