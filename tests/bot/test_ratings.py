"""Skill: what one side gains the other loses, better players come out ahead, and a deal costs hardly any time."""

import random
import time
from dataclasses import replace
from math import exp
from statistics import correlation, mean

import pytest

from bot.ratings import NEW, Player, Skill, changed, changes, rated
from game.journal import ChairResult
from tests.bot.store.sample import line

THREE = (11, 12, 13)


def game(*, won: bool, declarer: int = 11, levels: dict[int, str] | None = None) -> list[ChairResult]:
    found: list[ChairResult] = []
    for chair, user in enumerate(THREE):
        level = (levels or {}).get(user)
        role = "declarer" if user == declarer else "defender"
        found.append(replace(line(chair, None if level else user, won=won), level=level, role=role))
    return found


def ramsch(*scores: int) -> list[ChairResult]:
    return [
        replace(line(chair, user, score, won=None), role="ramsch")
        for chair, (user, score) in enumerate(zip(THREE, scores, strict=True))
    ]


@pytest.mark.parametrize("won", [True, False])
def test_what_the_declarer_gains_the_defenders_lose(won: bool) -> None:
    after = rated({}, game(won=won))
    declarer, *defenders = (after[user, ""] for user in THREE)
    assert (declarer.mu > NEW.mu) == won
    assert all((one.mu < NEW.mu) == won for one in defenders)
    assert sum(one.mu for one in after.values()) == pytest.approx(3 * NEW.mu)
    assert all(one.sigma < NEW.sigma and one.deals == 1 for one in after.values())


def test_among_equals_a_declarer_is_expected_to_win() -> None:
    won, lost = (rated({}, game(won=won))[11, ""].mu - NEW.mu for won in (True, False))
    assert won < -lost


def test_a_ramsch_is_each_against_each() -> None:
    after = rated({}, ramsch(0, -30, -60))
    first, second, last = (after[user, ""].mu for user in THREE)
    assert first > second > last
    assert second == pytest.approx(NEW.mu)
    durchmarsch = rated({}, ramsch(120, 0, 0))
    assert durchmarsch[11, ""].mu > NEW.mu > durchmarsch[12, ""].mu
    assert durchmarsch[12, ""].mu == pytest.approx(durchmarsch[13, ""].mu)


def test_who_did_not_play_is_not_rated() -> None:
    passed = [replace(one, role="passed", won=None) for one in game(won=True)]
    assert rated({}, passed) == {}
    four = [*game(won=True), replace(line(3, 14), role="sitting")]
    assert set(rated({}, four)) == {(user, "") for user in THREE}
    forgotten = [replace(one, user=None) if one.user == 12 else one for one in game(won=True)]
    assert set(rated({}, forgotten)) == {(11, ""), (13, "")}


def test_what_a_deal_changed_is_told_by_chair_and_adds_up() -> None:
    known: dict[Player, Skill] = {(11, ""): Skill(30.0, 2.0, 40), (13, ""): Skill(20.0, 4.0, 5)}
    lines = game(won=True)
    by_chair = changes(known, lines)
    assert set(by_chair) == {0, 1, 2}
    after = changed(known, lines, by_chair)
    assert after == rated(known, lines)
    assert after[11, ""].mu == known[11, ""].mu + by_chair[0].mu
    assert after[11, ""].sigma == known[11, ""].sigma * by_chair[0].sigma
    assert after[12, ""].deals == 1
    forgotten = [replace(one, user=None) if one.user == 12 else one for one in lines]
    assert set(changes(known, forgotten)) == {0, 2}
    assert changed(known, forgotten, by_chair) == {player: after[player] for player in ((11, ""), (13, ""))}
    assert changes(known, [replace(one, role="passed", won=None) for one in lines]) == {}


def test_a_computer_that_holds_two_chairs_takes_both() -> None:
    one = rated({}, game(won=False))
    both = rated({}, game(won=False, levels={12: "club", 13: "club"}))
    assert set(both) == {(11, ""), (0, "club")}
    club = both[0, "club"]
    assert club.mu - NEW.mu == pytest.approx(2 * (one[12, ""].mu - NEW.mu))
    assert (club.deals, both[11, ""].deals) == (1, 1)
    against_itself = rated({}, game(won=True, levels=dict.fromkeys(THREE, "club")))
    assert against_itself[0, "club"].mu == pytest.approx(NEW.mu)


def test_the_better_come_out_ahead_and_boldness_hardly_counts(source: random.Random) -> None:
    """People of known strength who bid more or less boldly: 4,000 deals."""
    strength = {user: user / 4 - 1 for user in range(9)}
    boldness = {user: source.choice((0.2, 0.35, 0.5)) for user in strength}
    known: dict[Player, Skill] = {}
    for _ in range(4000):
        seated = source.sample(sorted(strength), 3)
        (declarer,) = source.choices(seated, [boldness[user] for user in seated])
        others = sum(strength[user] for user in seated if user != declarer)
        odds = 2.2 - 2.5 * boldness[declarer] + 0.8 * strength[declarer] - 0.5 * others
        won = source.random() < 1 / (1 + exp(-odds))
        lines = [
            replace(line(chair, user + 1, won=won), role="declarer" if user == declarer else "defender")
            for chair, user in enumerate(seated)
        ]
        known |= rated(known, lines)
    estimates = [known[user + 1, ""].estimate for user in strength]
    assert correlation(list(strength.values()), estimates) > 0.7
    assert mean(skill.mu for skill in known.values()) == pytest.approx(NEW.mu, abs=0.5)


def test_a_deal_is_rated_in_less_than_a_millisecond() -> None:
    lines = game(won=True)
    rated({}, lines)
    fastest = min(_seconds(lines) for _ in range(20))
    assert fastest < 0.001


def _seconds(lines: list[ChairResult]) -> float:
    began = time.perf_counter()
    rated({}, lines)
    return time.perf_counter() - began
