"""A page of a server's leaderboard; the asking person's own row is always on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.ids import RankingBy, RankingId
from cogs.ui.layout import GOLD, Block, Option, button, rows, screen, select, text
from cogs.ui.names import markdown

Period = Literal["all", "season", "month", "week"]
Order = Literal["seeger", "points", "average"]
Kind = Literal["people", "computer", "pub"]

PERIODS: Final[tuple[Period, ...]] = get_args(Period)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line. `name` as `names.clean` gives it, None if unknown; `total` points, or points a deal."""

    rank: int
    name: str | None
    total: float
    deals: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown: `rows` of page `number` (from 0) of `pages`; `own`: the asking person's row, if they have one."""

    period: Period
    order: Order
    kind: Kind
    number: int
    pages: int
    rows: tuple[Row, ...]
    own: Row | None

    def at(self, number: int) -> RankingId:
        return RankingId(self.period, self.order, self.kind, number)


def leaderboard(
    page: Page,
    texts: Texts,
    *,
    periods: Sequence[Period] = PERIODS,
    orders: Sequence[Order] = ORDERS,
    kinds: Sequence[Kind] = KINDS,
) -> LayoutView:
    """The page with buttons to turn it, and a select for each thing that has more than one value to choose from."""
    lines = row_lines(page.rows, page.own, texts)
    return screen(
        text(
            f"### {texts('ranking.title')}",
            " · ".join(
                (
                    texts(f"ranking.period.{page.period}"),
                    texts(f"ranking.order.{page.order}"),
                    texts(f"ranking.kind.{page.kind}"),
                )
            ),
        ),
        text(*(lines or [texts("ranking.empty")])),
        text("-# " + texts("ranking.page", number=page.number + 1, pages=page.pages)) if page.pages > 1 else None,
        _turn(page, texts),
        _select("period", page, {texts(f"ranking.period.{one}"): replace(page, period=one) for one in periods}),
        _select("order", page, {texts(f"ranking.order.{one}"): replace(page, order=one) for one in orders}),
        _select("kind", page, {texts(f"ranking.kind.{one}"): replace(page, kind=one) for one in kinds}),
        accent=GOLD,
    )


def row_lines(rows: Sequence[Row], own: Row | None, texts: Texts) -> list[str]:
    """A line for each row, and one for the person's own if it is not among them."""
    lines = [_line(row, texts, own=row == own) for row in rows]
    if own is not None and own not in rows:
        lines += ["…", _line(own, texts, own=True)]
    return lines


def _line(row: Row, texts: Texts, *, own: bool) -> str:
    name = markdown(row.name) if row.name else texts("ranking.former")
    total = texts.signed(row.total) if isinstance(row.total, int) else texts.decimal(row.total)
    told = texts(
        "ranking.line",
        rank=_MEDALS.get(row.rank, f"{row.rank}\\."),
        name=name,
        total=total,
        deals=row.deals,
        won=row.won,
        lost=row.lost,
    )
    return texts("ranking.own", line=told) if own else told


def _turn(page: Page, texts: Texts) -> list[Block]:
    if page.pages <= 1:
        return []
    number = page.number
    return rows(
        [
            button(texts("page.previous"), page.at(max(0, number - 1)), enabled=number > 0),
            button(texts("page.next"), page.at(number + 1), enabled=number + 1 < page.pages),
        ]
    )


def _select(field: Literal["period", "order", "kind"], page: Page, choices: Mapping[str, Page]) -> list[Block]:
    """A select of first pages by their names; none where there is nothing to choose."""
    if len(choices) < 2:
        return []
    present = page.at(0)
    options = [Option(name, str(other.at(0)), chosen=other.at(0) == present) for name, other in choices.items()]
    return [select(RankingBy(field), options)]
