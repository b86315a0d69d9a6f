"""Replay, review and history as screens: they fit, their ids are unlike each other, every verdict has its words."""

import random
import re
from dataclasses import replace

import pytest

from bot.finished import HistoryLine
from bot.reviewing import Reviewed
from bot.texts import Texts
from cogs.ui.deal_id import DealId
from cogs.ui.history import ROWS, HistoryPage, file, history
from cogs.ui.ids import PreferenceId
from cogs.ui.layout import Picture, button
from cogs.ui.names import clean
from cogs.ui.past_ids import ExportId, HistoryId, ReplayId
from cogs.ui.replay import LAST_ROW, Replayed, alt_text, replay
from cogs.ui.result import StillRunning
from cogs.ui.scene import Chair, Scene
from cogs.ui.verdicts import signs
from game.computer.hindsight import by_plain, hindsight
from game.computer.review import Remark, Review, Verdict, goal_of, review
from game.journal import ChairResult, Purpose
from game.outcome import chair_results
from game.rules import INTERNATIONAL, PUB, Rules
from game.scoring import result
from game.series import Series
from game.state import SEATS, Finished, Seat
from game.steps import Stage, steps
from game.view import view_for
from tests.cogs.ui.payload import ROW, SELECT, TEXT, buttons, check, words
from tests.cogs.ui.play import HOSTILE, moments
from tests.e2e.scripts import Script

HEARTS = "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ"
PEOPLE = tuple(Chair(taken=True, name=name) for name in ("Anna", "Ben", "Clara", "Dora"))
DRAWN = Picture("replay.webp", "what it shows")


def shown(over: Finished, at: int = 0, *, reviewed: bool = False, found: Reviewed | None = None) -> Replayed:
    rules = over.deal.rules
    scene = Scene(7, rules, PEOPLE[: rules.chairs], Series(rules), 4)
    return Replayed(scene, view_for(over, None), steps(over), at, 1_790_000_000.5, "series", reviewed, found)


def last_tricks(over: Finished, *, more: bool = False) -> Reviewed | None:
    """A review that every machine can make."""
    goal = goal_of(over)
    if goal is None:
        return None
    return Reviewed(review(over, goal, hindsight(over, goal.terms, tricks=3, search=by_plain)), more)


def made_up(over: Finished) -> Reviewed:
    """Every card gives away the most, which makes the longest texts."""
    goal = goal_of(over)
    assert goal is not None
    remarks = tuple(
        Remark(number, seat, trick.cards[place], Verdict.TURNS, 120, trick.cards * 3, 60, wins=False)
        for number, trick in enumerate(over.tricks, 1)
        for place, seat in enumerate((trick.leader, trick.leader.left, trick.leader.left.left))
    )
    return Reviewed(Review(goal, remarks, complete=True, best=60), more=False)


@pytest.mark.parametrize(
    "rules", [INTERNATIONAL, PUB, Rules(chairs=4, all_pass="schieberamsch", kontra="any_defender")]
)
def test_every_step_of_every_deal_fits(rules: Rules, spoken: Texts) -> None:
    rng = random.Random(3)
    for moment in moments(rules, rng, deals=10):
        over = moment.state
        if not isinstance(over, Finished):
            continue
        found = last_tricks(over, more=rng.random() < 0.5)
        for at in range(len(steps(over))):
            for reviewed in (False, True):
                one = replace(shown(over, at, reviewed=reviewed, found=found if reviewed else None), scene=moment.scene)
                check(replay(one, spoken, drawn=DRAWN))
                without = check(replay(one, spoken))
                assert 1 <= len(alt_text(one, spoken)) <= 1000
                # Without a picture every card of the step is in words.
                assert words(without).count("10") >= 1 or not any(one.step.hands)


def test_the_longest_review_with_faces_fits(spoken: Texts, emojis: dict[object, object]) -> None:
    over = Script(99, HEARTS).end()
    names = tuple(Chair(taken=True, name=clean("W" * 40)) for _ in range(3))
    for at in range(12):
        one = shown(over, at, reviewed=True, found=made_up(over))
        check(replay(replace(one, scene=replace(one.scene, chairs=names)), spoken, emojis=emojis))  # type: ignore[arg-type]  # the fixture's faces


def test_arrows_lead_where_they_say(spoken: Texts) -> None:
    over = Script(99, HEARTS).end()
    for at, wanted in ((0, [None, None, 1, 11]), (1, [0, 0, 2, 11]), (10, [0, 9, 11, 11]), (11, [0, 10, None, None])):
        for reviewed in (False, True):
            found = buttons(check(replay(shown(over, at, reviewed=reviewed), spoken)))
            arrows = [(to, on) for to, on, _ in found if isinstance(to, ReplayId) and to.by]
            assert [to.step if on else None for to, on in arrows] == wanted
            assert {to.reviewed for to, _ in arrows} == {reviewed}
            (toggle,) = [to for to, _, _ in found if isinstance(to, ReplayId) and not to.by]
            assert toggle == ReplayId(DealId(7, 4), at, reviewed=not reviewed)


