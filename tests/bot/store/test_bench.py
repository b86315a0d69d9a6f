"""What `python -m bot bench` measures figures on is what the bot would have written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.bench.figures import fill
from bot.store import Store
from tests.bot.store.sample import sqlite_url

if TYPE_CHECKING:
    from pathlib import Path

GUILD = 900


async def test_invented_results_have_the_figures_of_a_rebuild(tmp_path: Path) -> None:
    await (await Store.open(sqlite_url(tmp_path))).close()
    fill(tmp_path / "skat.db", 3000)
    store = await Store.open(sqlite_url(tmp_path))
    try:
        lists = ("all", "2026-Q1", "2026-03")
        before = [await store.leaderboard(GUILD, one, "people", "points", 0, 5) for one in lists]
        race = await store.race(GUILD, 1_780_000_000.0, "people")
        assert all(len(page) == 5 for page in before)
        assert race.by_day
        await store.rebuild()
        after = [await store.leaderboard(GUILD, one, "people", "points", 0, 5) for one in lists]
        # Announcements are left out of what the bench invents.
        assert [
            [(one.rank, one.figures.user, one.figures.points, one.figures.won) for one in page] for page in after
        ] == [[(one.rank, one.figures.user, one.figures.points, one.figures.won) for one in page] for page in before]
        assert await store.race(GUILD, 1_780_000_000.0, "people") == race
    finally:
        await store.close()
