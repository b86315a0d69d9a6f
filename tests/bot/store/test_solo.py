"""Daily deals and practice on a real database: who gets which cards, how often, and what counts where."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.daily import DEALS, Daily, seeds
from bot.practice import NotYours, Practice
from bot.tables import OPENINGS, Tables, TooManyTables
from game.computer import rule_of_thumb
from game.driver import Times
from game.journal import Purpose
from game.rules import INTERNATIONAL, Rules
from game.series import chair_of
from game.shuffle import shuffled
from game.state import SEATS, Finished, Seat
from tests.fakes import FakeClock, RuleThinker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.store import Store
    from game.actions import Action
    from game.table import Table
    from game.view import View

ANNA, BEN, CLARA, VERA = 11, 12, 13, 99
GUILD, ELSEWHERE, GAMES = 1, 2, 21
NOON = datetime(2026, 3, 9, 12, tzinfo=UTC).timestamp()
EVENING = datetime(2026, 3, 9, 23, 50, tzinfo=UTC).timestamp()
A_DAY = timedelta(days=1).total_seconds()


@dataclass
class Den:
    """A process with its tables, on a database that outlives it."""

    store: Store
    clock: FakeClock = field(default_factory=lambda: FakeClock(NOON))
    per_guild: int = 100

    def __post_init__(self) -> None:
        thinker = RuleThinker()
        self.tables = Tables(self.store, self.clock, thinker, Times(), per_user=1, per_guild=self.per_guild)
        self.tables.back()
        self.daily = Daily(self.store, self.tables, self.clock)
        self.practice = Practice(self.store, self.tables, self.clock)

    async def again(self) -> Den:
        """The same after a restart."""
        await self.tables.close()
        den = Den(self.store, self.clock)
        await den.tables.resume()
        return den

    async def begun(self, user: int, guild: int = GUILD) -> Table:
        table = await self.daily.begin(guild, GAMES, user)
        assert table is not None
        return table

    async def play(self, table: Table, *, deals: int | None = None) -> None:
        """All people at once and computers at their pace, until so many deals are over, or the table."""
        while not table.closed and (deals is None or len(table.series.entries) < deals):
            if table.state is None:
                await table.next_deal(table.host, table.deal.number)
                continue
            sitter = table.chairs[table.waiting_chairs()[0]]
            if sitter is not None and sitter.user is not None:
                view = table.view(sitter.user)
                assert view is not None
                await table.act_for(sitter.user, table.deal_id, rule_of_thumb(view))
            else:
                await self.clock.advance(1)
                await asyncio.sleep(0.002)

    async def series(self, *people: int, rules: Rules = INTERNATIONAL, channel: int = GAMES, deals: int = 1) -> Table:
        """A table in a channel after some deals."""
        table, _ = await self.tables.open(GUILD, channel, people[0], rules)
        await table.choose_rules(people[0], rules)
        for user in people[1:]:
            await table.join(user)
        while None in table.chairs:
            await table.add_computer(people[0], "club")
        await table.cut(people[0], "a cut")
        await table.start(people[0])
        await self.play(table, deals=deals)
        return table


@pytest.fixture
async def den(store: Store) -> AsyncGenerator[Den]:
    opened = Den(store)
    yield opened
    await opened.tables.close()


async def seeds_of(store: Store, table: Table) -> list[bytes]:
    saved = await store.table(table.id)
    assert saved is not None
    return [deal.seed for deal in saved.deals]


async def test_everybody_in_a_server_gets_the_same_deals_in_the_same_seat(den: Den) -> None:
    tables = [await den.begun(user) for user in (ANNA, BEN)]
    first, second = [await seeds_of(den.store, table) for table in tables]
    assert first == second
    assert len(set(first)) == DEALS
    assert [table.chair_of_user(user) for table, user in zip(tables, (ANNA, BEN), strict=True)] == [0, 0]
    assert {sitter.level for table in tables for sitter in table.chairs if sitter and sitter.user is None} == {"club"}
    assert tables[0].state is not None
    assert tables[1].state is not None
    assert tables[0].state.deal.order == tables[1].state.deal.order == shuffled(first[0])
    # Four times at each place: nobody gains by where they sit.
    chairs = [[chair_of(seat, number, 3) for seat in SEATS].index(0) for number in range(DEALS)]
    assert sorted(chairs) == [0] * 4 + [1] * 4 + [2] * 4


async def test_another_server_day_or_database_has_other_deals(den: Den) -> None:
    here = await seeds_of(den.store, await den.begun(ANNA))
    there = await seeds_of(den.store, await den.begun(ANNA, ELSEWHERE))
    await den.clock.advance(A_DAY)
    tomorrow = await seeds_of(den.store, await den.begun(BEN))
    other = list(seeds("another secret", GUILD, "2026-03-09"))
    assert len({*here, *there, *tomorrow, *other}) == 4 * DEALS


def test_seeds_can_be_reckoned_by_whoever_has_the_secret() -> None:
    found = seeds("k", 1, "2026-03-09")
    assert found[0] == hmac.digest(b"k", b"skat-daily:1:2026-03-09:0", "sha256")
    assert len(set(found)) == DEALS
    assert not {*found} & {*seeds("k", 1, "2026-03-10"), *seeds("k", 2, "2026-03-09"), *seeds("l", 1, "2026-03-09")}


async def test_the_secret_stays_and_is_nobodys_guess(den: Den) -> None:
    first = await seeds_of(den.store, await den.begun(ANNA))
    secret = await den.store.fact("daily_secret")
    assert secret is not None
    assert len(secret) == 64
    again = await den.again()
    assert await seeds_of(den.store, await again.begun(BEN)) == first
    assert await den.store.fact("daily_secret") == secret
    await again.tables.close()


async def test_once_a_day_however_often_one_asks(den: Den) -> None:
    both = await asyncio.gather(den.daily.begin(GUILD, GAMES, ANNA), den.daily.begin(GUILD, GAMES, ANNA))
    assert both[0] is both[1]
    table = both[0]
    assert table is not None
    assert await den.daily.state(GUILD, ANNA) == "running"
    assert await den.daily.state(GUILD, BEN) == "open"
    await den.play(table, deals=2)
    await table.end(ANNA, "ended")
    assert await den.daily.begin(GUILD, GAMES, ANNA) is None
    assert await den.daily.state(GUILD, ANNA) == "played"
    again = await den.again()
    assert await again.daily.begin(GUILD, GAMES, ANNA) is None
    # What was finished stays, what was not does not count.
    (place,) = await den.store.leaderboard(GUILD, "2026-03-09", "daily", "seeger", 0, 9)
    assert (place.figures.user, place.figures.deals) == (ANNA, 2)
    await again.tables.close()


async def test_a_dozen_goes_on_after_a_restart_at_any_point(den: Den) -> None:
    table = await den.begun(ANNA)
    await den.play(table, deals=1)
    again = await den.again()
    table = await again.begun(ANNA)
    assert (table.deal.number, table.state) == (1, None)
    await table.next_deal(ANNA, 1)
    third = await again.again()
    table = await third.begun(ANNA)
    assert table.state is not None
    await third.play(table)
    assert table.closed == "finished"
    assert len(table.series.entries) == DEALS
    await third.tables.close()


async def test_what_is_finished_after_midnight_counts_for_the_day_it_was_begun(den: Den) -> None:
    den.clock.now = EVENING
    table = await den.begun(ANNA)
    await den.play(table, deals=1)
    await den.clock.advance(3600)
    assert not den.daily.of_today(table)
    await den.play(table, deals=3)
    (place,) = await den.store.leaderboard(GUILD, "2026-03-09", "daily", "seeger", 0, 9)
    assert place.figures.deals == 3
    assert await den.store.leaderboard(GUILD, "2026-03-10", "daily", "seeger", 0, 9) == ()
    assert {kind for _, kind in await den.store.totals_of(GUILD, ANNA)} == {"daily"}
    assert (await den.store.rebuild()).differences == ()
    # Today's takes its place; the points so far stay.
    assert den.daily.running(GUILD, ANNA) is table
    new = await den.begun(ANNA)
    assert new is not table
    assert table.closed == "replaced"
    assert den.daily.of_today(new)


async def test_an_opening_that_landed_although_it_failed_is_found_again(
    den: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write went through and its answer was lost: no second dozen, no second set of cards."""
    real = den.tables.adopt

    async def lost(number: int) -> Table | None:
        del number
        return None

    monkeypatch.setattr(den.tables, "adopt", lost)
    with pytest.raises(Exception, match="cannot be read"):
        await den.daily.begin(GUILD, GAMES, ANNA)
    monkeypatch.setattr(den.tables, "adopt", real)
    table = await den.begun(ANNA)
    assert table.id == 1


