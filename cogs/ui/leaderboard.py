"""A page of a server's leaderboard; the asking person's own row is always on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.figure_ids import RaceId, RankingBy, RankingId
from cogs.ui.layout import GOLD, Block, Option, button, rows, screen, select, text
from cogs.ui.names import markdown

Period = Literal["all", "season", "month", "week", "day"]
Order = Literal["seeger", "points", "average", "won", "skill"]
Kind = Literal["people", "computer", "pub", "daily"]

PERIODS: Final[tuple[Period, ...]] = get_args(Period)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list.

    `name` as `names.clean` gives it; None for a person whose name is not known (yet), or who is `gone`, and for a
    computer of `level`. `total`: what `counts` says, points by default (a float a deal), own games won, or skill.
    """

    rank: int
    name: str | None
    total: float
    deals: int
    won: int
    lost: int
    level: str = ""
    gone: bool = False
    counts: Literal["points", "won", "skill"] = "points"


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown: `rows` of page `number` (from 0) of `pages`; `own`: the asking person's row, if they have one.

    `season`: the season that it is, as a period of the figures. `hidden`: the person is on no list that others see.
    """

    period: Period
    order: Order
    kind: Kind
    number: int
    pages: int
    rows: tuple[Row, ...]
    own: Row | None
    season: str = ""
    hidden: bool = False

    def at(self, number: int) -> RankingId:
        return RankingId(self.period, self.order, self.kind, number)


def leaderboard(page: Page, texts: Texts) -> LayoutView:
    """The page with buttons to turn it and selects for the list; skill is one list for all tables and times."""
    skill = page.order == "skill"
    lines = row_lines(page.rows, page.own, texts)
    small = [texts("ranking.skill.about")] if skill else []
    if page.hidden:
        small.append(texts("ranking.hidden"))
    if page.pages > 1:
        small.append(texts("ranking.page", number=page.number + 1, pages=page.pages))
    periods = [one for one in PERIODS if one != "day" or page.kind == "daily"]
    return screen(
        text(f"### {texts('ranking.title')}", _which(page, texts)),
        text(*(lines or [texts("ranking.empty")])),
        text(*(f"-# {line}" for line in small)),
        _turn(page, texts),
        _select("order", page, {texts(f"ranking.order.{one}"): replace(page, order=one) for one in ORDERS}),
        []
        if skill
        else _select("period", page, {texts(f"ranking.period.{one}"): replace(page, period=one) for one in periods}),
        [] if skill else _select("kind", page, {texts(f"ranking.kind.{one}"): _of_kind(page, one) for one in KINDS}),
        accent=GOLD,
    )


def season_name(season: str, texts: Texts) -> str:
    """``2026-Q4.2`` as people say it."""
    quarter, _, part = season.partition(".")
    year, number = quarter.split("-Q")
    name = texts("season.name", quarter=number, year=year)
    return texts("season.part", season=name, part=part) if part else name


def _which(page: Page, texts: Texts) -> str:
    order = texts(f"ranking.order.{page.order}")
    if page.order == "skill":
        return order
    period = texts(f"ranking.period.{page.period}")
    if page.period == "season" and page.season:
        period = texts("ranking.season", season=season_name(page.season, texts))
    return " · ".join((period, order, texts(f"ranking.kind.{page.kind}")))


def _of_kind(page: Page, kind: Kind) -> Page:
    return replace(page, kind=kind, period="all" if page.period == "day" and kind != "daily" else page.period)


def row_lines(rows: Sequence[Row], own: Row | None, texts: Texts) -> list[str]:
    """A line for each row, and one for the person's own if it is not among them."""
    lines = [_line(row, texts, own=row == own) for row in rows]
    if own is not None and own not in rows:
        lines += ["…", _line(own, texts, own=True)]
    return lines


def row_name(row: Row, texts: Texts) -> str:
    """Plain text for who stands on a line."""
    if row.level:
        return texts("ranking.computer", level=texts(f"level.{row.level}"))
    if row.name is not None:
        return row.name
    return texts("ranking.former") if row.gone else texts("name.unknown", number=row.rank)


def _line(row: Row, texts: Texts, *, own: bool) -> str:
    if row.counts == "won":
        total = texts("ranking.wins", n=int(row.total))
    elif row.counts == "skill" or not isinstance(row.total, int):
        total = texts.decimal(row.total)
    else:
        total = texts.signed(row.total)
    played = [texts("ranking.deals", n=row.deals)]
    declared = row.won + row.lost
    if declared and row.counts != "skill":
        played.append(texts("ranking.own_games", n=declared, won=row.won))
    told = texts(
        "ranking.line",
        rank=_MEDALS.get(row.rank, f"{row.rank}\\."),
        name=markdown(row_name(row, texts)),
        total=total,
        played=", ".join(played),
    )
    return texts("ranking.own", line=told) if own else told


def _turn(page: Page, texts: Texts) -> list[Block]:
    number = page.number
    buttons = [
        button(texts("page.previous"), page.at(max(0, number - 1)), enabled=number > 0),
        button(texts("page.next"), page.at(number + 1), enabled=number + 1 < page.pages),
    ]
    race = [button(texts("race.button"), RaceId(page.kind))] if page.kind != "daily" and page.order != "skill" else []
    return rows([*(buttons if page.pages > 1 else []), *(race if page.rows else [])])


def _select(field: Literal["period", "order", "kind"], page: Page, choices: Mapping[str, Page]) -> list[Block]:
    """A select of first pages by their names."""
    present = page.at(0)
    options = [Option(name, str(other.at(0)), chosen=other.at(0) == present) for name, other in choices.items()]
    return [select(RankingBy(field), options)]
