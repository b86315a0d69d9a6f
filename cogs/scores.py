"""``/leaderboard``: the server's rankings, a page at a time, with one's own row, and the race of the season.

Who wants to be on no public list finds their own row in messages that only they see.
"""

from collections.abc import Collection
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.periods import ALL_TIME, day, month, week
from bot.rankings import Place, SkillPlace
from bot.totals import KINDS as KINDS_OF_FIGURES
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.artist import CHART_PICTURE
from cogs.completing import Completing, Drawn
from cogs.desk import Click, Desk
from cogs.pictures.lines import Line, Race
from cogs.slots import Shot
from cogs.ui.figure_ids import RaceId, RankingBy, RankingId
from cogs.ui.ids import parse
from cogs.ui.leaderboard import KINDS, ORDERS, PERIODS, Kind, Order, Page, Period, Row, leaderboard, row_name
from cogs.ui.names import clean
from cogs.ui.race import RACES, RacePage, race
from game.illegal import Refusal, TableError
from game.journal import JournalError

ROWS: Final = 10

_PERIODS: Final[dict[str, Period]] = {one: one for one in PERIODS}
_ORDERS: Final[dict[str, Order]] = {one: one for one in ORDERS}
_KINDS: Final[dict[str, Kind]] = {one: one for one in KINDS}

Chosen = app_commands.Choice[str]


