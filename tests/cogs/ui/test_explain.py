"""The explanation of a result, word for word in both languages: each case is scored by `game` and told by `explain`.

Expected sentences stand in explanations.txt: a case is ``[name]``, then a headline and its sentences per language.
"""

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.texts import Texts
from cogs.ui.explain import explain, headline
from cogs.ui.look import Look
from cogs.ui.scene import Chair, Scene
from game.cards import Card, cards
from game.contract import contract
from game.rules import Rules
from game.scoring import PassedIn, RamschResult, Result, Scores, game_result, ramsch_result
from game.series import Series
from game.state import Declared, Ending, Finished, Seat
from game.view import Disclosure, View, view_for
from tests.cogs.ui.play import moments

EXPECTED = Path(__file__).with_name("explanations.txt")

F, M, R = Seat.FOREHAND, Seat.MIDDLEHAND, Seat.REARHAND


@dataclass(frozen=True)
class GameCase:
    """A declarer's game; forehand (Anna) declares. `contract`, hand and skat as texts; points and tricks of hers."""

    contract: str
    hand: str
    skat: str
    bid: int
    points: int
    tricks: int
    kontra: Seat | None = None
    re: bool = False
    ending: Ending = Ending.PLAYED
    by: Seat | None = None
    bock: bool = False
    rules: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class RamschCase:
    points: Scores
    tricks: Scores
    last_trick: Seat
    skat_points: int
    unseen: int = 0
    bock: bool = False
    rules: dict[str, Any] = field(default_factory=dict[str, Any])


WITH_2 = "CJ SJ HA HT HK H9 CA CT SA D7"
WITHOUT_2 = "HJ DJ HA HT HK HQ CA CT SA D7"
WITH_1 = "CJ HJ HA HT HK H9 CA CT SA D7"
WITH_4 = "CJ SJ HJ DJ CA CT SA ST HA DA"
SMALL = "C7 D8"

CASES: dict[str, GameCase | RamschCase | None] = {
    "passed in": None,
    "won with Schneider": GameCase("H", WITH_2, SMALL, 33, 95, 9),
    "won plainly": GameCase("H", WITH_2, SMALL, 18, 61, 6),
    "lost with 60": GameCase("H", WITHOUT_2, SMALL, 20, 60, 5),
    "lost in Schneider": GameCase("C", WITH_1, SMALL, 18, 30, 2),
    "lost without a trick": GameCase("S", WITH_1, SMALL, 18, 4, 0),
    "Hand won": GameCase("GH", WITH_4, SMALL, 48, 70, 7),
    "Schneider announced and reached": GameCase("HHS", WITH_2, SMALL, 40, 92, 8),
    "Schneider announced and missed": GameCase("HHS", WITH_2, SMALL, 40, 85, 8),
    "Schwarz announced and missed": GameCase("GHZ", WITH_4, SMALL, 40, 110, 9),
    "Schwarz announced with one trick": GameCase("GHZ", WITH_4, SMALL, 40, 5, 1),
    "Grand Ouvert won": GameCase("GO", WITH_4, SMALL, 40, 120, 10),
    "overbid after taking the skat": GameCase("H", WITH_1, SMALL, 24, 70, 7),
    "overbid by the skat in a Hand game": GameCase("DH", "DA DT DK D9 CA CT SA HA ST HT", "CJ D7", 45, 80, 8),
    "Hand won with a jack in the skat": GameCase("HH", "CJ HA HT HK H9 H8 CA CT SA D7", "SJ D8", 30, 93, 9),
    "overbid and not made": GameCase("H", WITH_1, SMALL, 24, 50, 5),
    "Schneider cures the bid": GameCase("H", WITH_1, SMALL, 30, 90, 8),
    "Null won": GameCase("N", "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7", "CA SA", 23, 0, 0),
    "Null Ouvert Hand lost": GameCase("NHO", "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7", "CA SA", 59, 11, 1),
    "Null lost single": GameCase(
        "N", "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7", "CA SA", 23, 11, 1, rules={"null_loss": "single"}
    ),
    "Kontra lost": GameCase("H", WITH_2, SMALL, 18, 55, 5, kontra=M, rules={"kontra": "any_defender"}),
    "Kontra and Re won": GameCase("H", WITH_2, SMALL, 18, 65, 6, kontra=R, re=True, rules={"kontra": "any_defender"}),
    "Kontra on an overbid game": GameCase("H", WITH_1, SMALL, 24, 70, 7, kontra=M, rules={"kontra": "any_defender"}),
    "Bock lost": GameCase("H", WITH_2, SMALL, 18, 55, 5, bock=True, rules={"bock": "on"}),
    "declarer gives up": GameCase("H", WITH_2, SMALL, 18, 20, 2, ending=Ending.CONCEDED, by=F),
    "defenders concede": GameCase("H", WITH_2, SMALL, 18, 20, 2, ending=Ending.CONCEDED, by=M),
    "rest claimed": GameCase("H", WITH_2, SMALL, 18, 80, 8, ending=Ending.CLAIMED, by=F),
    "four at the table, classic": GameCase("H", WITH_2, SMALL, 18, 55, 5, rules={"chairs": 4, "scoring": "classic"}),
    "four at the table, Seeger": GameCase("H", WITH_2, SMALL, 18, 55, 5, rules={"chairs": 4}),
    "jacks only": GameCase("C", "CJ SJ HJ DJ CA CT CK CQ C9 C8", "C7 S7", 60, 100, 9, rules={"matadors": "jacks"}),
    "Ramsch lost": RamschCase((50, 40, 20), (4, 3, 3), R, 10),
    "Ramsch with a Jungfrau": RamschCase((60, 50, 0), (6, 4, 0), F, 10),
    "Ramsch tied, both lose": RamschCase((50, 50, 10), (4, 4, 2), R, 10),
    "Ramsch tied, last trick loses": RamschCase(
        (40, 50, 20), (4, 4, 2), F, 10, rules={"ramsch_tie": "last_trick_loses"}
    ),
    "Ramsch all equal": RamschCase((40, 30, 40), (4, 3, 3), M, 10),
    "Durchmarsch": RamschCase((110, 0, 0), (10, 0, 0), F, 10),
    "Schieberamsch pushed twice, skat to the loser": RamschCase(
        (30, 60, 20), (3, 5, 2), R, 10, unseen=2, rules={"all_pass": "schieberamsch", "ramsch_skat": "loser"}
    ),
    "Ramsch in a Bock round": RamschCase((50, 40, 20), (4, 3, 3), R, 10, bock=True, rules={"bock": "on"}),
}


