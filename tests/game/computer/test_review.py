"""A review says what the solver says: each value from a search of its own, best cards keep it, verdicts follow."""

import random
import time
from functools import cache

import pytest

from game.actions import Play
from game.computer.hindsight import (
    Judged,
    best_value,
    by_plain,
    card_values,
    exact,
    gained,
    hindsight,
    position_of,
)
from game.computer.review import Goal, Review, Verdict, goal_of, review, until
from game.computer.solver import Position, Terms
from game.deal import apply, new_deal
from game.rules import INTERNATIONAL, PUB, Rules
from game.scoring import GameResult, result
from game.state import Declared, Finished, Playing, State
from tests.compiled import compiled
from tests.e2e.scripts import Script, cheap, dear, losing
from tests.game.random_play import random_deal

pytestmark = compiled

HOLDS_18 = "M:bid.18 F:hold.18 M:pass R:pass"
HEARTS = "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ"
OVERBID = "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.{bid} F:pass R:pass M:skat M:announce.H.C9CQ"
SCRIPTS = {
    "suit": Script(99, HEARTS),
    "suit badly played": Script(99, HEARTS, losing),
    "schwarz needed for the bid": Script(99, OVERBID.format(bid=50)),
    "grand": Script(9, "M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:skat R:announce.G.S7SK"),
    "grand all cheap": Script(9, "M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:skat R:announce.G.S7SK", cheap),
    "null": Script(33, f"{HOLDS_18} F:skat F:announce.N.CJSK"),
    "null lost": Script(3, f"{HOLDS_18} F:skat F:announce.N.CASA", losing),
    "null hand all dear": Script(18, f"{HOLDS_18} F:announce.NH", dear),
    "schneider announced": Script(350, "M:bid.18 F:pass R:pass M:announce.SHS"),
    "schwarz announced": Script(37, "M:pass R:pass F:bid.18 F:announce.GO"),
    "claimed": Script(99, f"{HEARTS} 16:M:claim 16:F:accept 16:R:accept"),
}


@cache
def finished(name: str) -> tuple[Finished, Goal]:
    over = SCRIPTS[name].end()
    goal = goal_of(over)
    assert goal is not None
    return over, goal


@cache
def judged(name: str) -> tuple[Judged, ...]:
    over, goal = finished(name)
    return tuple(hindsight(over, goal.terms))


@cache
def reviewed(name: str) -> Review:
    over, goal = finished(name)
    return review(over, goal, judged(name))


def plays(over: Finished) -> list[tuple[Playing, Play]]:
    found: list[tuple[Playing, Play]] = []
    state: State = new_deal(over.deal.order, over.deal.rules)
    for seat, action in over.moves:
        if isinstance(state, Playing) and isinstance(action, Play):
            found.append((state, action))
        state = apply(state, seat, action)
    return found


@cache
def worth(state: State, goal: Goal) -> int:
    """What the declarer has at the end of a position with best play, by a search of its own."""
    assert isinstance(state, Playing)
    position, _ = position_of(state)
    rest = exact(position, goal.terms)
    assert rest is not None
    return gained(state, goal.terms) + rest


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_remark_is_what_the_solver_says(name: str) -> None:
    """Before and after each card the position is searched anew; what a card costs is the difference of the two."""
    over, goal = finished(name)
    found = reviewed(name)
    assert found.complete
    assert found.best == worth(plays(over)[0][0], goal)
    assert len(found.remarks) == len(plays(over))
    for remark, (state, action) in zip(found.remarks, plays(over), strict=True):
        assert (remark.card, remark.seat, remark.trick) == (action.card, state.turn, len(state.tricks) + 1)
        before = worth(state, goal)
        after_state = apply(state, state.turn, action)
        # What ends a deal ends it with the trick: then nothing is left to search, or it does not count any more.
        after = worth(after_state, goal) if isinstance(after_state, Playing) else remark.total
        assert remark.total == after
        declares = state.turn == goal.terms.alone
        turned = (goal.won(before), goal.won(after)) == (declares, not declares)
        assert (remark.verdict is Verdict.TURNS) is turned
        assert remark.wins is (goal.won(after) is declares)
        if not goal.terms.tricks:
            assert remark.lost == abs(before - after)
            # Nobody gains by a card more than the best one keeps.
            assert before >= after if declares else before <= after
            assert (remark.verdict in (Verdict.COSTS, Verdict.TURNS)) is (before != after)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_better_cards_keep_what_the_played_one_gave_away(name: str) -> None:
    over, goal = finished(name)
    mistakes = 0
    for remark, (state, _) in zip(reviewed(name).remarks, plays(over), strict=True):
        if remark.verdict not in (Verdict.COSTS, Verdict.TURNS):
            assert remark.better == ()
            continue
        mistakes += 1
        assert remark.better
        assert remark.card not in remark.better
        before = worth(state, goal)
        for card in remark.better:
            after = worth(apply(state, state.turn, Play(card)), goal)
            if goal.terms.tricks:
                assert goal.won(after) is goal.won(before)
            else:
                assert after == before
    assert len(reviewed(name).mistakes) == mistakes


