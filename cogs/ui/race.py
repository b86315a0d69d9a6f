"""The race of a season: who was where when, as a picture with the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.figure_ids import RaceId, RankingId
from cogs.ui.layout import GOLD, Picture, button, picture, rows, screen, text
from cogs.ui.leaderboard import KINDS, Kind, Row, row_lines, row_name, season_name

RACES: Final = tuple(kind for kind in KINDS if kind != "daily")


@dataclass(frozen=True, slots=True)
class RacePage:
    """`rows`: who runs, the leader first. `season` is a period of the figures."""

    kind: Kind
    season: str
    by_day: bool
    rows: Sequence[Row]


def race(page: RacePage, texts: Texts, picture_name: str | None) -> LayoutView:
    """The picture if there is one, the standings, and the way back and to the races at other tables."""
    season = season_name(page.season, texts)
    shown = None if picture_name is None else Picture(picture_name, alt_text(page, texts))
    return screen(
        text(
            f"### {texts('race.title')}",
            " · ".join((texts("ranking.season", season=season), texts(f"ranking.kind.{page.kind}"))),
        ),
        picture(shown),
        text(*(row_lines(page.rows, None, texts) or [texts("race.empty")])),
        text("-# " + texts("race.no_picture")) if shown is None and page.rows else None,
        rows(
            [
                # Without its picture the same race can be asked for again.
                button(texts(f"ranking.kind.{kind}"), RaceId(kind), enabled=kind != page.kind or shown is None)
                for kind in RACES
            ]
        ),
        rows([button(texts("race.back"), RankingId("season", "seeger", page.kind, 0))]),
        accent=GOLD,
    )


def alt_text(page: RacePage, texts: Texts) -> str:
    """What the picture shows, for those who do not see it."""
    places = [f"{row_name(row, texts)} {texts.signed(int(row.total))}" for row in page.rows]
    key = "race.alt.days" if page.by_day else "race.alt.deals"
    return texts(key, season=season_name(page.season, texts), places=", ".join(places))