def test_the_last_row_has_room_for_two_more(spoken: Texts) -> None:
    over = Script(99, HEARTS).end()
    more = [button("Play it again", PreferenceId("deck")), button("Check", PreferenceId("size"))]
    parts = check(replay(shown(over), spoken, buttons=more))
    last = [part for part in parts if part["type"] == ROW][-1]["components"]
    assert len(last) == LAST_ROW + 2 == 5
    assert len(parts) <= 40
    without = buttons(check(replay(shown(over), spoken)))
    assert [to for to, _, _ in without][-3:] == [
        ExportId(DealId(7, 4), "sgf"),
        ExportId(DealId(7, 4), "csv"),
        HistoryId(0),
    ]


def test_the_select_leads_to_every_step(texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    parts = check(replay(shown(over, 5, reviewed=True, found=last_tricks(over)), texts))
    (select,) = [part for part in parts if part["type"] == SELECT]
    assert [option["value"] for option in select["options"]] == [f"skat-review:7-4:{n}" for n in range(12)]
    assert [option["default"] for option in select["options"]].index(True) == 5
    assert [option["label"] for option in select["options"]][:4] == [
        "Auction", "Skat and contract", "Trick 1: Anna +11", "Trick 2: Anna +6",
    ]  # fmt: skip


def test_a_deal_that_runs_is_not_shown(texts: Texts) -> None:
    moment = next(iter(moments(Rules(), random.Random(1))))
    over = Script(99, HEARTS).end()
    running = replace(shown(over), view=view_for(moment.state, None))
    with pytest.raises(StillRunning):
        replay(running, texts)


def test_auction_skat_and_discard_are_told_apart(texts: Texts) -> None:
    """Case 57: the skat as dealt and what was laid away are two things."""
    over = Script(99, HEARTS).end()
    auction = words(check(replay(shown(over, 0), texts)))
    assert auction.count("18") >= 2
    assert "♣9 ♣Q" not in auction
    assert "Skat: ♣Q ♥9 (3 points)" in auction
    skat = words(check(replay(shown(over, 1), texts)))
    assert "Skat: ♣Q ♥9 (3 points)" in skat
    assert "♣9 ♣Q (3 points)" in skat
    hand_game = Script(18, "M:bid.18 F:hold.18 M:pass R:pass F:announce.NH").end()
    assert "not picked up" in words(check(replay(shown(hand_game, 1), texts)))


def test_points_so_far(texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    assert "with the skat **20** · defenders **0**" in words(check(replay(shown(over, 3), texts)))
    ramsch = Script(15, "M:pass R:pass F:pass", rules=Rules(all_pass="ramsch")).end()
    assert "Points: " in words(check(replay(shown(ramsch, 3), texts)))


def test_the_end_explains_the_value(spoken: Texts) -> None:
    over = Script(99, HEARTS).end()
    assert "10 = 40" in words(check(replay(shown(over, 11), spoken)))
    assert "10 = 40" not in words(check(replay(shown(over, 10), spoken)))


def test_a_deal_that_counts_double_says_so(texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    one = shown(over)
    assert "+40" in words(check(replay(one, texts)))
    assert "+80" in words(check(replay(replace(one, scene=replace(one.scene, bock=True)), texts)))


VERDICTS = {
    Verdict.ONLY: "the only card",
    Verdict.SAME: "changes nothing any more",
    Verdict.BEST: "the best card",
    Verdict.COSTS: "gives away 11 points, better",
}


def one_remark(verdict: Verdict, seat: Seat, over: Finished, *, wins: bool = False) -> Reviewed:
    goal = goal_of(over)
    assert goal is not None
    first = over.tricks[0]
    card = first.cards[(seat - first.leader) % 3]
    better = first.cards[:1] if verdict in (Verdict.COSTS, Verdict.TURNS) else ()
    return Reviewed(Review(goal, (Remark(1, seat, card, verdict, 11, better, 60, wins),), False, None), more=True)


def test_every_verdict_has_its_words(texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    for verdict, told in VERDICTS.items():
        parts = check(replay(shown(over, 2, reviewed=True, found=one_remark(verdict, SEATS[0], over)), texts))
        assert told in words(parts)
    wins = one_remark(Verdict.BEST, SEATS[0], over, wins=True)
    assert "the best card, wins by force" in words(check(replay(shown(over, 2, reviewed=True, found=wins), texts)))
    # Middlehand declares.
    for seat, told in ((SEATS[0], "lets the declarer win"), (SEATS[1], "lets the defenders win")):
        turned = one_remark(Verdict.TURNS, seat, over)
        assert told in words(check(replay(shown(over, 2, reviewed=True, found=turned), texts)))
        assert signs(turned, 1) == {seat: "✗ −11"}
    assert signs(one_remark(Verdict.BEST, SEATS[0], over), 1) == {}


def test_a_review_says_what_it_does_not_cover(texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    later = words(check(replay(shown(over, 0, reviewed=True, found=last_tricks(over, more=True)), texts)))
    assert "Look again in a minute" in later
    never = words(check(replay(shown(over, 2, reviewed=True, found=last_tricks(over)), texts)))
    assert "Only the last 3 tricks" in never
    assert "Many deals" in words(check(replay(shown(over, 0, reviewed=True), texts)))
    ramsch = Script(15, "M:pass R:pass F:pass", rules=Rules(all_pass="ramsch")).end()
    assert "everybody plays alone" in words(check(replay(shown(ramsch, 0, reviewed=True), texts)))
    passed = Script(2, "M:pass R:pass F:pass").end()
    assert "no card to judge" in words(check(replay(shown(passed, 0, reviewed=True), texts)))


@pytest.mark.parametrize(("best", "told"), [(72, "could have won: 72 points"), (60, "could not have won: 60 points")])
def test_whether_the_game_could_be_won(best: int, told: str, texts: Texts) -> None:
    over = Script(99, HEARTS).end()
    found = made_up(over)
    whole = Reviewed(replace(found.review, best=best), more=False)
    assert told in words(check(replay(shown(over, 1, reviewed=True, found=whole), texts)))


def test_hostile_names_stay_names(spoken: Texts) -> None:
    over = Script(99, HEARTS).end()
    for start in range(0, len(HOSTILE), 3):
        chairs = tuple(Chair(taken=True, name=clean(name)) for name in (*HOSTILE, *HOSTILE)[start : start + 3])
        one = shown(over, 4, reviewed=True, found=made_up(over))
        parts = check(replay(replace(one, scene=replace(one.scene, chairs=chairs)), spoken))
        # Labels of buttons and selects are plain text; texts are markdown.
        told = "\n".join(part["content"] for part in parts if part["type"] == TEXT).replace("<t:1790000000:f>", "")
        assert not re.search(r"<[@#:/a-z]|@everyone|://|```", told)


def lines(count: int, results: tuple[ChairResult, ...] | None = None) -> tuple[HistoryLine, ...]:
    over = Script(99, HEARTS).end()
    series = Series(over.deal.rules).with_result(result(over))
    rows = results or chair_results(series, series.entries[0], ())
    own = rows[0] if rows else None
    made = own or ChairResult(0, 11, None, "declarer", 40, 90, 90, True, "H", 22, 40, False, True, False)
    return tuple(HistoryLine(10**17, number, Purpose.SERIES, 1_790_000_000.0, made) for number in range(count))


def page(number: int, size: int) -> HistoryPage:
    pages = max(1, -(-size // ROWS))
    return HistoryPage(lines(min(ROWS, size - number * ROWS)), number, pages, size)


def test_history_pages_fit(spoken: Texts) -> None:
    for number, size in ((0, 0), (0, 1), (0, 10), (0, 11), (1, 11), (99, 1000)):
        found = buttons(check(history(page(number, size), spoken)))
        turns = [(to.page, on) for to, on, _ in found if isinstance(to, HistoryId)]
        assert turns == (
            [] if size <= ROWS else [(max(0, number - 1), number > 0), (number + 1, (number + 1) * ROWS < size)]
        )
        exports = [to for to, _, _ in found if isinstance(to, ExportId)]
        assert exports == ([ExportId(None, "sgf"), ExportId(None, "csv")] if size else [])


def test_what_a_history_line_says(texts: Texts) -> None:
    own = lines(1)[0].own
    told: dict[str, str] = {}
    for role, won in (("declarer", True), ("defender", True), ("sitting", True), ("declarer", False)):
        one = replace(lines(1)[0], own=replace(own, role=role, won=won, list_points=-60), purpose=Purpose.PRACTICE)
        parts = check(history(HistoryPage((one,), 0, 1, 1), texts))
        told[f"{role} {won}"] = next(
            part["content"] for part in parts if part["type"] == TEXT and "1\\." in part["content"]
        )
    assert told["declarer True"] == "1\\. 🟢 **♥ Hearts** −60\n-# declarer · won · <t:1790000000:f> · practice"
    assert told["declarer False"].startswith("1\\. 🔴 **♥ Hearts** −60\n-# declarer · lost")
    assert told["defender True"].startswith("1\\. 🔴 **♥ Hearts** −60\n-# defender · lost")
    assert told["sitting True"].startswith("1\\. 🔵 **♥ Hearts** −60\n-# sat out ·")
    for role, game in (("ramsch", "Ramsch"), ("passed", "Passed in"), ("sitting", "No declarer")):
        one = replace(lines(1)[0], own=replace(own, role=role, won=None, contract=None))
        assert f"🔵 **{game}**" in words(check(history(HistoryPage((one,), 0, 1, 1), texts)))


def test_the_message_with_a_file(texts: Texts) -> None:
    view = file("skat-7-4.sgf", 1, texts, all_of_them=True)
    container = view.to_components()[0]
    kinds = [part["type"] for part in container["components"]]  # type: ignore[typeddict-item]  # a container
    assert kinds == [10, 13]
    assert "latest 1000" in str(file("a.csv", 1000, texts, all_of_them=False).to_components())


def test_steps_have_a_title_each(spoken: Texts) -> None:
    assert {stage.value for stage in Stage} == {"auction", "skat", "trick", "rest"}
    for stage in (Stage.AUCTION, Stage.SKAT, Stage.REST):
        assert spoken(f"replay.{stage.value}")