@pytest.mark.parametrize("name", ["suit badly played", "grand all cheap", "null", "schneider announced"])
def test_best_cards_to_the_end_reach_what_the_review_promises(name: str) -> None:
    """From the first card on everybody plays a card that keeps the value, and the deal ends with it."""
    over, goal = finished(name)
    promised = reviewed(name).best
    state: State = plays(over)[0][0]
    while isinstance(state, Playing):
        position, _ = position_of(state)
        values = card_values(position, goal.terms)
        assert values is not None
        keeping = best_value(values, goal.terms, position.turn)
        assert gained(state, goal.terms) + keeping == promised
        state = apply(state, state.turn, Play(next(card for card, value in values.items() if value == keeping)))
    assert isinstance(state, Finished)
    outcome = result(state)
    assert isinstance(outcome, GameResult)
    assert promised is not None
    assert outcome.won is goal.won(promised)
    if not goal.terms.tricks:
        assert outcome.points == promised


def test_solve_prints_what_the_review_is_made_of() -> None:
    """All cards valued one by one, as the command does, give the same totals as the chain that a review follows."""
    for name in ("suit", "null", "claimed"):
        over, goal = finished(name)
        whole = tuple(hindsight(over, goal.terms, every=True))
        assert [(one.card, one.best, one.value) for one in whole] == [
            (one.card, one.best, one.value) for one in judged(name)
        ]


def test_plain_python_judges_the_last_tricks_alike() -> None:
    for name in SCRIPTS:
        over, goal = finished(name)
        plain = tuple(hindsight(over, goal.terms, tricks=4, search=by_plain))
        assert plain == judged(name)[: len(plain)]
        assert {one.trick for one in plain} <= {7, 8, 9, 10}
        found = review(over, goal, plain)
        assert not found.complete
        assert found.best is None
        assert found.winnable is None


def test_a_search_that_gives_up_leaves_the_last_tricks() -> None:
    over, goal = finished("grand")
    left = 12

    def tired(position: Position, terms: Terms) -> int | None:
        nonlocal left
        left -= 1
        return exact(position, terms) if left > 0 else None

    part = tuple(hindsight(over, goal.terms, search=tired))
    assert 0 < len(part) < 30
    assert part == judged("grand")[: len(part)]
    assert tuple(hindsight(over, goal.terms, search=until(time.monotonic() - 1)))[4:] == ()


def test_verdicts_by_name() -> None:
    null = {(remark.trick, remark.card.name): remark for remark in reviewed("null").remarks}
    assert null[5, "SQ"].verdict is Verdict.TURNS
    assert "CA" in [card.name for card in null[5, "SQ"].better]
    suit = {(remark.trick, remark.card.name): remark for remark in reviewed("suit").remarks}
    assert (suit[4, "S7"].verdict, suit[4, "S7"].lost) == (Verdict.COSTS, 11)
    assert [card.name for card in suit[4, "S7"].better] == ["SA"]
    assert {remark.verdict for remark in reviewed("suit").of(10)} == {Verdict.ONLY}
    assert reviewed("suit").winnable is True
    assert reviewed("null lost").winnable is False
    assert {one.verdict for one in reviewed("null lost").remarks} <= {Verdict.SAME, Verdict.ONLY, Verdict.BEST}
    assert reviewed("null").mistakes[0].verdict is Verdict.TURNS


@pytest.mark.parametrize(("bid", "need", "tricks"), [(30, 61, False), (40, 90, False), (50, 10, True)])
def test_what_an_overbid_game_needs(bid: int, need: int, tricks: bool) -> None:
    """With two, game three: 30; Schneider makes 40, Schwarz 50."""
    over = Script(99, OVERBID.format(bid=bid)).end()
    goal = goal_of(over)
    assert goal is not None
    assert (goal.need, goal.terms.tricks) == (need, tricks)


def test_the_goal_is_what_scoring_says(source: random.Random) -> None:
    """Whoever reached the need has won, whoever missed it has lost, in every deal that was played out."""
    won: list[bool] = []
    for _ in range(300):
        over = random_deal(source, source.choice((INTERNATIONAL, PUB, Rules(matadors="jacks"))), talk=0.0)
        goal, outcome = goal_of(over), result(over)
        if goal is None:
            assert not isinstance(outcome, GameResult)
            continue
        assert isinstance(outcome, GameResult)
        assert isinstance(over.terms, Declared)
        reached = goal.won(outcome.tricks if goal.terms.tricks else outcome.points)
        won.append(outcome.won)
        assert reached is outcome.won
    assert True in won
    assert False in won


def test_a_ramsch_has_no_goal() -> None:
    assert goal_of(Script(15, "M:pass R:pass F:pass", rules=Rules(all_pass="ramsch")).end()) is None
    assert goal_of(Script(2, "M:pass R:pass F:pass").end()) is None