def finished_view(rules: Rules) -> View:
    """The public view of some finished deal, the frame for a result of our own."""
    for moment in moments(rules, random.Random(3)):
        if isinstance(moment.state, Finished):
            return view_for(moment.state, None)
    raise AssertionError


def scored(case: GameCase | RamschCase | None, rules: Rules) -> Result:
    match case:
        case None:
            return PassedIn()
        case GameCase():
            terms = Declared(F, case.bid, contract(case.contract), cards(case.skat), case.kontra, case.re)
            twelve = cards(case.hand) + cards(case.skat)
            return game_result(twelve, terms, case.points, case.tricks, rules, case.ending, case.by)
        case RamschCase():
            return ramsch_result(
                case.points, case.tricks, last_trick=case.last_trick, skat_points=case.skat_points,
                unseen=case.unseen, rules=rules,
            )  # fmt: skip


def look_at(case: GameCase | RamschCase | None, texts: Texts) -> Look:
    rules = Rules(**(case.rules if case else {}))
    found = scored(case, rules)
    hand: tuple[Card, ...] = cards(case.hand) if isinstance(case, GameCase) else ()
    skat: tuple[Card, ...] = cards(case.skat) if isinstance(case, GameCase) else ()
    view = replace(
        finished_view(rules),
        hidden=Disclosure((hand, (), ()), skat, skat, found),
        kontra=case.kontra if isinstance(case, GameCase) else None,
        tricks=(),
    )
    series = Series(rules).with_result(found)
    if case is not None and case.bock:
        (entry,) = series.entries
        series = replace(series, entries=(replace(entry, bock=True, scores=tuple(2 * one for one in entry.scores)),))
    names = ("Clara", "Anna", "Ben") if rules.chairs == 3 else ("Dora", "Anna", "Ben", "Clara")
    return Look(Scene(1, rules, tuple(Chair(taken=True, name=name) for name in names), series), view, texts)


def told(case: GameCase | RamschCase | None, texts: Texts) -> str:
    look = look_at(case, texts)
    return "\n".join((headline(look), *explain(look)))


def written() -> dict[str, str]:
    """All cases in the form of the file, by name and language."""
    blocks: dict[str, str] = {}
    for block in EXPECTED.read_text(encoding="utf-8").strip().split("\n\n"):
        title, _, sentences = block.partition("\n")
        blocks[title.strip("[]")] = sentences
    return blocks


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", CASES)
def test_explanation(name: str, language: str, texts: Texts) -> None:
    assert told(CASES[name], texts.of(language)) == written()[f"{name}, {language}"]


def test_every_written_explanation_is_tested() -> None:
    assert set(written()) == {f"{name}, {language}" for name in CASES for language in ("de", "en")}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if isinstance(case, GameCase)])
def test_the_levels_end_at_the_level_of_the_result(name: str, texts: Texts) -> None:
    case = CASES[name]
    look = look_at(case, texts)
    assert look.view.hidden is not None
    found: Any = look.view.hidden.result
    if found.contract.null:
        return
    value = next(sentence for sentence in explain(look) if " × " in sentence)
    levels, _, _ = value.partition(" × ")
    assert levels.rpartition(" ")[2] == str(found.level)
    assert f"= {found.value};" in value


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case is not None])
def test_the_last_amount_is_the_score_that_the_list_has(name: str, texts: Texts) -> None:
    look = look_at(CASES[name], texts)
    entry = look.scene.series.entries[0]
    doubled = 2 if entry.bock else 1
    told_scores = {texts.signed(score * doubled) for score in entry.result.scores if score}
    assert not told_scores or any(score in headline(look) for score in told_scores)


def _case(name: str) -> RamschResult:
    found = scored(CASES[name], Rules(**getattr(CASES[name], "rules", {})))
    assert isinstance(found, RamschResult)
    return found


def test_the_tied_case_is_one() -> None:
    assert len(_case("Ramsch tied, both lose").losers) == 2
    assert len(_case("Ramsch tied, last trick loses").losers) == 1
