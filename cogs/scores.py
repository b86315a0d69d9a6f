"""``/leaderboard``: the server's ranking, a page at a time, with one's own row."""

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.periods import ALL_TIME, month, season, week
from bot.rankings import Place
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.slots import Shot
from cogs.ui.ids import RankingBy, RankingId, parse
from cogs.ui.leaderboard import KINDS, ORDERS, PERIODS, Kind, Order, Page, Period, Row, leaderboard
from cogs.ui.names import clean
from game.illegal import Refusal, TableError

ROWS: Final = 10
_PERIODS: Final[dict[str, Period]] = {one: one for one in PERIODS}
_ORDERS: Final[dict[str, Order]] = {one: one for one in ORDERS}
_KINDS: Final[dict[str, Kind]] = {one: one for one in KINDS}


class Scores(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.bot.store

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False, public=True) as answer:
                await self._desk.guard(interaction, answer, lambda: self._first(interaction, answer))

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("leaderboard.name"), description=texts("leaderboard.description"), callback=callback
        )
        command.guild_only = True
        return command

    async def _first(self, click: Click, answer: Answer) -> None:
        """The first page of the first kind of table that anybody has played at."""
        for kind in KINDS:
            if await self._store.leaderboard_size(click.guild_id or 0, ALL_TIME, kind, ORDERS[0]):
                break
        else:
            kind = KINDS[0]
        await self._show(click, RankingId(PERIODS[0], ORDERS[0], kind, 0), answer)

    async def turn(self, click: Click, wanted: RankingId, answer: Answer) -> None:
        here = self._desk.bot.tables.in_channel(click.channel_id or 0)
        # Only an invented click can come from a board, which stays what it is.
        answer.update = click.message is not None and (here is None or here.board != click.message.id)
        await self._show(click, wanted, answer)

    async def choose(self, click: Click, wanted: RankingBy, answer: Answer) -> None:
        del wanted
        data: Any = click.data or {}
        chosen = parse(str(next(iter(data.get("values", ())), "")))
        if not isinstance(chosen, RankingId):
            raise TableError(Refusal.BAD_OPTION)
        await self.turn(click, chosen, answer)

    async def _show(self, click: Click, wanted: RankingId, answer: Answer) -> None:
        asked, order, kind = _PERIODS.get(wanted.period), _ORDERS.get(wanted.order), _KINDS.get(wanted.kind)
        if asked is None or order is None or kind is None:
            raise TableError(Refusal.BAD_OPTION)
        guild = click.guild_id or 0
        now = self._desk.bot.clock.time()
        period = {"all": ALL_TIME, "season": season(now), "month": month(now), "week": week(now)}[asked]
        size = await self._store.leaderboard_size(guild, period, kind, order)
        pages = max(1, -(-size // ROWS))
        number = min(wanted.page, pages - 1)
        places = await self._store.leaderboard(guild, period, kind, order, number * ROWS, ROWS)
        own = await self._store.standing_of(guild, click.user.id, period, kind, order)
        page = Page(
            asked,
            order,
            kind,
            number,
            pages,
            tuple(self._row(guild, place, order) for place in places),
            None if own is None else self._row(guild, own, order),
        )
        await answer.show(Shot(leaderboard(page, self._desk.texts(click))))

    def _row(self, guild: int, place: Place, order: Order) -> Row:
        figures = place.figures
        name = self._desk.bot.names.get(guild, figures.user)
        total = {"seeger": figures.seeger, "points": figures.points, "average": figures.average or 0.0}[order]
        return Row(place.rank, None if name is None else clean(name), total, figures.deals, figures.won, figures.lost)
