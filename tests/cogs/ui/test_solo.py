"""What one plays alone, in every phase and both languages: limits, hidden cards, then and now, the day's list."""

import random
from dataclasses import replace

import pytest

from bot.texts import Texts
from cogs.ui.advice import advice_line
from cogs.ui.board import alt_text
from cogs.ui.deal_id import DealId
from cogs.ui.hand import hand
from cogs.ui.ids import ChoiceId, TableId
from cogs.ui.layout import Picture
from cogs.ui.leaderboard import Row
from cogs.ui.look import Look
from cogs.ui.menus import end_question, more
from cogs.ui.past_ids import AgainId, DailyId, ReplayId
from cogs.ui.result import StillRunning
from cogs.ui.scene import Chair, Scene
from cogs.ui.solo import Standings, Then, compared, day_name, ended, result, standings, unfinished
from game.actions import Bid, Hold, Pass, Play, from_text
from game.cards import DECK, cards
from game.computer.advice import Advice
from game.journal import Purpose
from game.rules import Rules
from game.scoring import GameResult, PassedIn, RamschResult, Result
from game.scoring import result as scored
from game.series import Series
from game.state import SEATS, Finished, Seat
from game.view import Phase, View, view_for
from tests.cogs.ui.payload import buttons, cards_in, check, words
from tests.cogs.ui.play import Moment, moments

DAY = "2026-03-09"
CHAIRS = (Chair(taken=True, name="Anna"), Chair(taken=True, level="club"), Chair(taken=True, level="club"))
RULES = (
    Rules(length="12"),
    Rules(all_pass="schieberamsch", kontra="any_defender", length="unlimited"),
    Rules(all_pass="ramsch", kontra="needs_18", kontra_until="own_first_card", length="unlimited"),
)


def alone(moment: Moment, purpose: Purpose) -> Scene:
    return replace(moment.scene, chairs=CHAIRS, purpose=purpose, hint=purpose is Purpose.PRACTICE)


def visible(view: View) -> set[object]:
    seen = {*view.hand, *view.trick, *view.picked_up, *view.put_away}
    seen |= {card for trick in view.tricks for card in trick.cards}
    return {*seen, *(card for _, shown in view.shown for card in shown)}


@pytest.mark.parametrize("rules", RULES, ids=["international", "schieberamsch", "pub"])
@pytest.mark.parametrize("purpose", [Purpose.PRACTICE, Purpose.DAILY])
def test_the_hand_shows_the_whole_table_and_nothing_hidden(rules: Rules, purpose: Purpose, texts: Texts) -> None:
    rng = random.Random(3)
    for moment in moments(rules, rng, deals=2):
        spoken = texts.of(rng.choice(("de", "en")))
        scene, state = alone(moment, purpose), moment.state
        if isinstance(state, Finished):
            continue
        public = view_for(state, None)
        picture = Picture("table.webp", alt_text(scene, public, spoken))
        for seat in SEATS:
            view = view_for(state, seat)
            for shown in (None, picture):
                components = check(hand(scene, view, spoken, shown=shown))
                assert cards_in(components, spoken.language) <= visible(view)
                told = words(components)
                # The trick and the auction are there in any case, in the picture's words if not in the message's.
                assert set(view.trick) <= cards_in(components, spoken.language)
                steps = {step.value for _, step in view.auction[-2:] if isinstance(step, Bid | Hold)}
                assert all(str(value) in told for value in steps)
                hints = [
                    enabled for to, enabled, _ in buttons(components) if isinstance(to, ChoiceId) and to.verb == "hint"
                ]
                assert hints == ([seat in view.waiting] if purpose is Purpose.PRACTICE else [])
            menu = check(more(scene, view, spoken, chair=0, may_end=True))
            verbs = {to.verb for to, _, _ in buttons(menu) if isinstance(to, TableId)}
            assert verbs == {"rules", "end"}


