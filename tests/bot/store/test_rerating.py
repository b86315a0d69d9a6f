"""Who is forgotten takes nothing from the others: not their totals, not their skill, and a rebuild changes neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update

from bot import schema
from bot.rebuild import Rebuilt
from bot.schema import results
from tests.bot.store.evenings import BEGIN, GUILDS, PEOPLE, play

if TYPE_CHECKING:
    import random

    from bot.store import Store

DAY = 86400.0
AT = BEGIN + 100 * DAY
FIGURES = (schema.totals, schema.game_totals, schema.ratings)
FEW = PEOPLE[:5]
"""So few that everybody has played everybody."""


async def evenings(store: Store, source: random.Random, first: int, number: int) -> None:
    for evening in range(first, first + number):
        await play(store, source, BEGIN + evening * DAY, guilds=GUILDS[:1], people=FEW)


async def figures(store: Store, *without: int) -> list[list[tuple[Any, ...]]]:
    """All totals and skills but those of some people."""
    async with store.database.reading() as connection:
        return [
            [
                tuple(row)
                for row in (await connection.execute(select(table).order_by(*table.primary_key))).all()
                if row.user_id not in without
            ]
            for table in FIGURES
        ]


async def change(store: Store, statement: Any) -> None:
    async with store.database.writing() as connection:
        await connection.execute(statement)


async def changes_kept(store: Store, *where: Any) -> int:
    async with store.database.reading() as connection:
        chosen = select(results.c.chair).where(results.c.mu_change.is_not(None), *where)
        return len((await connection.execute(chosen)).all())


async def test_one_after_the_other_is_forgotten_and_nobody_elses_figures_move(
    store: Store, source: random.Random
) -> None:
    await evenings(store, source, 0, 12)
    for number, user in enumerate(source.sample(FEW, 3)):
        kept = await figures(store, user)
        assert await store.forget([user], AT)
        assert await figures(store) == kept
        assert await store.rebuild() == Rebuilt((), 0)
        assert await figures(store) == kept
        # The others play on, and whoever was forgotten may come back as somebody new.
        await evenings(store, source, 20 + 3 * number, 3)
        assert await store.rebuild() == Rebuilt((), 0)
    assert all(await figures(store))


async def test_several_are_forgotten_at_once_down_to_the_last(store: Store, source: random.Random) -> None:
    await evenings(store, source, 0, 8)
    assert await changes_kept(store)
    computers = (await figures(store, *FEW))[2]
    for some in (FEW[:2], FEW[2:4], FEW[4:]):
        await store.forget(some, AT)
        assert await store.rebuild() == Rebuilt((), 0)
    assert await figures(store) == [[], [], computers]


async def test_nothing_of_the_skill_of_who_is_forgotten_stays(store: Store, source: random.Random) -> None:
    await evenings(store, source, 0, 6)
    (user, *_) = FEW
    assert await changes_kept(store, results.c.user_id == user)
    others = await changes_kept(store, results.c.user_id != user) + await changes_kept(
        store, results.c.user_id.is_(None)
    )
    await store.forget([user], AT)
    assert await changes_kept(store, results.c.user_id.is_(None), results.c.level.is_(None)) == 0
    assert await changes_kept(store) == others


async def test_what_was_wrong_is_mended_after_a_deletion_too(store: Store, source: random.Random) -> None:
    """Totals, skill, and a result of a deal which somebody played who is forgotten."""
    await evenings(store, source, 0, 10)
    await store.forget(FEW[:1], AT)
    right = await figures(store)
    await change(store, update(schema.ratings).values(mu=30.0))
    await change(store, update(schema.totals).values(points=0))
    of_forgotten = select(results.c.table_id).where(results.c.user_id.is_(None), results.c.level.is_(None))
    await change(store, update(results).where(results.c.table_id.in_(of_forgotten)).values(score=999, seeger=999))
    rebuilt = await store.rebuild()
    assert {one.table for one in rebuilt.differences} >= {"ratings", "totals", "results"}
    assert close(await figures(store), right)
    assert await store.rebuild() == Rebuilt((), 0)


async def test_changes_that_are_wrong_or_missing_are_made_again_where_all_are_known(
    store: Store, source: random.Random
) -> None:
    await evenings(store, source, 0, 6)
    right = await figures(store)
    rated = await changes_kept(store)
    assert await store.rebuild() == Rebuilt((), 0)
    for wrong in (None, 5.0):
        await change(store, update(results).values(mu_change=wrong, sigma_change=wrong))
        (difference,) = (await store.rebuild()).differences
        assert str(difference).startswith(f"results {GUILDS[0]} skill: was different in ")
        assert await store.rebuild() == Rebuilt((), 0)
        assert await changes_kept(store) == rated
    # What was written anew serves as well as what was written when it was played.
    await store.forget(FEW[:1], AT)
    assert close(await figures(store), [[row for row in rows if row[1] != FEW[0]] for rows in right])
    assert await store.rebuild() == Rebuilt((), 0)


def close(one: list[list[tuple[Any, ...]]], other: list[list[tuple[Any, ...]]]) -> bool:
    def same(cell: Any, wanted: Any) -> bool:
        return cell == (pytest.approx(wanted, abs=1e-7) if isinstance(wanted, float) else wanted)

    return [len(rows) for rows in one] == [len(rows) for rows in other] and all(
        same(cell, wanted)
        for rows, wanted_rows in zip(one, other, strict=True)
        for row, wanted_row in zip(rows, wanted_rows, strict=True)
        for cell, wanted in zip(row, wanted_row, strict=True)
    )