async def test_it_takes_nobodys_place(store: Store) -> None:
    den = Den(store, per_guild=1)
    daily = await den.begun(ANNA)
    assert den.tables.in_channel(GAMES) is None
    assert den.tables.of_user(ANNA) == ()
    assert den.tables.may_sit(ANNA)
    series = await den.series(ANNA, BEN, CLARA)
    practice = await den.practice.again(GUILD, GAMES, ANNA, (series.id, 0), None)
    assert den.tables.in_channel(GAMES) is series
    assert den.tables.of_user(ANNA) == (series,)
    assert {*den.tables.solo_of(ANNA, GUILD)} == {daily, practice}
    assert den.tables.solo_of(ANNA, ELSEWHERE) == ()
    assert den.tables.solo_of(BEN, GUILD) == ()
    with pytest.raises(TooManyTables):
        await den.tables.open(GUILD, GAMES + 1, VERA, INTERNATIONAL)
    await den.tables.close()


async def test_who_opens_table_after_table_is_stopped(den: Den) -> None:
    series = await den.series(ANNA, BEN, CLARA, deals=2)
    opened = 0
    with contextlib.suppress(TooManyTables):
        for number in range(50):
            await den.practice.again(GUILD, GAMES, ANNA, (series.id, number % 2), None)
            opened = number + 1
    # The one for the series counts as well.
    assert opened == OPENINGS - 1
    (left,) = den.tables.solo_of(ANNA, GUILD)
    assert left.closed is None