@pytest.mark.parametrize("rules", RULES, ids=["international", "schieberamsch", "pub"])
def test_results_say_how_to_go_on(rules: Rules, spoken: Texts) -> None:
    rng = random.Random(4)
    deal = DealId(17, 3)
    for moment in moments(rules, rng, deals=6):
        if not isinstance(moment.state, Finished):
            continue
        view = view_for(moment.state, Seat.MIDDLEHAND)
        then = Then(deal, scored(moment.state), Seat.REARHAND)
        shown = check(result(alone(moment, Purpose.PRACTICE), view, spoken, day=DAY, then=then, over=True))
        assert cards_in(shown, spoken.language) == set(DECK)
        # What is reviewed is the deal that was just played, not the one it repeats.
        review = ReplayId(moment.scene.deal_id, 0, reviewed=True, by="open")
        assert {to for to, _, _ in buttons(shown)} == {*(AgainId(deal, seat) for seat in SEATS), review}
        unknown = check(result(alone(moment, Purpose.PRACTICE), view, spoken, day=DAY, then=None, over=True))
        assert [to for to, _, _ in buttons(unknown)] == [review]
        scene = alone(moment, Purpose.DAILY)
        again = AgainId(scene.deal_id)
        going = check(result(scene, view, spoken, day=DAY, over=False))
        assert {to for to, _, _ in buttons(going)} == {
            TableId(scene.table, "next", str(scene.number + 1)), DailyId("list", DAY), again,
            review, ChoiceId(scene.deal_id, "more"),
        }  # fmt: skip
        over = check(result(scene, view, spoken, day=DAY, over=True))
        assert [to for to, _, _ in buttons(over)] == [DailyId("list", DAY), review, again]


def test_no_result_of_a_running_deal(texts: Texts) -> None:
    moment = next(iter(moments(RULES[0], random.Random(1))))
    scene = alone(moment, Purpose.DAILY)
    with pytest.raises(StillRunning):
        result(scene, view_for(moment.state, Seat.FOREHAND), texts, day=DAY, over=False)


def results(kind: type[Result], rules: Rules) -> list[tuple[Finished, Result]]:
    found: list[tuple[Finished, Result]] = []
    for seed in range(40):
        for moment in moments(rules, random.Random(seed)):
            if isinstance(moment.state, Finished):
                one = scored(moment.state)
                if isinstance(one, kind):
                    found.append((moment.state, one))
    assert found
    return found


def test_then_and_now_are_told_from_ones_own_side(texts: Texts) -> None:
    scene = Scene(1, RULES[0], CHAIRS, Series(RULES[0]), purpose=Purpose.PRACTICE)
    seen: set[tuple[bool, bool]] = set()
    for state, past in results(GameResult, Rules()):
        assert isinstance(past, GameResult)
        for seat in SEATS:
            look = Look(scene, view_for(state, seat), texts)
            then, now = compared(look, Then(DealId(17, 3), past, seat))
            mine = seat == past.declarer
            who = "you" if mine else texts(f"seat.{past.declarer.name.lower()}")
            assert then.startswith(f"**Then:** {who} {'won' if past.won else 'lost'} ")
            assert then.replace("Then", "Now") == now
            assert texts.signed(past.score) in then
            assert past.contract.null or f"{past.points} points" in then
            seen.add((mine, past.won))
    assert len(seen) == 4
    (_, passed), *_ = results(PassedIn, Rules())
    (state, ramsch), *_ = results(RamschResult, Rules(all_pass="ramsch"))
    assert isinstance(ramsch, RamschResult)
    look = Look(scene, view_for(state, Seat.FOREHAND), texts)
    then, now = compared(look, Then(DealId(17, 3), passed, None))
    assert then == "**Then:** passed in."
    assert str(ramsch.points[Seat.FOREHAND]) in now
    assert compared(look, None) == []
    assert "without you" in compared(look, Then(DealId(17, 3), ramsch, None))[0]


def rows(count: int) -> tuple[Row, ...]:
    return tuple(Row(number, f"Player {number}", 400 - 7 * number, 12, 3, 1) for number in range(1, count + 1))


