"""A person is found everywhere, handed over alone, and gone without a trace; nobody else's figures change."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, select

from bot import engines, person, sqlite_file
from bot.own_data import document
from bot.schema import metadata
from bot.store import Store
from game.journal import ChairsChanged, CutAdded, DealFinished, DealPrepared, SavedChair, TableClosed, TableOpened
from tests.bot.store.sample import GUILD, RULES, begun, line, sqlite_url

BASE = 1_100_000_000_000_000_000
ANNA, BEN, CLARA = BASE + 11, BASE + 12, BASE + 13
NOW = 1_800_000_000.0

NO_PERSON = {
    "id", "guild", "channel", "board", "table_id", "best_table",
}  # fmt: skip
"""Big numbers that are servers, channels, messages and tables."""


def test_every_column_with_a_person_is_known() -> None:
    big = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, BigInteger) and column.name not in NO_PERSON
    }
    assert big == {str(column) for column in person.PLACES}


async def everybody(store: Store) -> list[list[Any]]:
    """All rows of all tables."""
    async with store.database.reading() as connection:
        return [
            [tuple(row) for row in (await connection.execute(select(table))).all()]
            for table in metadata.sorted_tables
        ]  # fmt: skip


def anywhere(rows: list[list[Any]], user: int) -> bool:
    return str(user) in str(rows)


async def a_table(store: Store, number: int, people: tuple[int, ...], deals: int = 1, at: float = NOW) -> None:
    chairs = tuple(SavedChair(user) for user in people)
    await store.write(
        TableOpened(number, GUILD, 5000 + number, people[0], RULES, at),
        ChairsChanged(number, chairs),
    )
    for deal in range(deals):
        await store.write(DealPrepared(number, deal, bytes(32), "c"), CutAdded(number, deal, people[0], f"cut {deal}"))
        _, started = begun(number, deal)
        lines = tuple(
            line(chair, user, 20 + chair, seeger=chair, own=chair == deal % 3) for chair, user in enumerate(people)
        )
        await store.write(started, DealFinished(number, deal, lines, at + deal))


async def test_gone_from_a_closed_table(store: Store) -> None:
    await a_table(store, 1, (ANNA, BEN, CLARA), 4)
    await store.write(TableClosed(1, "finished", NOW))
    await store.prefer(ANNA, "deck", "de")
    await store.prefer(BEN, "deck", "de")
    others = await store.totals_of(GUILD, BEN), await store.totals_of(GUILD, CLARA)
    assert anywhere(await everybody(store), ANNA)
    kept = await store.kept_of(ANNA)
    assert (kept.results, kept.tables, kept.cuts, kept.preferences) == (4, 1, 4, 1)
    assert (kept.first, kept.last, kept.asked) == (NOW, NOW + 3, None)
    assert await store.forget([ANNA], NOW)
    rows = await everybody(store)
    assert not anywhere(rows, ANNA)
    assert anywhere(rows, BEN)
    assert anywhere(rows, CLARA)
    assert others == (await store.totals_of(GUILD, BEN), await store.totals_of(GUILD, CLARA))
    assert await store.preferences_of(BEN) == {"deck": "de"}
    assert (await store.rebuild()).differences == ()
    async with store.database.reading() as connection:
        from bot.schema import cuts, results

        texts = (await connection.execute(select(cuts.c.text).order_by(cuts.c.number))).scalars().all()
        assert texts == ["cut 0", "cut 1", "cut 2", "cut 3"]
        lines = (await connection.execute(select(results.c.user_id).where(results.c.chair == 0))).scalars().all()
        assert lines == [None] * 4
    kept = await store.kept_of(ANNA)
    assert (kept.results, kept.tables, kept.cuts, kept.preferences, kept.totals, kept.ratings) == (0,) * 6


async def test_open_tables_go_on_without_the_person(store: Store) -> None:
    """As a restored backup needs it: in a deal, in a lobby, alone, and where they had left."""
    await a_table(store, 1, (ANNA, BEN, CLARA))
    from game.journal import SeriesStarted

    await store.write(SeriesStarted(1, NOW), *begun(1, 1))
    await store.write(
        TableOpened(2, GUILD, 6000, ANNA, RULES, NOW), ChairsChanged(2, (SavedChair(ANNA), SavedChair(BEN), None))
    )
    alone = (SavedChair(ANNA), SavedChair(None, "club"), SavedChair(None, "club"))
    await store.write(
        TableOpened(3, GUILD, 7000, ANNA, RULES, NOW), ChairsChanged(3, alone), SeriesStarted(3, NOW), *begun(3, 0)
    )
    left = (SavedChair(ANNA, "expert", stand_in=True, left=True), SavedChair(BEN), SavedChair(CLARA))
    await store.write(
        TableOpened(4, GUILD, 8000, BEN, RULES, NOW), ChairsChanged(4, left), SeriesStarted(4, NOW), *begun(4, 0)
    )
    await store.forget([ANNA], NOW)
    assert not anywhere(await everybody(store), ANNA)
    found = {table.table: table for table in await store.open_tables()}
    assert set(found) == {1, 2, 4}
    assert found[1].chairs == (SavedChair(None, "club"), SavedChair(BEN), SavedChair(CLARA))
    assert found[1].host == BEN
    assert found[2].chairs == (None, SavedChair(BEN), None)
    assert found[2].host == BEN
    assert found[4].chairs[0] == SavedChair(None, "expert")


async def test_what_is_handed_over_is_of_that_person_alone(store: Store) -> None:
    await a_table(store, 1, (ANNA, BEN, CLARA), 2)
    await a_table(store, 2, (BEN, ANNA, CLARA), 1)
    await store.write(
        DealPrepared(2, 1, b"\x07" * 32, "next"), CutAdded(2, 1, ANNA, "mine"), CutAdded(2, 1, BEN, "his")
    )
    await store.prefer(ANNA, "deck", "4c")
    file = document(ANNA, await store.everything_of(ANNA), NOW)
    assert str(BEN).encode() not in file
    assert str(CLARA).encode() not in file
    assert ("07" * 32).encode() not in file
    assert b"his" not in file.replace(b"this", b"")
    found = json.loads(file)
    assert found["user_id"] == str(ANNA)
    assert found["made_at"] == "2027-01-15T08:00:00+00:00"
    assert [(one["table_id"], one["number"]) for one in found["results"]] == [("1", 0), ("1", 1), ("2", 0)]
    assert [one["host"] for one in found["chairs"]] == [True, False]
    assert [one["text"] for one in found["cuts"]] == ["cut 0", "cut 1", "mine"]
    assert {one["period"] for one in found["totals"]} == {"all", "2027-Q1", "2027-01", "2027-W02", "2027-01-15"}
    assert [one["deals"] for one in found["ratings"]] == [3]
    assert found["game_totals"]
    # All that there is of a person is in it: as many rows as there are rows with them.
    rows = await everybody(store)
    places = {str(column.table) for column in person.PLACES} - {"tables"}
    held = sum(
        sum(ANNA in row for row in some)
        for table, some in zip(metadata.sorted_tables, rows, strict=True)
        if table.name in places
    )
    lists: list[list[Any]] = [value for value in found.values() if isinstance(value, list)]
    assert sum(map(len, lists)) == held


async def test_nothing_to_hand_over(store: Store) -> None:
    found = json.loads(document(ANNA, await store.everything_of(ANNA), NOW))
    assert {name for name, value in found.items() if value == []} == {
        "preferences", "chairs", "cuts", "results", "totals", "game_totals", "ratings",
    }  # fmt: skip


# No byte of it


def holds(folder: Path, user: int) -> list[str]:
    forms = sqlite_file.forms(user)
    assert forms == (user.to_bytes(8, "big"), str(user).encode())
    return [file.name for file in sorted(folder.iterdir()) if any(form in file.read_bytes() for form in forms)]


async def crowded(folder: Path) -> tuple[Store, list[int]]:
    """Many people at many tables, so that rows move from page to page."""
    source = random.Random(5)
    store = await Store.open(sqlite_url(folder))
    people = [BASE + source.randrange(10**15) for _ in range(40)]
    for table in range(1, 120):
        sitting = tuple(source.sample(people, 3))
        await a_table(store, table, sitting, 3, NOW + 86_400 * table)
        await store.write(TableClosed(table, "finished", NOW))
        for user in sitting:
            await store.prefer(user, "deck", source.choice(["fr", "de"]))
    return store, people


async def test_no_byte_of_an_id_is_left_in_any_file(tmp_path: Path) -> None:
    store, people = await crowded(tmp_path)
    try:
        for user in people[:12]:
            assert "skat.db" in holds(tmp_path, user)
            assert await store.forget([user], NOW)
            assert holds(tmp_path, user) == []
        assert holds(tmp_path, people[-1])
        await store.backup(tmp_path / "copy.bak")
        assert holds(tmp_path, people[0]) == []
        assert "copy.bak" in holds(tmp_path, people[-1])
        (tmp_path / "copy.bak").unlink()
        await store.forget(people, NOW)
        assert not any(holds(tmp_path, user) for user in people)
    finally:
        await store.close()


def no_secure_delete(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = tuple(("secure_delete", "OFF", 0) if one[0] == "secure_delete" else one for one in engines.PRAGMAS)
    assert weak != engines.PRAGMAS
    monkeypatch.setattr(engines, "PRAGMAS", weak)


@pytest.mark.parametrize("guard", ["overwriting", "emptying the log"])
async def test_each_guard_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guard: str) -> None:
    """Without it the search above does find something."""
    if guard == "overwriting":
        monkeypatch.setattr(sqlite_file, "holds", _blind)
        no_secure_delete(monkeypatch)
    store, people = await crowded(tmp_path)
    try:
        if guard == "emptying the log":
            monkeypatch.setattr(type(store.database), "wipe", _nothing)
        await store.forget(people[:12], NOW)
        assert any(holds(tmp_path, user) for user in people[:12])
    finally:
        await store.close()


async def test_what_sqlite_leaves_behind_is_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving rows from page to page leaves copies of them, however deleted rows are treated; here of all of them."""
    no_secure_delete(monkeypatch)
    store, people = await crowded(tmp_path)
    try:
        await store.forget(people[:12], NOW)
        assert not any(holds(tmp_path, user) for user in people[:12])
        assert holds(tmp_path, people[-1])
    finally:
        await store.close()