async def test_the_same_cards_by_the_same_rules_in_the_same_seat(den: Den) -> None:
    rules = Rules(chairs=4, all_pass="ramsch", kontra="any_defender", bock="on", scoring="classic")
    series = await den.series(ANNA, BEN, CLARA, rules=rules)
    assert series.last is not None
    assert isinstance(series.last.state, Finished)
    for user, seat in ((BEN, Seat.FOREHAND), (CLARA, Seat.MIDDLEHAND), (ANNA, Seat.FOREHAND)):
        # Anna sat out: she gets the first place.
        table = await den.practice.again(GUILD, GAMES, user, (series.id, 0), None)
        assert table.state is not None
        assert table.state.deal.order == series.last.state.deal.order
        assert series.last.cuts == table.deal.cuts == ("a cut",)
        chair = table.chair_of_user(user)
        assert chair is not None
        assert table.seat_of_chair(chair) is seat
        assert (table.rules.all_pass, table.rules.kontra, table.rules.scoring) == ("ramsch", "any_defender", "classic")
        assert (table.rules.chairs, table.rules.bock) == (3, "off")
        assert table.purpose is Purpose.PRACTICE
    for seat in SEATS:
        table = await den.practice.again(GUILD, GAMES, BEN, (series.id, 0), seat)
        chair = table.chair_of_user(BEN)
        assert chair is not None
        assert table.seat_of_chair(chair) is seat
        assert await den.practice.again(GUILD, GAMES, BEN, (series.id, 0), seat) is table
    assert len(den.tables.solo_of(BEN, GUILD)) == 1


