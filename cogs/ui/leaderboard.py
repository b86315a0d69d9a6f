"""A page of a server's leaderboard; the asking person's own row is always on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.ids import RankingBy, RankingId
from cogs.ui.layout import GOLD, Block, Option, button, rows, screen, select, text
from cogs.ui.names import markdown

Period = Literal["all", "season", "month", "week"]
Scoring = Literal["seeger", "classic", "average"]
Pool = Literal["people", "computers", "pub"]

PERIODS: Final[tuple[Period, ...]] = get_args(Period)
SCORINGS: Final[tuple[Scoring, ...]] = get_args(Scoring)
POOLS: Final[tuple[Pool, ...]] = get_args(Pool)

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
    scoring: Scoring
    pool: Pool
    number: int
    pages: int
    rows: tuple[Row, ...]
    own: Row | None

    def at(self, number: int) -> RankingId:
        return RankingId(self.period, self.scoring, self.pool, number)


def leaderboard(
    page: Page,
    texts: Texts,
    *,
    periods: Sequence[Period] = PERIODS,
    scorings: Sequence[Scoring] = SCORINGS,
    pools: Sequence[Pool] = POOLS,
) -> LayoutView:
    """The page with buttons to turn it, and a select for each thing that has more than one value to choose from."""
    lines = [_line(row, texts, own=row == page.own) for row in page.rows]
    if page.own is not None and page.own not in page.rows:
        lines += ["…", _line(page.own, texts, own=True)]
    return screen(
        text(
            f"### {texts('ranking.title')}",
            " · ".join(
                (
                    texts(f"ranking.period.{page.period}"),
                    texts(f"ranking.scoring.{page.scoring}"),
                    texts(f"ranking.pool.{page.pool}"),
                )
            ),
        ),
        text(*(lines or [texts("ranking.empty")])),
        text("-# " + texts("ranking.page", number=page.number + 1, pages=page.pages)) if page.pages > 1 else None,
        _turn(page, texts),
        _select(
            "period",
            texts,
            page,
            [(f"ranking.period.{one}", RankingId(one, page.scoring, page.pool, 0)) for one in periods],
        ),
        _select(
            "scoring",
            texts,
            page,
            [(f"ranking.scoring.{one}", RankingId(page.period, one, page.pool, 0)) for one in scorings],
        ),
        _select(
            "pool",
            texts,
            page,
            [(f"ranking.pool.{one}", RankingId(page.period, page.scoring, one, 0)) for one in pools],
        ),
        accent=GOLD,
    )


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


def _select(
    field: Literal["period", "scoring", "pool"], texts: Texts, page: Page, choices: Sequence[tuple[str, RankingId]]
) -> list[Block]:
    if len(choices) < 2:
        return []
    present = page.at(0)
    options = [Option(texts(key), str(to), chosen=to == present) for key, to in choices]
    return [select(RankingBy(field), options)]