def _blind(*_: object) -> bool:
    return False


async def _nothing(*_: object) -> bool:
    return True


async def test_a_reader_of_another_program_holds_up_only_the_wiping(tmp_path: Path) -> None:
    store, people = await crowded(tmp_path)
    try:
        with closing(sqlite3.connect(tmp_path / "skat.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM results").fetchone()
            assert not await store.forget(people[:1], NOW)
            assert not anywhere(await everybody(store), people[0])
            other.execute("COMMIT")
        assert await store.wipe(people[:1])
        assert holds(tmp_path, people[0]) == []
    finally:
        await store.close()


async def test_a_kill_before_the_wiping_is_made_good_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, people = await crowded(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(type(store.database), "wipe", _nothing)
        await store.forget(people[:1], NOW)
    # A kill leaves the log; closing would fold it in.
    log = (tmp_path / "skat.db-wal").read_bytes()
    main = (tmp_path / "skat.db").read_bytes()
    await store.close()
    (tmp_path / "skat.db").write_bytes(main)
    (tmp_path / "skat.db-wal").write_bytes(log)
    assert holds(tmp_path, people[0])
    store = await Store.open(sqlite_url(tmp_path))
    try:
        assert "skat.db-wal" not in holds(tmp_path, people[0])
        assert not anywhere(await everybody(store), people[0])
    finally:
        await store.close()
