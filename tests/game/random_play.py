"""Whole deals played at random under any rules: auctions that end low, all phases, now and then a claim or an offer."""

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from game.actions import Accept, Action, Bid, Claim, Concede, Hold, Pass, Play, TakeSkat
from game.cards import DECK, Card
from game.deal import apply, legal_actions, new_deal
from game.rules import Rules
from game.state import SEATS, Bidding, Finished, Playing, Seat, State

Check = Callable[[State], None]


def random_states(
    source: random.Random, rules: Rules, *, eager: float = 0.5, talk: float = 0.02, order: Sequence[Card] = ()
) -> Iterator[State]:
    """Every state of one deal, the first to the last, of the cards in `order` or in any.

    `eager` is the chance to bid or hold rather than to pass; `talk` the chance of a claim or an offer to give up at
    each state of the play.
    """
    state: State = new_deal(order or source.sample(DECK, len(DECK)), rules)
    yield state
    while not isinstance(state, Finished):
        seat, action = _choice(source, state, eager, talk)
        state = apply(state, seat, action)
        yield state


def random_deal(
    source: random.Random, rules: Rules, *, eager: float = 0.5, talk: float = 0.02, order: Sequence[Card] = ()
) -> Finished:
    """One deal played to its end."""
    (last,) = deque(random_states(source, rules, eager=eager, talk=talk, order=order), maxlen=1)
    assert isinstance(last, Finished)
    return last


def _choice(source: random.Random, state: State, eager: float, talk: float) -> tuple[Seat, Action]:
    if isinstance(state, Playing):
        return _in_play(source, state, talk)
    assert not isinstance(state, Finished)
    seat = state.turn
    actions = legal_actions(state, seat)
    if isinstance(state, Bidding):
        return seat, _in_auction(source, actions, eager)
    # Half of all declarers and pushers look at the skat, though that is one action among many.
    if TakeSkat() in actions and source.random() < 0.5:
        return seat, TakeSkat()
    return seat, source.choice(actions)


def _in_auction(source: random.Random, actions: Sequence[Action], eager: float) -> Action:
    more = [action for action in actions if isinstance(action, Bid | Hold)]
    if not more or source.random() >= eager:
        return Pass()
    return source.choice(more[:20]) if source.random() < 0.2 else more[0]


def _in_play(source: random.Random, state: Playing, talk: float) -> tuple[Seat, Action]:
    question = state.talk.question
    if question is not None:
        seat = source.choice(question.waiting)
        return seat, source.choice(legal_actions(state, seat))
    if source.random() < talk:
        seat = source.choice(SEATS)
        offers = [action for action in legal_actions(state, seat) if isinstance(action, Claim | Concede | Accept)]
        if offers:
            return seat, source.choice(offers)
    plays = [action for action in legal_actions(state, state.turn) if isinstance(action, Play)]
    return state.turn, source.choice(plays)
