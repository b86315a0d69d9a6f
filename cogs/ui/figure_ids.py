"""The ids of leaderboards, races and statistics, read and written for `cogs.ui.ids`."""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

StatsVerb = Literal["show", "post"]

STATS_VERBS: Final[tuple[StatsVerb, ...]] = get_args(StatsVerb)

_WORD: Final = r"[a-z][a-z_]{0,23}"
_RANKING: Final = re.compile(rf"skat-ranking:({_WORD}):({_WORD}):({_WORD}):(0|[1-9][0-9]{{0,6}})", re.ASCII)
_RACE: Final = re.compile(rf"skat-race:({_WORD})", re.ASCII)
_STATS: Final = re.compile(rf"skat-stats:([1-9][0-9]{{0,19}}):({_WORD}):(show|post)", re.ASCII)


@dataclass(frozen=True, slots=True)
class RankingId:
    """``skat-ranking:month:seeger:people:2``: this page, from 0, of the server's leaderboard."""

    period: str
    order: str
    kind: str
    page: int

    def __str__(self) -> str:
        return f"skat-ranking:{self.period}:{self.order}:{self.kind}:{self.page}"


@dataclass(frozen=True, slots=True)
class RankingBy:
    """``skat-ranking-by:period``: a select of the leaderboard whose values are texts of `RankingId`."""

    field: Literal["period", "order", "kind"]

    def __str__(self) -> str:
        return f"skat-ranking-by:{self.field}"


@dataclass(frozen=True, slots=True)
class RaceId:
    """``skat-race:people``: the race of the server's season at tables of a kind."""

    kind: str

    def __str__(self) -> str:
        return f"skat-race:{self.kind}"


@dataclass(frozen=True, slots=True)
class StatsId:
    """``skat-stats:11:people:show``: a person's figures at tables of a kind or of ``all``, or the same in public."""

    user: int
    kind: str
    verb: StatsVerb = "show"

    def __str__(self) -> str:
        return f"skat-stats:{self.user}:{self.kind}:{self.verb}"


@dataclass(frozen=True, slots=True)
class StatsBy:
    """``skat-stats-by``: a select of statistics whose values are texts of `StatsId`."""

    def __str__(self) -> str:
        return "skat-stats-by"


FigureId = RankingId | RankingBy | RaceId | StatsId | StatsBy


def parse_figures(text: str) -> FigureId | None:
    """The id of a component's text; None for every other."""
    if found := _RANKING.fullmatch(text):
        return RankingId(found[1], found[2], found[3], int(found[4]))
    if found := _STATS.fullmatch(text):
        return StatsId(int(found[1]), found[2], "post" if found[3] == "post" else "show")
    if found := _RACE.fullmatch(text):
        return RaceId(found[1])
    match text:
        case "skat-ranking-by:period":
            return RankingBy("period")
        case "skat-ranking-by:order":
            return RankingBy("order")
        case "skat-ranking-by:kind":
            return RankingBy("kind")
        case "skat-stats-by":
            return StatsBy()
        case _:
            return None
