"""When a deletion is carried out: at once, after the deal, after a restart, after a restore, and never twice (F39)."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.deletions import LONGEST_WAIT, Deletions
from bot.forgotten import ForgottenList
from bot.schema import metadata
from bot.store import Store
from bot.tables import Tables
from game.driver import Times
from game.journal import JournalError
from game.rules import INTERNATIONAL
from tests.bot.store.sample import sqlite_url
from tests.fakes import FakeClock, RuleThinker, settle
from tests.presence.house import moves_of_people

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from game.table import Table

BASE = 1_100_000_000_000_000_000
ANNA, BEN, CLARA = BASE + 11, BASE + 12, BASE + 13
GUILD = 900


class House:
    """Tables over a real store, with a clock that stands still."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self.folder = folder
        self.clock = clock
        self.told: list[int] = []

    async def open(self) -> House:
        self.store = await Store.open(sqlite_url(self.folder))
        self.listed = ForgottenList.open(self.folder / "skat.db.forgotten")
        self.tables = Tables(self.store, self.clock, RuleThinker(), Times(), per_user=9, per_guild=100)
        self.deletions = Deletions(self.store, self.tables, self.listed, self.clock)
        self.deletions.forgotten = self.told.append
        self.back = await self.deletions.reapply()
        await self.tables.resume()
        await self.deletions.resume()
        self.tables.back()
        return self

    async def close(self) -> None:
        await self.deletions.close()
        await self.tables.close()
        await self.store.close()

    async def again(self) -> House:
        await self.close()
        return await self.open()

    async def restore(self, backup: Path) -> House:
        await self.close()
        for ending in ("", "-wal", "-shm"):
            (self.folder / f"skat.db{ending}").unlink(missing_ok=True)
        shutil.copy(backup, self.folder / "skat.db")
        return await self.open()

    async def started(self, channel: int, *people: int) -> Table:
        table, _ = await self.tables.open(GUILD, channel, people[0], INTERNATIONAL)
        for user in people[1:]:
            await table.join(user)
        while None in table.chairs:
            await table.add_computer(people[0], "club")
        await table.start(people[0])
        return table

    def table(self) -> Table:
        (table,) = self.tables.all()
        return table

    async def holds(self, user: int) -> bool:
        async with self.store.database.reading() as connection:
            rows = [
                tuple(row)
                for table in metadata.sorted_tables
                for row in (await connection.execute(select(table))).all()
            ]
        return str(user) in str(rows)

    async def done(self, user: int) -> bool:
        """Whether nothing is left, once everything that can happen now has happened."""
        for _ in range(100):
            # The disk is a real one and takes real time.
            await asyncio.sleep(0.01)
            if not self.deletions.waits(user):
                break
        return not self.deletions.waits(user) and not await self.holds(user)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await House(tmp_path, FakeClock(1_800_000_000.0)).open()
    yield opened
    await opened.close()


async def play_deal(house: House, table: Table) -> None:
    """To the end of the running deal; the fake clock wakes whoever waits for the disk only now and then."""
    number = table.deal.number
    for _ in range(2000):
        if table.deal.number != number or table.closed:
            return
        everybody: Any = house
        await moves_of_people(everybody, table, number, None)


async def test_at_once_without_a_deal(house: House) -> None:
    await house.store.prefer(ANNA, "deck", "de")
    lobby, _ = await house.tables.open(GUILD, 1, ANNA, INTERNATIONAL)
    await lobby.join(BEN)
    assert not house.deletions.has_to_wait(ANNA)
    assert await house.deletions.request(ANNA)
    assert not await house.holds(ANNA)
    assert lobby.host == BEN
    assert lobby.people == (BEN,)
    assert house.told == [ANNA]


async def test_a_table_without_anybody_else_is_closed(house: House) -> None:
    table = await house.started(1, ANNA)
    assert table.state is not None
    assert not house.deletions.has_to_wait(ANNA)
    assert await house.deletions.request(ANNA)
    assert table.closed == "empty"
    assert await house.done(ANNA)


async def test_after_the_deal_over_a_restart(house: House) -> None:
    table = await house.started(1, ANNA, BEN, CLARA)
    assert house.deletions.has_to_wait(ANNA)
    assert not await house.deletions.request(ANNA)
    assert house.deletions.waits(ANNA)
    assert table.plays_itself(0)
    assert table.people == (ANNA, BEN, CLARA)
    await house.again()
    table = house.table()
    assert house.deletions.waits(ANNA)
    assert (await house.store.kept_of(ANNA)).asked == 1_800_000_000.0
    assert not await house.deletions.request(ANNA), "asked twice is asked once"
    await play_deal(house, table)
    assert await house.done(ANNA)
    assert table.chairs[0] is not None
    assert (table.chairs[0].user, table.chairs[0].level) == (None, "club")
    assert table.host == BEN
    async with house.store.database.reading() as connection:
        from bot.schema import deals, results

        assert (await connection.execute(select(deals.c.kind))).scalars().all()[0] == "people"
        users = (await connection.execute(select(results.c.user_id).order_by(results.c.chair))).scalars().all()
    assert users == [None, BEN, CLARA]
    assert len(house.listed.since(0)) == 1