async def test_practice_counts_nowhere_and_knows_what_it_repeats(den: Den) -> None:
    series = await den.series(ANNA, BEN, CLARA)
    assert series.last is not None
    before = {user: await den.store.totals_of(GUILD, user) for user in (ANNA, BEN, CLARA)}
    table = await den.practice.again(GUILD, GAMES, BEN, (series.id, 0), Seat.REARHAND)
    again = await den.again()
    (table,) = again.tables.solo_of(BEN, GUILD)
    await again.play(table)
    assert table.closed == "finished"
    assert {user: await den.store.totals_of(GUILD, user) for user in (ANNA, BEN, CLARA)} == before
    assert (await den.store.rebuild()).differences == ()
    original = await again.practice.original(table)
    assert original is not None
    assert (original.table, original.number) == (series.id, 0)
    assert original.seat is Seat.FOREHAND
    assert original.state == series.last.state
    await again.tables.close()


async def test_only_those_who_sat_there_and_only_deals_that_are_over(den: Den) -> None:
    series = await den.series(ANNA, BEN, CLARA)
    for user, guild, deal in (
        (VERA, GUILD, (series.id, 0)),
        (ANNA, ELSEWHERE, (series.id, 0)),
        (ANNA, GUILD, (series.id, 1)),
        (ANNA, GUILD, (4711, 0)),
    ):
        with pytest.raises(NotYours):
            await den.practice.again(guild, GAMES, user, deal, None)
    running = await den.begun(VERA)
    await den.play(running, deals=1)
    # Nobody gets at the cards of a day through somebody else's table, nor at one's own that is still to come.
    for user, number in ((ANNA, 0), (VERA, 1), (VERA, 5)):
        with pytest.raises(NotYours):
            await den.practice.again(GUILD, GAMES, user, (running.id, number), None)
    mine = await den.practice.again(GUILD, GAMES, VERA, (running.id, 0), None)
    assert running.closed is None
    assert mine.deal.seed == (await seeds_of(den.store, running))[0]


class Noting(RuleThinker):
    """Counts whom it was asked for."""

    def __init__(self) -> None:
        self.levels: list[str] = []

    async def choose(self, level: str, view: View) -> Action:
        self.levels.append(level)
        return await super().choose(level, view)


async def test_only_daily_deals_are_played_by_those_who_answer_everyone_alike(store: Store) -> None:
    usual, fair = Noting(), Noting()
    den = Den(store)
    den.tables = Tables(store, den.clock, usual, Times(), per_user=9, per_guild=9, fair=fair)
    den.tables.back()
    den.daily = Daily(store, den.tables, den.clock)
    den.practice = Practice(store, den.tables, den.clock)
    series = await den.series(ANNA, BEN)
    await den.practice.again(GUILD, GAMES, ANNA, (series.id, 0), None)
    await den.play(den.tables.solo_of(ANNA, GUILD)[0])
    assert {*usual.levels} == {"club", "expert"}
    assert fair.levels == []
    # Its next deal would begin by itself.
    await series.end(None, "ended")
    usual.levels.clear()
    await den.play(await den.begun(ANNA), deals=2)
    assert {*fair.levels} == {"club"}
    assert usual.levels == []
    await den.tables.close()


async def test_what_is_left_alone_closes_by_itself(den: Den) -> None:
    table = await den.begun(ANNA)
    await den.play(table, deals=1)
    await den.clock.advance(A_DAY - 60)
    assert table.closed is None
    await den.clock.advance(120)
    for _ in range(100):
        if table.closed:
            break
        await asyncio.sleep(0.01)
    assert table.closed == "idle"
    assert den.tables.solo_of(ANNA, GUILD) == ()
