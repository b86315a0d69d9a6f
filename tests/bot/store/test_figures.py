"""What /leaderboard, /stats and the race show is the fold of the deals that were played, computed here once more."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from sqlalchemy import func, select, update

from bot import schema
from bot.race import FEW_DAYS, RUNNERS
from bot.rebuild import Rebuilt
from bot.stats import LAST_DEALS
from bot.store import Store
from bot.totals import AVERAGE_DEALS, Kind
from game.journal import DealFinished
from game.scoring import RamschResult
from tests.bot.store.evenings import BEGIN, GUILDS, PEOPLE, SPACE, Deal, play
from tests.bot.store.sample import GUILD, begun, line, opened, sqlite_url

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.rankings import Order

ORDERS: Final[tuple[Order, ...]] = ("seeger", "points", "average", "won")
KINDS: Final[tuple[Kind, ...]] = ("people", "computer", "pub", "daily")


@dataclass
class Sums:
    deals: int = 0
    declared: int = 0
    won: int = 0
    defended: int = 0
    defeated: int = 0
    points: int = 0
    seeger: int = 0
    hand: int = 0
    schneider: int = 0
    overbid: int = 0
    values: list[int] = field(default_factory=list[int])

    def of(self, order: Order) -> float | None:
        if order == "average":
            return self.seeger / self.deals if self.deals >= AVERAGE_DEALS else None
        return {"seeger": self.seeger, "points": self.points, "won": self.won}[order]


def gained(deal: Deal, chair: int) -> int:
    """Seeger-Fabian points of a chair: 50 for an own game, 40 (of three) or 30 (of four) for another's lost one."""
    score = deal.entry.scores[chair]
    if deal.game is None:
        return score
    if chair == deal.entry.declarer:
        return score + (50 if deal.game.won else -50)
    return score if deal.game.won else score + {3: 40, 4: 30}[len(deal.chairs)]


def add(sums: Sums, deal: Deal, chair: int) -> None:
    game = deal.game
    sums.deals += 1
    sums.points += deal.entry.scores[chair]
    sums.seeger += gained(deal, chair)
    sits_out = len(deal.chairs) == 4 and chair == deal.entry.dealer
    if game is None or sits_out:
        return
    if chair != deal.entry.declarer:
        sums.defended += 1
        sums.defeated += not game.won
        return
    sums.declared += 1
    sums.won += game.won
    sums.hand += game.contract.hand
    sums.schneider += game.won and game.schneider
    sums.overbid += game.overbid
    sums.values.append(game.value)


def kind_of(deal: Deal) -> Kind | None:
    if deal.purpose == "practice":
        return None
    if deal.purpose == "daily":
        return "daily"
    if deal.rules.all_pass == "ramsch" or deal.rules.bock == "on":
        return "pub"
    return "people" if all(chair.user for chair in deal.chairs) else "computer"


