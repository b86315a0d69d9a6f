"""The list: its lines add up as the rules say, it stays legible and small at full length."""

from io import BytesIO

import pytest
from PIL import Image

from cogs.pictures.deck import Deck
from cogs.pictures.labels import labels
from cogs.pictures.measure import measure
from cogs.pictures.rows import Level, rows, sums
from cogs.pictures.sheet import MOST, draw, sheet
from game.actions import Action, Pass
from game.contract import Game
from game.rules import Rules
from game.scoring import PassedIn, result
from game.series import Series
from game.state import Finished
from tests.cogs.pictures.scenes import SITTERS, contract, states

NAMES = tuple(sitter.name for sitter in SITTERS)
CONTRACTS = ("C", "SH", "GHS", "N", "NHO", "DO", "H", "GHZ", "NO", "D")


def all_pass(action: Action) -> bool:
    return isinstance(action, Pass)


def played(rules: Rules, deals: int) -> Series:
    """A list of random games, every seventh of them passed by all."""
    series = Series(rules)
    for number in range(deals):
        wish = all_pass if number % 7 == 3 else contract(CONTRACTS[number % 10])
        *_, over = states(rules, number, wish)
        assert isinstance(over, Finished)
        series = series.with_result(result(over))
    return series


LONG = [
    played(Rules(), 36),
    played(Rules(chairs=4, all_pass="ramsch", kontra="any_defender", bock="on"), 48),
    played(Rules(chairs=4, scoring="classic"), 48),
]


@pytest.mark.parametrize("series", LONG)
def test_the_foot_is_that_of_the_standings(series: Series) -> None:
    lines, feet = rows(series), sums(series)
    assert lines[-1].running == tuple(foot.points for foot in feet)
    assert tuple(foot.total for foot in feet) == series.totals()[-1]
    for foot in feet:
        assert foot.total == foot.points + foot.own + foot.others
        if series.rules.scoring == "seeger":
            assert foot.own == 50 * (foot.won - foot.lost)
            assert foot.others == {3: 40, 4: 30}[series.rules.chairs] * foot.lost_by_others


@pytest.mark.parametrize("series", LONG)
def test_lines_say_what_was_played(series: Series) -> None:
    before = (0,) * series.rules.chairs
    for line, entry in zip(rows(series), series.entries, strict=True):
        assert tuple(now - then for now, then in zip(line.running, before, strict=True)) == entry.scores
        assert all(chair in line.changed for chair, score in enumerate(entry.scores) if score)
        assert (line.game is None) == isinstance(entry.result, PassedIn)
        assert line.score == (sum(entry.scores) if entry.declarer is not None else 0)
        before = line.running
    assert {line.game for line in rows(series)} >= {Game.GRAND, Game.NULL, Game.CLUBS}


def test_levels_tell_reached_from_announced() -> None:
    line = next(line for line in rows(LONG[0]) if line.levels[1].announced and not line.levels[1].reached)
    assert line.levels[0] == Level(reached=True, announced=True)
    assert line.won is False


@pytest.mark.parametrize("series", LONG)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_full_list_is_a_small_file(series: Series, language: str) -> None:
    chairs = series.rules.chairs
    file = sheet(series, NAMES[:chairs], Deck.GERMAN, labels(language))
    picture = Image.open(BytesIO(file))
    assert picture.format == "PNG"
    assert len(file) < 150_000
    assert picture.width <= 1200
    assert picture.height >= 30 * series.number, "each line stays high enough to be read"


def test_length_is_bounded_and_empty_lists_are_drawn() -> None:
    names = NAMES[:3]
    empty = draw(Series(Rules()), names, Deck.FRENCH, labels("en"))
    twice = Series(LONG[0].rules, LONG[0].entries * 2)
    full = Series(LONG[0].rules, LONG[0].entries[:1] * MOST)
    assert empty.height < draw(LONG[0], names, Deck.FRENCH, labels("en")).height
    assert draw(twice, names, Deck.FRENCH, labels("en")).size == draw(full, names, Deck.FRENCH, labels("en")).size


def test_one_deal_more_changes_the_sheet() -> None:
    shorter = Series(LONG[0].rules, LONG[0].entries[:-1])
    pictures = [draw(each, NAMES[:3], Deck.FRENCH, labels("en")).tobytes() for each in (LONG[0], shorter)]
    assert pictures[0] != pictures[1]


def test_names_must_fit_the_chairs() -> None:
    with pytest.raises(ValueError, match="3 chairs"):
        sheet(LONG[0], NAMES, Deck.FRENCH, labels("en"))


def test_measure_reports_sizes_within_bounds() -> None:
    measured = measure(deals=1, decks=(Deck.FRENCH,))
    assert measured.tables.count > 10
    assert 0 < measured.tables.median <= measured.tables.worst
    assert measured.tables.largest < 80_000
    assert measured.sheets.largest < 150_000
