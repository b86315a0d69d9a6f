"""The lesson's deal: its good cards win on every way, none of the others would be better, and all of it is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game import guided, thresholds
from game.actions import PLAYS, Announce, Claim, Concede, Hold, Pass, Play, TakeSkat
from game.cards import DECK, Card, card_points, cards
from game.computer.hindsight import card_values, position_of
from game.contract import BIDS, Game, contract
from game.deal import apply, legal_actions, refusal
from game.guided import CONTRACT, DISCARDS, LEARNER, PAIRS, Idea, Stage
from game.illegal import Illegal, Reason
from game.rules import INTERNATIONAL
from game.scoring import GameResult, result
from game.state import SEATS, Bidding, Declaring, Finished, Playing, Seat
from game.view import view_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.state import Hand


def ways(path: Hand = ()) -> Iterator[tuple[Hand, Playing | Finished]]:
    """Every moment that good cards lead to."""
    state = guided.after(path)
    assert isinstance(state, Playing | Finished)
    yield path, state
    if isinstance(state, Playing):
        for card in guided.advice(state).cards:
            yield from ways((*path, card))


@pytest.fixture(scope="module")
def moments() -> list[tuple[Hand, Playing | Finished]]:
    return list(ways())


def test_it_is_dealt_from_the_whole_deck_and_what_is_on_offer_is_legal() -> None:
    assert sorted(guided.ORDER) == list(DECK)
    auction, skat, discard = map(guided.before_cards, Stage)
    assert isinstance(auction, Bidding)
    assert {Hold(18), Pass()} == set(legal_actions(auction, LEARNER))
    assert auction.bid == BIDS[0]
    assert isinstance(skat, Declaring)
    assert TakeSkat() in legal_actions(skat, LEARNER)
    assert Announce(contract(f"{CONTRACT}H")) in legal_actions(skat, LEARNER)
    assert isinstance(discard, Declaring)
    offered = legal_actions(discard, LEARNER)
    assert {Announce(contract(game), pair) for game in "DHSCG" for pair in PAIRS} <= set(offered)
    assert DISCARDS in PAIRS


def test_every_way_of_good_cards_wins_by_the_same_value(moments: list[tuple[Hand, Playing | Finished]]) -> None:
    ends = {result(state) for _, state in moments if isinstance(state, Finished)}
    assert len(ends) == 1
    (end,) = ends
    assert isinstance(end, GameResult)
    assert end.won
    assert not end.overbid
    assert (end.matadors, end.level, end.value, end.score, end.schneider) == (2, 3, 36, 36, False)
    assert thresholds.WINNING <= end.points < thresholds.SCHNEIDER


def test_good_cards_may_be_played_and_no_other_card_would_be_better(
    moments: list[tuple[Hand, Playing | Finished]],
) -> None:
    """Judged with all cards open, which the advice never is."""
    for path, state in moments:
        if isinstance(state, Playing):
            legal = [action.card for action in legal_actions(state, LEARNER) if isinstance(action, Play)]
            good = guided.advice(state).cards
            assert set(good) <= set(legal)
            assert good
            values = card_values(*position_of(state))
            assert values is not None
            # The solver tells one card of several that are equal.
            known = [values[card] for card in good if card in values]
            assert not known or min(known) == max(values.values()), (path, good)


def test_each_idea_is_met(moments: list[tuple[Hand, Playing | Finished]]) -> None:
    met = {guided.advice(state).idea for _, state in moments if isinstance(state, Playing)}
    assert met >= set(Idea) - {Idea.LAST}


def test_advice_knows_no_hidden_card() -> None:
    """The same view with the opponents' cards exchanged: the same advice."""
    for path in ((), cards("CJ"), cards("CJSJ")):
        state = guided.after(path)
        assert isinstance(state, Playing)
        first, second, third = state.hands
        swapped = Playing(
            state.deal, state.moves, state.terms, (first, third, second), state.tricks, state.trick, state.turn
        )
        assert guided.advice(swapped) == guided.advice(state)


def test_any_way_of_legal_cards_comes_to_an_end() -> None:
    """Also one that no lesson would advise: the opponents always have a legal answer."""
    seen = 0

    def follow(path: Hand, state: Playing | Finished) -> None:
        nonlocal seen
        if isinstance(state, Finished):
            seen += 1
            counted = sum(card_points(trick.cards) for trick in state.tricks) + card_points(DISCARDS)
            assert counted == thresholds.ALL_POINTS
            return
        legal = [action.card for action in legal_actions(state, LEARNER) if isinstance(action, Play)]
        for card in {legal[0], legal[-1], legal[len(legal) // 2]} if len(path) < 5 else legal[:1]:
            after = guided.after((*path, card))
            assert isinstance(after, Playing | Finished)
            assert guided.trick_with(state, card) == after.tricks[len(state.tricks)]
            follow((*path, card), after)

    start = guided.after(())
    assert isinstance(start, Playing)
    follow((), start)
    assert seen > 50


def test_why_not_is_the_rule_book() -> None:
    state = guided.after(cards("CJSJC8"))
    assert isinstance(state, Playing)
    assert state.trick[0] is Card.SA
    for card in DECK:
        assert guided.why_not(state, PLAYS[card]) is refusal(state, LEARNER, PLAYS[card])
    assert guided.why_not(state, PLAYS[Card.CT]) is Reason.MUST_FOLLOW
    assert guided.why_not(state, PLAYS[Card.CJ]) is Reason.CARD_NOT_HELD
    with pytest.raises(Illegal):
        guided.after(cards("CJSJC8CT"))
    with pytest.raises(Illegal):
        guided.after(cards("CJCJ"))


def test_opponents_play_from_their_view_alone() -> None:
    state = guided.announced(CONTRACT, DISCARDS)
    for card in cards("CJSJC8"):
        before = apply(state, LEARNER, PLAYS[card])
        for seat in SEATS:
            if isinstance(before, Playing) and before.turn == seat != LEARNER:
                view = view_for(before, seat)
                action = guided.reply(view)
                assert action in view.legal
                assert not isinstance(action, Claim | Concede)
        state = guided.answered(before)


def test_thresholds_are_those_of_the_rules() -> None:
    """RULES 1, 5, 6 and 8, written out once by hand."""
    assert (thresholds.WINNING, thresholds.SCHNEIDER, thresholds.IN_SCHNEIDER) == (61, 90, 30)
    assert (thresholds.ALL_POINTS, thresholds.DURCHMARSCH) == (120, 120)
    assert (thresholds.seeger(3), thresholds.seeger(4)) == ((50, 40), (50, 30))


def test_the_learner_is_forehand_and_plays_clubs_by_the_international_rules() -> None:
    assert LEARNER is Seat.FOREHAND
    assert CONTRACT.game is Game.CLUBS
    state = guided.after(())
    assert state.deal.rules == INTERNATIONAL