class Scores(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.bot.store
        self._completing = Completing(desk.bot)

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(
            interaction: Click,
            period: Chosen | None = None,
            order: Chosen | None = None,
            kind: Chosen | None = None,
        ) -> None:
            chosen = [None if one is None else one.value for one in (period, order, kind)]
            async with self._desk.answering(interaction, update=False) as answer:
                if not await self._hidden(interaction):
                    answer.post()
                await self._desk.guard(interaction, answer, lambda: self._first(interaction, answer, *chosen))

        options = {"period": PERIODS, "order": ORDERS, "kind": KINDS}
        app_commands.rename(**{option: texts(f"leaderboard.{option}.name") for option in options})(callback)
        app_commands.describe(**{option: texts(f"leaderboard.{option}.description") for option in options})(callback)
        app_commands.choices(
            **{
                option: [app_commands.Choice(name=texts(f"leaderboard.{option}.{one}"), value=one) for one in values]
                for option, values in options.items()
            }
        )(callback)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("leaderboard.name"), description=texts("leaderboard.description"), callback=callback
        )
        command.guild_only = True
        return command

    async def _hidden(self, click: Click) -> bool:
        """Whether the person wants to be on no public list; where that cannot be read, they are not shown."""
        try:
            return (await self._desk.bot.preferences.load(click.user.id)).listed == "no"
        except JournalError:
            return True

    async def _first(
        self, click: Click, answer: Answer, period: str | None, order: str | None, kind: str | None
    ) -> None:
        """What was asked for; otherwise the first kind of table that anybody has played at."""
        if kind is None:
            kind = "daily" if period == "day" else await self._kind_played(click)
        if period == "day" and kind != "daily":
            period = None
        await self._show(click, RankingId(period or PERIODS[0], order or ORDERS[0], kind, 0), answer)

    async def _kind_played(self, click: Click) -> str:
        for kind in KINDS_OF_FIGURES:
            if await self._store.leaderboard_size(click.guild_id or 0, ALL_TIME, kind, "seeger"):
                return kind
        return KINDS[0]

    async def turn(self, click: Click, wanted: RankingId, answer: Answer) -> None:
        self._update(click, answer)
        await self._show(click, wanted, answer)

    def _update(self, click: Click, answer: Answer) -> None:
        here = self._desk.bot.tables.in_channel(click.channel_id or 0)
        # Only an invented click can come from a board, which stays what it is.
        answer.update = click.message is not None and (here is None or here.board != click.message.id)

    async def choose(self, click: Click, wanted: RankingBy, answer: Answer) -> None:
        del wanted
        data: Any = click.data or {}
        chosen = parse(str(next(iter(data.get("values", ())), "")))
        if not isinstance(chosen, RankingId):
            raise TableError(Refusal.BAD_OPTION)
        await self.turn(click, chosen, answer)

    async def _show(self, click: Click, wanted: RankingId, answer: Answer) -> None:
        period, order, kind = _PERIODS.get(wanted.period), _ORDERS.get(wanted.order), _KINDS.get(wanted.kind)
        if period is None or order is None or kind is None or (period == "day" and kind != "daily"):
            raise TableError(Refusal.BAD_OPTION)

        async def draw() -> Drawn:
            page, users = await self._page(click, answer, period, order, kind, wanted.page)
            return Drawn(Shot(leaderboard(page, self._desk.texts(click))), users)

        await self._completing.show(click.guild_id or 0, answer, draw)

    async def _page(
        self, click: Click, answer: Answer, period: Period, order: Order, kind: Kind, number: int
    ) -> tuple[Page, Collection[int]]:
        """The page, and everyone who is on it."""
        guild, user, store = click.guild_id or 0, click.user.id, self._store
        now = self._desk.bot.clock.time()
        season = await store.season(guild, now)
        hidden = await self._hidden(click)
        in_public = not answer.private
        rows: list[Row]
        own: Row | None
        if order == "skill":
            size = await store.skills_size(guild)
            number = min(number, max(0, -(-size // ROWS) - 1))
            skilled = await store.skills(guild, number * ROWS, ROWS)
            mine = await store.skill_of(guild, user)
            rows = [self._skill_row(guild, place) for place in skilled]
            own = None if mine is None else self._skill_row(guild, mine)
            users = [place.user for place in skilled if place.user]
        else:
            counted = {"all": ALL_TIME, "season": season, "month": month(now), "week": week(now), "day": day(now)}[
                period
            ]
            size = await store.leaderboard_size(guild, counted, kind, order)
            number = min(number, max(0, -(-size // ROWS) - 1))
            places = await store.leaderboard(guild, counted, kind, order, number * ROWS, ROWS)
            standing = await store.standing_of(guild, user, counted, kind, order)
            rows = [self._row(guild, place, order) for place in places]
            own = None if standing is None else self._row(guild, standing, order)
            users = [place.figures.user for place in places]
        if hidden and in_public:
            own = None
        pages = max(1, -(-size // ROWS))
        shown = hidden and not in_public and own is not None
        return Page(period, order, kind, number, pages, tuple(rows), own, season, shown), users

    def _row(self, guild: int, place: Place, order: Order) -> Row:
        figures = place.figures
        values = {
            "seeger": figures.seeger,
            "points": figures.points,
            "average": figures.average or 0.0,
            "won": figures.won,
        }
        return Row(
            place.rank,
            self._name(guild, figures.user),
            values[order],
            figures.deals,
            figures.won,
            figures.lost,
            gone=self._desk.bot.names.gone(guild, figures.user),
            counts="won" if order == "won" else "points",
        )

    def _skill_row(self, guild: int, place: SkillPlace) -> Row:
        name = None if place.level else self._name(guild, place.user)
        gone = not place.level and self._desk.bot.names.gone(guild, place.user)
        return Row(place.rank, name, place.skill, place.deals, 0, 0, place.level, gone, "skill")

    def _name(self, guild: int, user: int) -> str | None:
        name = self._desk.bot.names.get(guild, user)
        return None if name is None else clean(name)

    async def race(self, click: Click, wanted: RaceId, answer: Answer) -> None:
        kind = _KINDS.get(wanted.kind)
        if kind not in RACES:
            raise TableError(Refusal.BAD_OPTION)
        self._update(click, answer)
        await self._completing.show(click.guild_id or 0, answer, lambda: self._race(click, kind))

    async def _race(self, click: Click, kind: Kind) -> Drawn:
        guild, texts = click.guild_id or 0, self._desk.texts(click)
        now = self._desk.bot.clock.time()
        season = await self._store.season(guild, now)
        run = await self._store.race(guild, now, kind)
        places = await self._store.leaderboard(guild, season, kind, "seeger", 0, ROWS)
        rows = {place.figures.user: self._row(guild, place, "seeger") for place in places}
        running = [one for one in run.runners if one.user in rows and one.steps]
        page = RacePage(kind, season, run.by_day, [rows[one.user] for one in running])
        lines = tuple(Line(row_name(rows[one.user], texts), one.steps) for one in running)
        drawn = None
        if lines:
            shown = Race(lines, run.by_day, texts.language == "de", texts("race.deals"))
            drawn = await self._desk.artist.chart(shown)
        view = race(page, texts, CHART_PICTURE if drawn else None)
        shot = Shot(view, ((CHART_PICTURE, drawn),) if drawn else ())
        return Drawn(shot, [one.user for one in running], unfinished=bool(lines) and not drawn)
