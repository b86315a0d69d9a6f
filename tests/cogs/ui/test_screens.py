"""Random play through every phase: limits, unique ids, enabled exactly where legal, no hidden card."""

import random
import re
from dataclasses import replace

import discord
import pytest

from bot.texts import Texts
from cogs.ui.board import PrivateView, alt_text, board
from cogs.ui.cards import NO_EMOJIS, Emojis
from cogs.ui.deal_id import DealId
from cogs.ui.hand import hand
from cogs.ui.ids import ActionId, ChoiceId, TableId
from cogs.ui.layout import Picture, screen, text
from cogs.ui.menus import last, more
from cogs.ui.names import clean
from cogs.ui.result import StillRunning, result
from cogs.ui.scene import Chair, Scene
from cogs.ui.scores import final, scores
from game.actions import Announce, Bid, Claim, Concede, Push, from_text, to_text
from game.cards import DECK, Card, cards, cards_text
from game.contract import contract
from game.deal import legal_actions, refusal
from game.rules import Rules
from game.state import SEATS, Finished, Seat, State
from game.view import Phase, View, view_for
from tests.cogs.ui.payload import SELECT, Payload, buttons, cards_in, check, words
from tests.cogs.ui.play import HOSTILE, Moment, moments, rules_covering_pairs

RULES = rules_covering_pairs()


def visible(view: View) -> set[Card]:
    """What a screen of this view may tell."""
    if view.phase is Phase.FINISHED:
        return set(DECK)
    seen = {*view.hand, *view.trick, *view.picked_up, *view.put_away}
    seen |= {card for trick in view.tricks for card in trick.cards}
    return seen | {card for _, shown in view.shown for card in shown}


def leads_somewhere(choice: ChoiceId, state: State, seat: Seat) -> bool:
    """Whether a choice in the making can still end in a legal action."""
    legal = legal_actions(state, seat)
    match choice.verb:
        case "discard":
            pairs = [action.discards for action in legal if isinstance(action, Announce)]
            pairs += [action.cards for action in legal if isinstance(action, Push)]
            return any(set(cards(choice.selection)) <= set(pair) for pair in pairs)
        case "hand":
            game = contract(choice.selection).game
            announced = [action.contract for action in legal if isinstance(action, Announce)]
            return any(one.hand and one.game is game for one in announced)
        case "jump":
            return sum(isinstance(action, Bid) for action in legal) > 1
        case "sure":
            return from_text(choice.selection) in legal
        case "last":
            return bool(view_for(state, None).tricks) and not isinstance(state, Finished)
        case _:
            return True


def check_legality(components: list[Payload], scene: Scene, state: State, seat: Seat) -> None:
    for to, enabled, label in buttons(components):
        match to:
            case ActionId(deal, action):
                assert deal == scene.deal_id
                assert enabled is (refusal(state, seat, action) is None), (label, str(to))
            case ChoiceId(deal):
                assert deal == scene.deal_id
                assert enabled is leads_somewhere(to, state, seat), (label, str(to))
            case TableId(_, "next", number):
                assert number == str(scene.number + 1)
                assert enabled is (isinstance(state, Finished) and not scene.series.finished)
            case _:
                pass
    for component in components:
        if component["type"] == SELECT:
            values = [from_text(option["value"]) for option in component["options"]]
            assert all(refusal(state, seat, action) is None for action in values)


def choices(moment: Moment, seat: Seat, rng: random.Random) -> list[ChoiceId]:
    """Choices in the making: sensible ones of the phase, and stale ones."""
    deal = moment.scene.deal_id
    view = view_for(moment.state, seat)
    pair = sorted(rng.sample(view.hand, 2)) if len(view.hand) >= 2 else []
    found = [ChoiceId(deal, "discard", cards_text(pair)), ChoiceId(deal, "discard", cards_text(pair[:1]))]
    found += [ChoiceId(deal, "hand", rng.choice(("GH", "HHS", "CHZ", "DO", "NH", "NHO", "SH")))]
    found += [ChoiceId(deal, "jump"), ChoiceId(DealId(deal.table, deal.number + 1), "jump")]
    offers = [action for action in view.legal if isinstance(action, Claim | Concede)]
    bids = [action for action in view.legal if isinstance(action, Bid)]
    found += [ChoiceId(deal, "sure", to_text(action)) for action in (*offers, *bids[5:6])]
    return found if rng.random() < 0.3 or view.phase is not Phase.PLAYING else found[-1:]


def check_moment(moment: Moment, texts: Texts, other: Texts, rng: random.Random, emojis: Emojis) -> None:
    scene, state = moment.scene, moment.state
    public = view_for(state, None)
    if public.hidden is None:
        alt = alt_text(scene, public, other)
        shot = board(scene, public, other, emojis=emojis, shown=Picture("table.png", alt))
    else:
        shot = result(scene, public, other)
    told = check(shot)
    assert cards_in(told, other.language) <= visible(public)
    for seat in SEATS:
        view = view_for(state, seat)
        shown = [hand(scene, view, texts, emojis=emojis, note="note")]
        if view.phase is not Phase.FINISHED:
            shown += [hand(scene, view, texts, choice=choice) for choice in choices(moment, seat, rng)]
            shown.append(more(scene, view, texts, chair=scene.chair_at(seat), may_end=False, replaceable=(0, 1)))
            shown.append(last(scene, view, texts, emojis=emojis))
        for one in shown:
            components = check(one)
            check_legality(components, scene, state, seat)
            assert cards_in(components, texts.language) <= visible(view)
    if scene.sitting_out is not None:
        components = check(hand(scene, public, texts))
        assert cards_in(components, texts.language) <= visible(public)


