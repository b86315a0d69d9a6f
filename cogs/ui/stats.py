"""One person's figures: own games and defence, game by game, the best deal, and their points as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord.ui import LayoutView

from bot.game_totals import RAMSCH, GameFigures
from bot.stats import Stats
from bot.texts import Texts
from cogs.ui.figure_ids import StatsBy, StatsId
from cogs.ui.layout import GOLD, Block, Option, Picture, button, picture, rows, screen, select, text
from cogs.ui.leaderboard import KINDS
from cogs.ui.names import columns_of, markdown
from cogs.ui.phrases import contract_name
from game.contract import contract

ALL_KINDS = "all"


@dataclass(frozen=True, slots=True)
class StatsPage:
    """The figures of `user`, called `name`, at tables of `kind` or of `ALL_KINDS`; `public`: everyone sees them."""

    user: int
    name: str
    kind: str
    stats: Stats
    public: bool = False


def stats(page: StatsPage, texts: Texts, picture_name: str | None) -> LayoutView:
    """The figures, with a chart if there is one; whoever has them alone may show them to everyone."""
    shown = page.stats
    if not shown.figures.deals:
        return screen(
            text(f"### {_title(page, texts)}", texts("stats.none")),
            [] if page.public else _kinds(page, texts),
            accent=GOLD,
        )
    chart = None
    if picture_name is not None:
        chart = Picture(picture_name, alt_text(page, texts))
    return screen(
        text(f"### {_title(page, texts)}", texts(_kind_key(page.kind)), _sums(page, texts)),
        text(*_rates(shown, texts)),
        text(*_games(shown.games, texts)),
        text(*_notable(shown, texts)),
        picture(chart),
        [] if page.public else _kinds(page, texts),
        [] if page.public else rows([button(texts("stats.post"), StatsId(page.user, page.kind, "post"))]),
        accent=GOLD,
    )


def unlisted(name: str, texts: Texts) -> str:
    """Said of a person who shows their figures to nobody."""
    return texts("stats.unlisted", name=markdown(name))


def alt_text(page: StatsPage, texts: Texts) -> str:
    """What the chart shows, for those who do not see it."""
    shown = page.stats
    return texts(
        "stats.alt",
        name=page.name,
        deals=texts("ranking.deals", n=len(shown.progress)),
        first=texts.signed(shown.progress[0]),
        last=texts.signed(shown.progress[-1]),
        best=texts.signed(max(shown.progress)),
        worst=texts.signed(min(shown.progress)),
    )


def _title(page: StatsPage, texts: Texts) -> str:
    return texts("stats.title", name=markdown(page.name))


def _kind_key(kind: str) -> str:
    return "stats.kind.all" if kind == ALL_KINDS else f"ranking.kind.{kind}"


def _sums(page: StatsPage, texts: Texts) -> str:
    figures = page.stats.figures
    return texts(
        "stats.sums",
        deals=texts("ranking.deals", n=figures.deals),
        seeger=texts.signed(figures.seeger),
        points=texts.signed(figures.points),
        average=texts.decimal(figures.seeger / figures.deals),
    )


def _rates(shown: Stats, texts: Texts) -> list[str]:
    figures = shown.figures
    own = [game for game in shown.games if game.game != RAMSCH]
    lines: list[str] = []
    if figures.declared:
        lines.append(
            texts(
                "stats.declarer",
                n=figures.declared,
                won=figures.won,
                rate=_percent(figures.won, figures.declared),
                share=_percent(figures.declared, figures.deals),
            )
        )
        lines.append(
            texts(
                "stats.kinds_of_games",
                hand=_percent(figures.hand, figures.declared),
                schneider=_percent(figures.schneider, figures.declared),
                value=texts.decimal(sum(game.value for game in own) / figures.declared),
            )
        )
    if figures.overbid:
        lines.append(texts("stats.overbid", n=figures.overbid))
    if figures.defended:
        lines.append(
            texts(
                "stats.defender",
                n=figures.defended,
                won=figures.defeated,
                rate=_percent(figures.defeated, figures.defended),
            )
        )
    return lines


def _games(games: Sequence[GameFigures], texts: Texts) -> list[str]:
    """A table of the games, in letters of one width: how often, how many won, how many points."""
    if not games:
        return []
    head = (
        texts("stats.column.game"),
        texts("stats.column.count"),
        texts("stats.column.won"),
        texts("stats.column.points"),
    )
    lines = [head]
    for game in games:
        won = "–" if game.game == RAMSCH else texts("stats.percent", rate=_percent(game.won, game.declared))
        lines.append((texts(f"game.{game.game}"), str(game.declared), won, texts.signed(game.points)))
    widths = [max(sum(map(columns_of, line[column])) for line in lines) for column in range(len(head))]
    told = [
        line[0].ljust(widths[0])
        + "".join(f"  {cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True))
        for line in lines
    ]
    return ["```", *told, "```"]


def _notable(shown: Stats, texts: Texts) -> list[str]:
    lines: list[str] = []
    if shown.best is not None:
        best = shown.best
        lines.append(
            texts(
                "stats.best",
                contract=contract_name(contract(best.contract), texts),
                score=texts.signed(best.score),
                day=f"<t:{int(best.at)}:D>",
            )
        )
    if shown.skill is not None:
        lines.append(texts("stats.skill", skill=texts.decimal(shown.skill.skill), n=shown.skill.deals))
    return lines


def _kinds(page: StatsPage, texts: Texts) -> list[Block]:
    """A select of the kinds of tables there are figures of."""
    if len(page.stats.kinds) < 2 and page.kind == ALL_KINDS:
        return []
    offered = (ALL_KINDS, *(kind for kind in KINDS if kind in page.stats.kinds or kind == page.kind))
    options = [
        Option(texts(_kind_key(kind)), str(StatsId(page.user, kind)), chosen=kind == page.kind) for kind in offered
    ]
    return [select(StatsBy(), options)]


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