def test_the_list_of_the_day(spoken: Texts) -> None:
    some = rows(15)
    own = Row(31, "Zoe", -60, 4, 0, 1)
    for state, verb in (("open", "begin"), ("running", "resume"), ("played", None), ("over", None)):
        shown = check(standings(Standings(DAY, some, own, 40, state), spoken))  # type: ignore[arg-type]  # of the four
        told = words(shown)
        assert day_name(DAY, spoken) in told
        assert "Player 15" in told
        assert "Zoe" in told
        assert spoken.signed(-60) in told
        wanted = [] if verb is None else [DailyId(verb, DAY)]  # type: ignore[arg-type]  # one of the verbs
        assert [to for to, _, _ in buttons(shown)] == wanted
    nobody = words(check(standings(Standings(DAY, (), None, 0, "open"), spoken)))
    assert spoken("daily.empty") in nobody


def test_questions_and_ends_fit(spoken: Texts) -> None:
    asked = check(unfinished(DAY, "2026-03-10", 5, spoken))
    assert [to for to, _, _ in buttons(asked)] == [DailyId("resume", DAY), DailyId("begin", "2026-03-10")]
    for purpose in (Purpose.PRACTICE, Purpose.DAILY):
        scene = Scene(9, RULES[0], CHAIRS, Series(RULES[0]), purpose=purpose)
        over = check(ended(scene, spoken, DAY))
        assert [to for to, _, _ in buttons(over)] == ([DailyId("list", DAY)] if purpose is Purpose.DAILY else [])
        assert [to for to, _, _ in buttons(check(end_question(scene, spoken)))] == [TableId(9, "end-sure")]


def test_days_are_written_as_people_write_them(texts: Texts) -> None:
    assert day_name(DAY, texts.of("de")) == "09.03.2026"
    assert day_name(DAY, texts.of("en")) == "2026-03-09"


def test_advice_for_everything_one_may_do(texts: Texts) -> None:
    rng = random.Random(6)
    seen: set[type[object]] = set()
    for rules in RULES:
        for moment in moments(rules, rng, deals=3):
            for seat in () if isinstance(moment.state, Finished) else SEATS:
                view = view_for(moment.state, seat)
                if not view.legal:
                    continue
                action = rng.choice(view.legal)
                seen.add(type(action))
                for language in ("de", "en"):
                    look = Look(alone(moment, Purpose.PRACTICE), view, texts.of(language))
                    plain = advice_line(look, Advice(action))
                    reasoned = advice_line(look, Advice(action, 0.68))
                    assert plain.startswith("💡 **")
                    assert "70 %" in reasoned
                    assert len(reasoned) < 300
    assert len(seen) > 8


def test_advice_speaks_for_the_side_of_the_person(texts: Texts) -> None:
    for moment in moments(Rules(), random.Random(2), deals=4):
        view = view_for(moment.state, Seat.FOREHAND)
        if view.phase is Phase.PLAYING and view.legal and isinstance(view.legal[0], Play):
            look = Look(alone(moment, Purpose.PRACTICE), view, texts)
            told = advice_line(look, Advice(view.legal[0], 0.31))
            assert "about 30 %" in told
            assert ("you two win" in told) is (view.declarer != Seat.FOREHAND)
        elif view.phase is Phase.BIDDING and Pass() in view.legal:
            look = Look(alone(moment, Purpose.PRACTICE), view, texts)
            assert "does not pay, you win it about 5 %" in advice_line(look, Advice(Pass(), 0.04))


def test_advice_names_the_cards_of_the_persons_deck(texts: Texts) -> None:
    moment = next(iter(moments(Rules(), random.Random(2))))
    look = Look(alone(moment, Purpose.PRACTICE), view_for(moment.state, Seat.FOREHAND), texts.of("de"))
    german = replace(look, texts=texts.of("de").for_deck("de"))
    assert advice_line(look, Advice(Play(cards("CJ")[0]))) == "💡 **♣B spielen**"
    assert advice_line(german, Advice(Play(cards("CJ")[0]))) == "💡 **E·U spielen**"
    assert advice_line(look, Advice(from_text("announce.H.C7D8"))) == "💡 **♣7 ♦8 drücken und ♥ Herz ansagen**"
