"""Statistics and the race of a season: every number is said in words, the picture has them in its alt text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.game_totals import GameFigures
from bot.rankings import SkillPlace
from bot.stats import BestDeal, Stats
from bot.totals import Figures
from cogs.ui.figure_ids import RaceId, RankingId, StatsId
from cogs.ui.leaderboard import Row
from cogs.ui.race import RacePage, race
from cogs.ui.stats import ALL_KINDS, StatsPage, stats, unlisted
from tests.cogs.ui.payload import SELECT, buttons, check, words

if TYPE_CHECKING:
    from bot.texts import Texts

GAMES = (
    GameFigures("G", 10, 9, 1, 4, 1, 0, 960, 800, 144, 7, 2),
    GameFigures("H", 6, 4, 2, 1, 0, 1, 200, 20, 60, 7, 3),
    GameFigures("R", 2, 0, 0, 0, 0, 0, 0, -90, 0, 7, 4),
)
FIGURES = Figures(11, 50, 16, 13, 3, 30, 9, 730, 1690, 3, 5, 1, 1)
SHOWN = Stats(
    ("people", "pub"),
    FIGURES,
    GAMES,
    BestDeal(144, "GHS", 1e9, 7, 2),
    SkillPlace(2, 11, "", 17.25, 50),
    48,
    1500,
    (1600, 1690),
)
PAGE = StatsPage(11, "Anna", ALL_KINDS, SHOWN)


def test_statistics_say_everything_in_words(texts: Texts) -> None:
    told = words(check(stats(PAGE, texts, "chart.png")))
    for words_of_it in (
        "Statistics: Anna",
        "50 deals · Seeger-Fabian **+1690** (33.8 a deal) · game points +730",
        "won 13 of 16 (**81%**), 32% of all deals",
        "Hand 19%, Schneider 31%, worth 72.5 points on average",
        "overbid once",
        "won 9 of 30 (**30%**)",
        "Grand    10  90%    +800",
        "Ramsch    2    –     −90",
        "**Best game:** Grand Hand, Schneider announced, +144 on <t:1000000000:D>",
        "17.2 after 50 deals",
        "first +1600, last +1690, at most +1690, at least +1600",
    ):
        assert words_of_it in told


def test_statistics_are_private_until_they_are_shown(spoken: Texts) -> None:
    private = check(stats(PAGE, spoken, None))
    assert [to for to, _, _ in buttons(private)] == [StatsId(11, ALL_KINDS, "post")]
    values = [option["value"] for part in private if part["type"] == SELECT for option in part["options"]]
    assert values == [str(StatsId(11, kind)) for kind in (ALL_KINDS, "people", "pub")]
    public = check(stats(replace(PAGE, public=True), spoken, None))
    assert not buttons(public)
    assert all(part["type"] != SELECT for part in public)


@pytest.mark.parametrize("kind", [ALL_KINDS, "daily"])
def test_who_has_not_played_is_told_so(spoken: Texts, kind: str) -> None:
    nothing = Stats(("people",) if kind == "daily" else (), Figures(11), (), None, None, 0, 0, ())
    shown = check(stats(StatsPage(11, "Anna", kind, nothing), spoken, None))
    assert spoken("stats.none") in words(shown)
    assert not buttons(shown)
    # There is a way back from a kind without figures.
    assert any(part["type"] == SELECT for part in shown) == (kind == "daily")


def test_names_are_harmless(spoken: Texts) -> None:
    told = words(check(stats(replace(PAGE, name="@everyone **x**"), spoken, None)))
    assert "@everyone" not in told.replace("Seeger", "")
    assert "@everyone" not in unlisted("@everyone", spoken)


ROWS = (Row(1, "Anna", 120, 9, 3, 1), Row(2, None, -30, 9, 1, 2, gone=True))


def test_the_race_is_a_picture_and_the_same_in_words(texts: Texts) -> None:
    page = RacePage("people", "2026-Q4", by_day=True, rows=ROWS)
    shown = check(race(page, texts, "chart.png"))
    told = words(shown)
    assert "Lines of Seeger-Fabian points from day to day, Q4 2026. At the end: Anna +120, former member −30." in told
    assert "🥇 Anna **+120**" in told
    assert [(to, on) for to, on, _ in buttons(shown)] == [
        (RaceId("people"), False),
        (RaceId("computer"), True),
        (RaceId("pub"), True),
        (RankingId("season", "seeger", "people", 0), True),
    ]
    without = words(check(race(page, texts, None)))
    assert texts("race.no_picture") in without
    assert "Anna" in without


def test_a_race_of_nobody(spoken: Texts) -> None:
    told = words(check(race(RacePage("pub", "2026-Q4.2", by_day=False, rows=()), spoken, None)))
    assert spoken("race.empty") in told
    assert spoken("race.no_picture") not in told