def quarter_begins(moment: datetime) -> datetime:
    return datetime(moment.year, 3 * ((moment.month - 1) // 3) + 1, 1, tzinfo=UTC)


def season_of(ended: float, resets: list[int]) -> str:
    moment = datetime.fromtimestamp(ended, UTC)
    earlier = sum(quarter_begins(moment).timestamp() <= reset < ended for reset in resets)
    name = f"{moment.year}-Q{(moment.month + 2) // 3}"
    return name if not earlier else f"{name}.{earlier + 1}"


def periods_of(deal: Deal, resets: list[int]) -> list[str]:
    moment = datetime.fromtimestamp(deal.ended, UTC)
    week = moment.isocalendar()
    found = ["all", season_of(deal.ended, resets), f"{moment:%Y-%m}", f"{week.year}-W{week.week:02}"]
    if deal.purpose == "daily":
        found.append(f"{datetime.fromtimestamp(deal.opened, UTC):%Y-%m-%d}")
    return found


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncGenerator[Store]:
    store = await Store.open(sqlite_url(tmp_path))
    yield store
    await store.close()


async def played(store: Store, source: random.Random, series: int) -> tuple[list[Deal], dict[int, list[int]]]:
    """So many series over a year; now and then a season begins anew."""
    deals: list[Deal] = []
    resets: dict[int, list[int]] = {guild: [] for guild in GUILDS}
    for number in range(series):
        at = BEGIN + number * SPACE / series
        purpose = {3: "daily", 7: "practice"}.get(number % 10, "series")
        deals += await play(store, source, at, purpose)
        if number % max(1, series // 10) == 1:
            guild = source.choice(GUILDS)
            resets[guild].append(int(at + SPACE / series - 1))
            await store.reset_season(guild, resets[guild][-1])
    return deals, resets


@pytest.mark.parametrize("series", [30, pytest.param(1000, marks=pytest.mark.long)])
async def test_leaderboards_and_statistics_are_the_fold_of_the_deals(
    quick: Store, source: random.Random, series: int
) -> None:
    deals, resets = await played(quick, source, series)
    unlisted = source.sample(PEOPLE, 2)
    for user in unlisted:
        await quick.prefer(user, "listed", "no")
    await quick.prefer(next(user for user in PEOPLE if user not in unlisted), "listed", "yes")
    lists: defaultdict[tuple[int, str, Kind], defaultdict[int, Sums]] = defaultdict(lambda: defaultdict(Sums))
    people: defaultdict[tuple[int, int, Kind | None], Sums] = defaultdict(Sums)
    for deal in deals:
        kind = kind_of(deal)
        if kind is None:
            continue
        for chair, sitter in enumerate(deal.chairs):
            if sitter.user is not None:
                for period in periods_of(deal, resets[deal.guild]):
                    add(lists[deal.guild, period, kind][sitter.user], deal, chair)
                add(people[deal.guild, sitter.user, kind], deal, chair)
                add(people[deal.guild, sitter.user, None], deal, chair)
    assert {kind for _, _, kind in lists} == set(KINDS)
    assert any("." in period for _, period, _ in lists)
    for (guild, period, kind), sums in lists.items():
        orders = ORDERS if series > 100 or period == "all" else source.sample(ORDERS, 1)
        for order in orders:
            await compare_list(quick, guild, period, kind, order, sums, unlisted)
    for (guild, user, kind), sums in people.items():
        await compare_stats(quick, guild, user, kind, sums, deals)
    assert await quick.rebuild() == Rebuilt((), 0)


async def compare_list(
    store: Store, guild: int, period: str, kind: Kind, order: Order, sums: dict[int, Sums], unlisted: list[int]
) -> None:
    values = {user: value for user, of in sums.items() if (value := of.of(order)) is not None}
    listed = sorted(((value, user) for user, value in values.items() if user not in unlisted), reverse=True)
    ranks = [1 + sum(other > value for other, _ in listed) for value, _ in listed]
    found = [
        place
        for offset in range(0, len(listed) + 1, 4)
        for place in await store.leaderboard(guild, period, kind, order, offset, 4)
    ]
    assert [(place.rank, place.figures.user) for place in found] == [
        (rank, user) for rank, (_, user) in zip(ranks, listed, strict=True)
    ]
    assert await store.leaderboard_size(guild, period, kind, order) == len(listed)
    for place in found:
        of, figures = sums[place.figures.user], place.figures
        assert (figures.deals, figures.declared, figures.won, figures.lost) == (
            of.deals,
            of.declared,
            of.won,
            of.declared - of.won,
        )
        assert (figures.points, figures.seeger) == (of.points, of.seeger)
    for user in unlisted:
        own = await store.standing_of(guild, user, period, kind, order)
        if user not in values:
            assert own is None
        else:
            assert own is not None
            assert own.rank == 1 + sum(value > values[user] for value, _ in listed)


async def compare_stats(store: Store, guild: int, user: int, kind: Kind | None, sums: Sums, deals: list[Deal]) -> None:
    stats = await store.stats(guild, user, kind)
    figures = stats.figures
    for name in (
        "deals",
        "declared",
        "won",
        "defended",
        "defeated",
        "points",
        "seeger",
        "hand",
        "schneider",
        "overbid",
    ):
        assert getattr(figures, name) == getattr(sums, name), name
    own = [game for game in stats.games if game.game != "R"]
    assert sum(game.declared for game in own) == sums.declared
    assert sum(game.won for game in own) == sums.won
    assert sum(game.hand for game in own) == sums.hand
    assert sum(game.value for game in own) == sum(sums.values)
    mine = [
        (deal, next(chair for chair, sitter in enumerate(deal.chairs) if sitter.user == user))
        for deal in deals
        if deal.guild == guild and user in {sitter.user for sitter in deal.chairs}
    ]
    mine = [(deal, chair) for deal, chair in mine if kind_of(deal) is not None and kind in (None, kind_of(deal))]
    declared = [(deal, chair) for deal, chair in mine if deal.entry.declarer == chair]
    best = max((deal.entry.scores[chair] for deal, chair in declared), default=0)
    if best > 0:
        assert stats.best is not None
        equals = {
            (str(deal.game.contract), deal.ended)
            for deal, chair in declared
            if deal.entry.scores[chair] == best and deal.game is not None
        }
        assert stats.best.score == best
        assert (stats.best.contract, stats.best.at) in equals
    else:
        assert stats.best is None
    by_game = {game.game: game.declared for game in stats.games}
    letters = [deal.game.contract.game.value for deal, _ in declared if deal.game is not None]
    ramsch = sum(isinstance(deal.entry.result, RamschResult) and plays(deal, chair) for deal, chair in mine)
    assert by_game == {one: letters.count(one) for one in letters} | ({"R": ramsch} if ramsch else {})
    running, progress = 0, list[int]()
    for deal, chair in mine:
        running += gained(deal, chair)
        progress.append(running)
    assert stats.progress == tuple(progress[-LAST_DEALS:])
    assert stats.begins == len(progress) - len(stats.progress)


def plays(deal: Deal, chair: int) -> bool:
    return len(deal.chairs) == 3 or chair != deal.entry.dealer


async def test_the_race_of_a_season_by_days_and_by_deals(quick: Store, source: random.Random) -> None:
    deals, resets = await played(quick, source, 60)
    seasons: dict[tuple[int, str, Kind], list[Deal]] = {}
    for deal in deals:
        kind = kind_of(deal)
        if kind is not None and kind != "daily":
            seasons.setdefault((deal.guild, season_of(deal.ended, resets[deal.guild]), kind), []).append(deal)
    by_day: set[bool] = set()
    for (guild, season, kind), of_season in seasons.items():
        race = await quick.race(guild, of_season[-1].ended, kind)
        top = await quick.leaderboard(guild, season, kind, "seeger", 0, RUNNERS)
        # The last step of each is what the leaderboard says.
        assert [(one.user, one.steps[-1][1]) for one in race.runners] == [
            (place.figures.user, place.figures.seeger) for place in top
        ]
        ran = {one.user for one in race.runners}
        run = [deal for deal in of_season if ran & {sitter.user for sitter in deal.chairs}]
        days = {datetime.fromtimestamp(deal.ended, UTC).date().toordinal() for deal in run}
        assert race.by_day == (len(days) >= FEW_DAYS)
        by_day.add(race.by_day)
        steps = {at for one in race.runners for at, _ in one.steps}
        assert steps == (days if race.by_day else set(range(1, len(run) + 1)))
    assert by_day == {True, False}


async def test_a_person_who_is_not_listed_does_not_race(quick: Store) -> None:
    await quick.write(*opened(1))
    lines = tuple(line(chair, user, seeger=user) for chair, user in enumerate((11, 12, 13)))
    await quick.write(DealFinished(1, 0, lines, BEGIN))
    await quick.prefer(12, "listed", "no")
    assert [one.user for one in (await quick.race(GUILD, BEGIN, "people")).runners] == [13, 11]
    assert [one.user for one in await quick.skills(GUILD, 0, 10)] == []


async def test_a_deal_finished_twice_counts_once(store: Store) -> None:
    await store.write(*opened(1))
    finish = DealFinished(1, 0, (line(0, 11, 60, seeger=110, own=True), line(1, 12), line(2, 13)), BEGIN)
    await store.write(finish)
    before = [await store.stats(GUILD, user, None) for user in (11, 12, 13)]
    with pytest.raises(Exception, match="not at the point"):
        await store.write(finish)
    assert [await store.stats(GUILD, user, None) for user in (11, 12, 13)] == before
    assert before[0].figures.deals == before[0].games[0].declared == 1
    assert [one.deals for one in await store.skills(GUILD, 0, 10)] == [1, 1, 1]
    assert (await store.rebuild()).differences == ()


@pytest.mark.parametrize("purpose", ["practice", "daily"])
async def test_practice_counts_nowhere_and_a_daily_dozen_on_its_day(store: Store, purpose: str) -> None:
    begin = datetime(2026, 11, 30, 23, 50, tzinfo=UTC)
    await store.write(*opened(1, at=begin.timestamp()))
    async with store.database.writing() as connection:
        await connection.execute(update(schema.tables).values(purpose=purpose))
    after_midnight = (begin + timedelta(minutes=20)).timestamp()
    await store.write(DealFinished(1, 0, (line(0, 11, 24, own=True), line(1, None), line(2, None)), after_midnight))
    found = await store.totals_of(GUILD, 11)
    daily = {"all", "2026-Q4", "2026-12", "2026-W49", "2026-11-30"}
    assert set(found) == ({(period, "daily") for period in daily} if purpose == "daily" else set())
    assert await store.skills(GUILD, 0, 10) == ()
    assert (await store.stats(GUILD, 11, None)).figures.deals == (purpose == "daily")
    async with store.database.reading() as connection:
        assert (await connection.execute(select(func.count()).select_from(schema.results))).scalar_one() == 3
    assert (await store.rebuild()).differences == ()


async def test_results_are_made_again_from_moves(quick: Store, source: random.Random) -> None:
    deals = await play(quick, source, BEGIN)
    assert await quick.rebuild() == Rebuilt((), 0)
    wrong = update(schema.results).where(schema.results.c.number == 0).values(score=999, seeger=999)
    async with quick.database.writing() as connection:
        await connection.execute(wrong)
        await connection.execute(schema.results.delete().where(schema.results.c.number == len(deals) - 1))
    users = {chair.user for chair in deals[0].chairs if chair.user is not None}
    guild = deals[0].guild
    rebuilt = await quick.rebuild()
    numbers = {one.key[1] for one in rebuilt.differences if one.table == "results"}
    # With the rows of the last deal its changes of skill are gone, unless all passed.
    assert numbers - {"skill"} == {0, len(deals) - 1}
    assert await quick.rebuild() == Rebuilt((), 0)
    for user in users:
        sums = Sums()
        for deal in deals:
            add(sums, deal, next(chair for chair, sitter in enumerate(deal.chairs) if sitter.user == user))
        assert (await quick.stats(guild, user, None)).figures.seeger == sums.seeger


async def test_a_deal_whose_moves_are_gone_keeps_its_results(quick: Store) -> None:
    await quick.write(*opened(1), *begun(1, 1))
    await quick.write(DealFinished(1, 0, (line(0, 11, 24, own=True), line(1, 12), line(2, 13)), BEGIN))
    assert await quick.rebuild() == Rebuilt((), 1)
    assert (await quick.stats(GUILD, 11, None)).figures.points == 24