PLAYS = 100
"""Seeds with which all three pass at a table that plays Schieberamsch, which is seldom."""


@pytest.mark.parametrize("number", range(len(RULES)))
def test_every_screen_of_random_deals(number: int, texts: Texts, emojis: Emojis) -> None:
    rng = random.Random(number)
    german, english = texts.of("de"), texts.of("en")
    phases: set[Phase] = set()
    for moment in moments(RULES[number], random.Random(PLAYS + number), deals=2):
        # The board and the hands of one table are in different languages.
        own, public = (german, english) if len(moment.state.moves) % 2 else (english, german)
        check_moment(moment, own, public, rng, emojis if rng.random() < 0.2 else NO_EMOJIS)
        phases.add(view_for(moment.state, None).phase)
    assert Phase.BIDDING in phases
    assert Phase.FINISHED in phases


def test_those_deals_reach_every_phase() -> None:
    reached: set[Phase] = set()
    for number, rules in enumerate(RULES):
        for moment in moments(rules, random.Random(PLAYS + number), deals=2):
            reached.add(view_for(moment.state, None).phase)
    assert reached == set(Phase)


def test_the_search_for_hidden_cards_finds_one(spoken: Texts) -> None:
    rng = random.Random(5)
    moment = next(iter(moments(Rules(), rng)))
    view = view_for(moment.state, Seat.FOREHAND)
    foreign = view_for(moment.state, Seat.REARHAND).hand
    leaking = check(hand(moment.scene, replace(view, put_away=foreign[:1]), spoken))
    assert cards_in(leaking, spoken.language) - visible(view) == set(foreign[:1])
    ids_only = check(hand(moment.scene, replace(view, hand=foreign), spoken))
    assert cards_in([part | {"label": "-"} for part in ids_only], spoken.language) >= set(foreign)


def shape(components: list[Payload]) -> list[tuple[object, ...]]:
    """A message without its words."""
    return [(part["type"], part.get("custom_id"), part.get("disabled"), part.get("style")) for part in components]


def test_hostile_names_change_nothing_but_the_words(spoken: Texts) -> None:
    plain = tuple(Chair(taken=True, name=name) for name in ("Anna", "Ben", "Clara", "Dora"))
    hostile = tuple(Chair(taken=True, name=clean(name)) for name in HOSTILE)
    for rules in (Rules(), Rules(chairs=4)):
        for moment in moments(rules, random.Random(8)):
            view = view_for(moment.state, None)
            draw = board if view.hidden is None else result
            neutral = replace(moment.scene, chairs=plain[: rules.chairs])
            before = check(draw(neutral, view, spoken))
            for start in range(0, len(hostile), rules.chairs):
                chairs = (hostile[start:] + hostile)[: rules.chairs]
                after = check(draw(replace(neutral, chairs=chairs), view, spoken))
                assert shape(after) == shape(before)
                told = words(after)
                assert not re.search(r"<[@#:/a-z]|@everyone|://|```", told)
                assert [len(text.split("\n")) for text in texts_of(after)] == [
                    len(text.split("\n")) for text in texts_of(before)
                ]


def texts_of(components: list[Payload]) -> list[str]:
    return [part["content"] for part in components if "content" in part]


def test_the_board_refuses_a_private_view(texts: Texts) -> None:
    moment = next(iter(moments(Rules(), random.Random(1))))
    private = view_for(moment.state, Seat.FOREHAND)
    with pytest.raises(PrivateView):
        board(moment.scene, private, texts)
    with pytest.raises(PrivateView):
        alt_text(moment.scene, private, texts)
    with pytest.raises(StillRunning):
        result(moment.scene, view_for(moment.state, None), texts)


@pytest.mark.parametrize("chairs", [3, 4])
def test_lists_and_ends_of_whole_series_fit(chairs: int, spoken: Texts) -> None:
    rules = Rules(chairs=chairs, all_pass="ramsch", bock="on")  # type: ignore[arg-type]  # a parameter of both values
    rng = random.Random(chairs)
    over: Scene | None = None
    for moment in moments(rules, rng, deals=12 * chairs):
        if isinstance(moment.state, Finished):
            over = moment.scene
            check(scores(over, spoken))
            check(result(over, view_for(moment.state, None), spoken))
    assert over is not None
    assert over.series.finished
    for page in (None, 0, 1, 5):
        check(scores(over, spoken, page=page))
    check(final(over, spoken))


def test_a_message_that_is_too_big_is_found() -> None:
    with pytest.raises(AssertionError):
        check(screen(text("x" * 4001)))
    with pytest.raises(AssertionError):
        check(discord.ui.LayoutView())