async def test_whoever_had_left_does_not_wait(house: House) -> None:
    table = await house.started(1, ANNA, BEN, CLARA)
    await table.leave(ANNA, "club")
    assert await house.holds(ANNA)
    assert await house.deletions.request(ANNA)
    assert not await house.holds(ANNA)
    assert table.state is not None


async def test_a_deal_that_does_not_end_is_waited_for_a_day(house: House) -> None:
    table = await house.started(1, ANNA, BEN, CLARA)
    house.tables.hold(table, "refused")
    assert not await house.deletions.request(ANNA)
    await house.clock.advance(LONGEST_WAIT - 60)
    assert not await house.done(ANNA)
    await house.clock.advance(120)
    assert await house.done(ANNA)
    assert table.state is not None
    assert table.chairs[0] is not None
    assert table.chairs[0].user is None


async def test_a_table_without_a_place_is_not_waited_for(house: House) -> None:
    table = await house.started(1, ANNA, BEN, CLARA)
    assert not await house.deletions.request(ANNA)
    house.tables.suspend(table, 24 * 3600.0)
    assert await house.done(ANNA)


async def test_a_restored_backup_is_cleared_before_anybody_sees_it(house: House, tmp_path: Path) -> None:
    await house.started(1, ANNA, BEN, CLARA)
    backup = tmp_path / "yesterday.bak"
    await house.store.backup(backup)
    await house.deletions.request(ANNA)
    assert house.deletions.waits(ANNA)
    await house.restore(backup)
    assert house.back == 1
    assert not await house.holds(ANNA)
    table = house.table()
    assert [None if chair is None else chair.user for chair in table.chairs] == [None, BEN, CLARA]
    assert table.host == BEN
    await house.again()
    assert house.back == 0


async def test_who_comes_back_is_not_deleted_again(house: House, tmp_path: Path) -> None:
    """Nor does a backup from after the return delete them, while one from before the deletion does."""
    old = tmp_path / "old.bak"
    await house.store.prefer(ANNA, "deck", "de")
    await house.store.backup(old)
    assert await house.deletions.request(ANNA)
    await house.store.prefer(ANNA, "size", "big")
    await house.again()
    assert house.back == 0
    assert await house.store.preferences_of(ANNA) == {"size": "big"}
    new = tmp_path / "new.bak"
    await house.store.backup(new)
    # Somebody else's deletion since is no reason either.
    await house.store.prefer(BEN, "deck", "de")
    assert await house.deletions.request(BEN)
    await house.restore(new)
    assert await house.store.preferences_of(ANNA) == {"size": "big"}
    await house.restore(old)
    assert house.back == 1
    assert await house.store.preferences_of(ANNA) == {}


async def test_killed_between_the_list_and_the_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.store.prefer(ANNA, "deck", "de")

    async def killed(*_: object) -> None:
        raise JournalError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "ask_deletion", killed)
        with pytest.raises(JournalError):
            await house.deletions.request(ANNA)
    assert not house.deletions.waits(ANNA)
    await house.again()
    assert house.back == 1
    assert not await house.holds(ANNA)


async def test_what_cannot_be_noted_is_not_promised(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.store.prefer(ANNA, "deck", "de")

    def full(*_: object) -> float:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(house.listed, "add", full)
        with pytest.raises(JournalError, match="No space left"):
            await house.deletions.request(ANNA)
    assert await house.store.preferences_of(ANNA) == {"deck": "de"}
    assert await house.deletions.request(ANNA)
    assert not await house.holds(ANNA)


async def test_what_the_database_refuses_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.store.prefer(ANNA, "deck", "de")

    async def locked(*_: object) -> bool:
        raise JournalError("locked")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "forget", locked)
        assert not await house.deletions.request(ANNA)
        await settle()
    assert await house.holds(ANNA)
    for _ in range(20):
        await house.clock.advance(6)
    assert await house.done(ANNA)


async def test_without_the_list_a_restore_brings_back(house: House, tmp_path: Path) -> None:
    """The guard is the list: a database alone does not know what was done after it was copied."""
    await house.store.prefer(ANNA, "deck", "de")
    backup = tmp_path / "yesterday.bak"
    await house.store.backup(backup)
    assert await house.deletions.request(ANNA)
    (tmp_path / "skat.db.forgotten").unlink()
    await house.restore(backup)
    assert await house.holds(ANNA)
