"""Seeds and moves are in the database and nowhere else: not in a log of any level, not in an error."""

import asyncio
import logging
import traceback

import pytest

from bot import sqlite_file
from bot.database import pin_loggers
from bot.store import Store
from game.journal import DealFinished, DealPrepared, JournalError, MoveMade, TableOpened
from game.state import Seat
from tests.bot.store.sample import begun, line, opened

CARDS = "announce.G.C7D8"
SEED = b"a seed that nobody may see 12345"
MARKERS = (CARDS, "G.C7", SEED.decode(), SEED.hex(), repr(SEED)[2:-1])


class Everything(logging.Handler):
    def __init__(self) -> None:
        super().__init__(0)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record) + repr(record.args))


async def busy(url: str) -> list[BaseException]:
    """A store's life, its errors included."""
    store = await Store.open(url)
    errors: list[BaseException] = []
    try:
        await store.write(*opened(1), DealPrepared(1, 1, SEED, "c"))
        move = MoveMade(1, 0, 1, Seat.FOREHAND, CARDS, 1.0)
        await store.write(move)
        nothing: object = None
        for change in (
            move,
            DealPrepared(1, 0, SEED, "again"),
            MoveMade(1, 7, 1, Seat.FOREHAND, CARDS, 1.0),
            MoveMade(1, 0, 2, Seat.FOREHAND, CARDS, nothing),  # pyright: ignore[reportArgumentType] - a row that fails
            DealPrepared(1, 2, SEED, nothing),  # pyright: ignore[reportArgumentType] - a row that fails
            MoveMade(1, 0, 2**70, Seat.FOREHAND, CARDS, 1.0),
            TableOpened(1, 1, 1, 1, CARDS, 1.0),
        ):
            outcomes = await asyncio.gather(store.write(change), return_exceptions=True)
            errors += [outcome for outcome in outcomes if outcome is not None]
        assert len(errors) == 7
        await store.write(DealFinished(1, 0, (line(0, 11),), 1e9), *begun(1, 3))
        await store.open_tables()
        await store.rebuild()
    finally:
        await store.close()
    return errors


async def test_no_log_line_and_no_error_holds_a_card(url: str) -> None:
    handler = Everything()
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.NOTSET + 1)
    try:
        # As careless as it gets: someone has turned everything on.
        for name in ("sqlalchemy", "aiosqlite", "asyncpg", "alembic"):
            logging.getLogger(name).setLevel(logging.DEBUG)
        errors = await busy(url)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    shown = "\n".join(handler.lines)
    for error in errors:
        assert isinstance(error, (JournalError, OverflowError)), repr(error)
        shown += "".join(traceback.format_exception(error)) + repr(error) + repr(error.__context__)
    for marker in MARKERS:
        assert marker not in shown


async def test_the_libraries_would_have_shown_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above sees what it looks for: without the pinned loggers it is there."""
    if not url.startswith("sqlite"):
        pytest.skip("asyncpg logs no values")
    handler = Everything()
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    aiosqlite = logging.getLogger("aiosqlite")
    try:
        monkeypatch.setattr("bot.database.pin_loggers", lambda: None)
        aiosqlite.setLevel(logging.DEBUG)
        await busy(url)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        pin_loggers()
    assert CARDS in "\n".join(handler.lines)


def test_pinned_loggers_stay_as_quiet_as_someone_made_them() -> None:
    logger = logging.getLogger("aiosqlite")
    logger.setLevel(logging.ERROR)
    try:
        pin_loggers()
        assert logger.level == logging.ERROR
    finally:
        logger.setLevel(logging.INFO)


def test_companions_are_named_after_the_database() -> None:
    from pathlib import Path

    assert sqlite_file.beside(Path("/a/skat.db"), "lock") == Path("/a/skat.db.lock")
