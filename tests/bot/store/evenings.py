"""Whole series played at random and written down as a table writes them, for tests of what is made of results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import update

from bot import schema
from game.actions import to_text
from game.journal import (
    ChairsChanged,
    Change,
    DealFinished,
    DealPrepared,
    DealStarted,
    MoveMade,
    SavedChair,
    SeriesStarted,
    TableClosed,
    TableOpened,
)
from game.outcome import chair_results
from game.rules import INTERNATIONAL, PUB, Rules
from game.scoring import GameResult, result
from game.series import Entry, Series
from game.shuffle import shuffled
from tests.game.random_play import random_deal

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.store import Store

GUILDS: Final = (900, 901)
PEOPLE: Final = tuple(range(11, 21))
LEVELS: Final = ("beginner", "club")
BEGIN: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
SPACE: Final = 370 * 86400.0
"""A year and a few days, in seconds, over which the evenings are spread."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as the game saw it."""

    guild: int
    purpose: str
    rules: Rules
    opened: float
    ended: float
    table: int
    chairs: tuple[SavedChair, ...]
    entry: Entry

    @property
    def game(self) -> GameResult | None:
        found = self.entry.result
        return found if isinstance(found, GameResult) else None


async def play(
    store: Store,
    source: random.Random,
    opened: float,
    purpose: str = "series",
    *,
    guilds: Sequence[int] = GUILDS,
    people: Sequence[int] = PEOPLE,
    deals: int | None = None,
) -> list[Deal]:
    """Plays a series of a few deals, by default one to six, in one of the guilds, and writes it down."""
    rules = source.choice((INTERNATIONAL, INTERNATIONAL, Rules(bock="on"), PUB))
    rules = replace(rules, chairs=4 if source.random() < 0.3 else 3)
    seated = source.sample(people, rules.chairs)
    chairs = tuple(
        SavedChair(None, source.choice(LEVELS)) if chair and source.random() < 0.25 else SavedChair(user)
        for chair, user in enumerate(seated)
    )
    table, guild = store.next_table_id(), source.choice(guilds)
    await store.write(
        TableOpened(table, guild, 5000 + table, seated[0], str(rules), opened),
        ChairsChanged(table, chairs),
        SeriesStarted(table, opened),
    )
    if purpose != "series":
        async with store.database.writing() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(purpose=purpose))
    series = Series(rules)
    found: list[Deal] = []
    changes: list[Change] = []
    at = opened
    for number in range(source.randint(1, 6) if deals is None else deals):
        seed = source.randbytes(32)
        over = random_deal(source, rules, eager=0.3, order=shuffled(seed, ()))
        series = series.with_result(result(over))
        entry = series.entries[-1]
        at += source.uniform(100, 4000)
        changes += [
            DealPrepared(table, number, seed, f"commitment {number}"),
            DealStarted(table, number, str(rules), at),
            *(MoveMade(table, number, move, seat, to_text(act), at) for move, (seat, act) in enumerate(over.moves, 1)),
            DealFinished(table, number, chair_results(series, entry, chairs), at),
        ]
        found.append(Deal(guild, purpose, rules, opened, at, table, chairs, entry))
    await store.write(*changes, TableClosed(table, "finished", at))
    return found
