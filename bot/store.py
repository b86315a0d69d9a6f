"""The journal on a database: what `write` returned from is on disk, whole; what it raised for is not there.

Writes are committed in the order they were asked for, several waiting ones in one transaction, so that a slow disk
costs many tables no more than one. Nobody's cancellation reaches a transaction: a cancelled write still happens, and
`table` and `open_tables` read what was asked to be written before them.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from bot import backup, dozens, finished, periods, person, rankings, rebuild, saved, stale, stats
from bot.changes import (
    DeletionAsked,
    FactNoted,
    Note,
    PeopleForgotten,
    PreferenceChosen,
    SeasonReset,
    SettingChosen,
    record_all,
)
from bot.database import PATIENCE, Conflict, Database
from bot.finished import FinishedDeal, HistoryLine
from bot.race import Race, race_of, resets_of
from bot.rankings import Order, Place, SkillPlace, by_figures, by_skill
from bot.rebuild import Rebuilt
from bot.schema import meta, people, settings, tables
from bot.stats import Stats
from bot.totals import Figures, Kind
from game.journal import Change, JournalError, SavedTable

_GROUP: Final = 32
"""Writes that share a transaction at most, so that the first of them does not wait for ever."""


@dataclass(frozen=True, slots=True, eq=False)
class _Write:
    changes: Sequence[Change | Note]
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """Use `open` and `close`. Every method raises JournalError when the database cannot be used now."""

    def __init__(self, database: Database, last_table: int) -> None:
        self.database = database
        self._last_table = last_table
        self._waiting: list[_Write] = []
        self._newest: _Write | None = None
        self.writer: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Store":
        """The store at `url`, checked, upgraded and owned by this process.

        `patience`: seconds that a write waits for another program's lock. Raises StoreError; see `bot.refusal`.
        """
        database = await Database.open(url, patience)
        try:
            async with database.reading() as connection:
                stale = (await connection.execute(select(meta.c.key).where(meta.c.key == rebuild.STALE))).first()
            if stale is not None:
                async with database.writing() as connection:
                    await rebuild.mend(connection)
            async with database.reading() as connection:
                last = (await connection.execute(select(func.coalesce(func.max(tables.c.id), 0)))).scalar_one()
        except BaseException:
            await database.close()
            raise
        return cls(database, last)

    async def close(self) -> None:
        """Finish what is being written and let go of the database. Later writes are refused."""
        self._closed = True
        if self.writer is not None:
            await asyncio.wait([self.writer])
        await self.database.close()

    def next_table_id(self) -> int:
        """A number that no table has or had."""
        self._last_table += 1
        return self._last_table

    async def write(self, *changes: Change) -> None:
        """All changes or none; returns once they survive a crash.

        Raises JournalError, Conflict among them, without any value. After it, as after a cancellation, read the
        outcome again with `table`.
        """
        await self._write(changes)

    async def _write(self, changes: Sequence[Change | Note]) -> None:
        if self._closed:
            raise JournalError("the store is closed")
        write = self._newest = _Write(changes)
        self._waiting.append(write)
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self._work(), name="store writer")
            self.writer.add_done_callback(self._stopped)
        await asyncio.shield(write.done)

    async def _work(self) -> None:
        while self._waiting:
            group = self._waiting[:_GROUP]
            failure = await self._attempt(group)
            if len(group) > 1 and failure is not None and _of_one(failure):
                for write in group:
                    self._finish([write], await self._attempt([write]))
            else:
                self._finish(group, failure)

    async def _attempt(self, group: Sequence[_Write]) -> BaseException | None:
        (failure,) = await asyncio.gather(self._commit(group), return_exceptions=True)
        if isinstance(failure, JournalError):
            # The database's own error names values of the row: it must not reach a log by way of this one.
            failure.__context__ = None
        return failure

    async def _commit(self, group: Sequence[_Write]) -> None:
        async with self.database.writing() as connection:
            await record_all(connection, chain.from_iterable(write.changes for write in group))

    def _finish(self, group: Sequence[_Write], failure: BaseException | None) -> None:
        del self._waiting[: len(group)]
        for write in group:
            if failure is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(failure)

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        if task.cancelled() or task.exception() is not None:
            self._finish(tuple(self._waiting), JournalError("the writer was stopped"))

    async def _settled(self) -> None:
        if self._newest is not None:
            await asyncio.wait([self._newest.done])

    async def open_tables(self) -> list[SavedTable]:
        """Every open table with everything that its state is replayed from."""
        await self._settled()
        async with self.database.reading() as connection:
            return await saved.open_tables(connection)

    async def table(self, table: int) -> SavedTable | None:
        """One open table; None if it is closed or unknown."""
        await self._settled()
        async with self.database.reading() as connection:
            found = await saved.open_tables(connection, table)
        return found[0] if found else None

    async def daily_since(self, guild: int, user: int, since: float) -> int | None:
        """The number of the table for daily deals that a person opened in a guild since a time."""
        await self._settled()
        async with self.database.reading() as connection:
            return await dozens.begun_since(connection, guild, user, since)

    async def leaderboard(
        self, guild: int, period: str, kind: Kind, order: Order, offset: int, limit: int
    ) -> tuple[Place, ...]:
        """A page of a leaderboard, best first; `period` is a text of `bot.periods`."""
        async with self.database.reading() as connection:
            return await rankings.leaderboard(connection, by_figures(guild, period, kind, order), offset, limit)

    async def leaderboard_size(self, guild: int, period: str, kind: Kind, order: Order) -> int:
        """How many people a leaderboard ranks."""
        async with self.database.reading() as connection:
            return await rankings.size(connection, by_figures(guild, period, kind, order))

    async def standing_of(self, guild: int, user: int, period: str, kind: Kind, order: Order) -> Place | None:
        """A person's own line of a leaderboard, listed or not; None if they have none."""
        async with self.database.reading() as connection:
            return await rankings.standing_of(connection, by_figures(guild, period, kind, order), user)

    async def skills(self, guild: int, offset: int, limit: int) -> tuple[SkillPlace, ...]:
        """A page of the list of skill, best first."""
        async with self.database.reading() as connection:
            return await rankings.skills(connection, guild, offset, limit)

    async def skills_size(self, guild: int) -> int:
        """How many people and computers the list of skill ranks."""
        async with self.database.reading() as connection:
            return await rankings.size(connection, by_skill(guild))

    async def skill_of(self, guild: int, user: int) -> SkillPlace | None:
        """A person's own line of the list of skill, listed or not; None if they have none."""
        async with self.database.reading() as connection:
            return await rankings.skill_of(connection, guild, user)

    async def totals_of(self, guild: int, user: int) -> dict[tuple[str, Kind], Figures]:
        """A person's totals in a guild, by period and kind."""
        async with self.database.reading() as connection:
            return await stats.totals_of(connection, guild, user)

    async def stats(self, guild: int, user: int, kind: Kind | None) -> Stats:
        """A person's figures in a guild at tables of one kind; None: at all of them."""
        async with self.database.reading() as connection:
            return await stats.stats_of(connection, guild, user, kind)

    async def race(self, guild: int, at: float, kind: Kind) -> Race:
        """The race of the season of a time."""
        async with self.database.reading() as connection:
            resets = await resets_of(connection, guild)
            return await race_of(connection, guild, periods.season(at, resets), kind, resets)

    async def season(self, guild: int, at: float) -> str:
        """The season of a time in a guild, as a period."""
        async with self.database.reading() as connection:
            return periods.season(at, await resets_of(connection, guild))

    async def reset_season(self, guild: int, at: float) -> None:
        """Begin the guild's season anew: deals that end after `at` count in a new one. Nothing is deleted."""
        await self._write([SeasonReset(guild, at)])

    async def history_size(self, guild: int, user: int) -> int:
        """How many finished deals a person has in a guild."""
        async with self.database.reading() as connection:
            return await finished.history_size(connection, guild, user)

    async def history(self, guild: int, user: int, offset: int, limit: int) -> tuple[HistoryLine, ...]:
        """A page of a person's finished deals in a guild, newest first."""
        async with self.database.reading() as connection:
            return await finished.history(connection, guild, user, offset, limit)

    async def finished_deal(self, guild: int, table: int, number: int) -> FinishedDeal | None:
        """A deal of a guild, whoever sat in it; None if it is not over or not there. See `bot.proof.open_to`."""
        await self._settled()
        async with self.database.reading() as connection:
            return await finished.finished_deal(connection, guild, table, number)

    async def own_deal(self, guild: int, user: int, table: int, number: int) -> FinishedDeal | None:
        """A deal of a guild in which the person sat; None if it is not over, not there or not theirs."""
        await self._settled()
        async with self.database.reading() as connection:
            return await finished.own_deal(connection, guild, user, table, number)

    async def own_deal_with(self, guild: int, user: int, seed: bytes) -> FinishedDeal | None:
        """The newest deal from a seed in which the person sat; practice apart."""
        async with self.database.reading() as connection:
            return await finished.own_deal_with(connection, guild, user, seed)

    async def latest_deals(self, guild: int, user: int, limit: int) -> tuple[FinishedDeal, ...]:
        """A person's latest finished deals in a guild, newest first."""
        async with self.database.reading() as connection:
            return await finished.latest_deals(connection, guild, user, limit)

    async def rebuild(self) -> Rebuilt:
        """Make results and figures what the moves say; nothing else is written meanwhile. Gives what was different."""
        async with self.database.writing() as connection:
            return await rebuild.rebuild(connection)

    async def settings_of(self, guild: int) -> dict[str, str]:
        """What the moderators of a guild chose."""
        async with self.database.reading() as connection:
            chosen = select(settings.c.key, settings.c.value).where(settings.c.guild == guild)
            return {row.key: row.value for row in (await connection.execute(chosen)).all()}

    async def choose_setting(self, guild: int, key: str, value: str | None) -> None:
        """Keep a guild's setting; None removes it."""
        await self._write([SettingChosen(guild, key, value)])

    async def preferences_of(self, user: int) -> dict[str, str]:
        """What a person prefers."""
        async with self.database.reading() as connection:
            chosen = select(people.c.key, people.c.value).where(people.c.user_id == user)
            return {row.key: row.value for row in (await connection.execute(chosen)).all()}

    async def prefer(self, user: int, key: str, value: str | None) -> None:
        """Keep a person's preference; None removes it."""
        await self._write([PreferenceChosen(user, key, value)])

    async def fact(self, key: str) -> str | None:
        """What the program noted of itself under a key of `bot.meta`."""
        async with self.database.reading() as connection:
            return (await connection.execute(select(meta.c.value).where(meta.c.key == key))).scalar_one_or_none()

    async def note(self, key: str, value: str | None) -> None:
        """Keep a fact of the program itself; None forgets it."""
        await self._write([FactNoted(key, value)])

    async def kept_of(self, user: int) -> person.Kept:
        """How much there is about a person."""
        async with self.database.reading() as connection:
            return await person.kept(connection, user)

    async def everything_of(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """All rows about a person; see `bot.person.everything`."""
        async with self.database.reading() as connection:
            return await person.everything(connection, user)

    async def people(self) -> set[int]:
        """Everybody whose id is anywhere in the database."""
        async with self.database.reading() as connection:
            return await person.ids(connection)

    async def waiting_deletions(self) -> dict[int, float]:
        """Who waits for the end of a deal to be forgotten, and when they asked."""
        async with self.database.reading() as connection:
            return await person.waiting(connection)

    async def ask_deletion(self, user: int, at: float, noted: float) -> None:
        """Keep that a person wants to be forgotten; see `bot.changes.DeletionAsked`."""
        await self._write([DeletionAsked(user, at, noted)])

    async def forget(self, users: Sequence[int], at: float) -> bool:
        """Take people out of every row; whether no byte of their ids is left in the database's files.

        If not, another program reads the database: `wipe` is to be tried again.
        """
        await self._write([PeopleForgotten(users, at)])
        return await self.wipe(users)

    async def wipe(self, users: Sequence[int]) -> bool:
        """See `Database.wipe`."""
        return await self.database.wipe(users)

    async def last_seen(self) -> dict[int, float | None]:
        """Who sits at no open table, and when they last played; None if nothing about them has a date."""
        async with self.database.reading() as connection:
            return await stale.last_seen(connection)

    async def notice(self, user: int, at: float) -> None:
        """Keep since when a person is known of whom nothing else has a date."""
        await self._write([PreferenceChosen(user, stale.NOTICED, repr(at))])

    async def guilds(self) -> set[int]:
        """Every server of which there is anything."""
        async with self.database.reading() as connection:
            return await stale.guilds(connection)

    async def delete_unplayed(self, before: float) -> int:
        """Delete some tables closed before a time on which no deal was finished; how many."""
        async with self.database.writing() as connection:
            return await stale.delete_unplayed(connection, before)

    async def delete_guild(self, guild: int) -> int:
        """Delete some closed tables of a server, at last with everything else of it; how many tables."""
        async with self.database.writing() as connection:
            return await stale.delete_guild(connection, guild)

    async def backup(self, path: Path) -> None:
        """A checked copy of this moment in a new file while play goes on. Raises BackupError."""
        await backup.backup(self.database.url, path)


def _of_one(failure: BaseException) -> bool:
    """Whether a failure comes from what one write said, so that the others of its group may go through."""
    return isinstance(failure, Conflict) or not isinstance(failure, JournalError)
