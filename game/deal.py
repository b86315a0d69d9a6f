"""One deal of Skat: `legal_actions` says what may be done, `apply` does it. There is no other rule book."""

from collections.abc import Collection, Iterable
from typing import assert_never

from game import auction, declaring, doubling, playing
from game.actions import Action
from game.cards import DECK, Card
from game.illegal import Illegal, Reason
from game.rules import Rules
from game.state import (
    SEATS,
    Bidding,
    Deal,
    Declaring,
    Doubling,
    Finished,
    Hand,
    Hands,
    Move,
    Playing,
    Pushing,
    Seat,
    State,
)


def new_deal(order: Iterable[Card], rules: Rules) -> Bidding:
    """The start of a deal from the 32 cards as dealt: three each, the skat, four each, three each (RULES 1).

    Raises ValueError if `order` is not the whole deck, each card once.
    """
    order = tuple(order)
    if len(order) != 32 or set(order) != set(DECK):
        raise ValueError("a deal needs the 32 cards, each once")
    hands: Hands = (_hand(order, 0), _hand(order, 1), _hand(order, 2))
    return auction.begin(Deal(rules, order, hands, tuple(sorted(order[9:11]))))


def _hand(order: tuple[Card, ...], seat: int) -> Hand:
    first, second, third = 3 * seat, 11 + 4 * seat, 23 + 3 * seat
    return tuple(sorted(order[first : first + 3] + order[second : second + 4] + order[third : third + 3]))


def order_of(hands: Hands, skat: Hand) -> tuple[Card, ...]:
    """An order that deals these hands and this skat."""
    threes = sum((hand[:3] for hand in hands), ())
    fours = sum((hand[3:7] for hand in hands), ())
    return threes + skat + fours + sum((hand[7:] for hand in hands), ())


def waiting_for(state: State) -> tuple[Seat, ...]:
    """The seats the deal cannot go on without; after a claim or an offer to give up, all who have not answered."""
    if isinstance(state, Finished):
        return ()
    if isinstance(state, Playing) and state.talk.question is not None:
        return state.talk.question.waiting
    return (state.turn,)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """All that `seat` may do now. Depends on no card that is hidden from it."""
    if isinstance(state, Playing):
        return playing.actions(state, seat)
    if isinstance(state, Finished) or seat != state.turn:
        return ()
    match state:
        case Bidding():
            return auction.actions(state)
        case Declaring():
            return declaring.actions(state)
        case Doubling():
            return doubling.actions(state)
        case Pushing():
            return declaring.pushing_actions(state)


def refusal(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why `seat` may not do `action`; None exactly for the legal actions."""
    match state:
        case Playing():
            return playing.refusal(state, seat, action)
        case Bidding():
            return auction.refusal(state, seat, action)
        case Declaring():
            return declaring.refusal(state, seat, action)
        case Doubling():
            return doubling.refusal(state, seat, action)
        case Pushing():
            return declaring.pushing_refusal(state, seat, action)
        case Finished():
            return Reason.DEAL_OVER
        case _:
            assert_never(state)


def apply(state: State, seat: Seat, action: Action, *, tolerate: Collection[Reason] = ()) -> State:
    """The state after `seat` did `action`.

    `tolerate` names reasons to overlook, for records of servers with a looser auction.
    Raises Illegal; the state given is immutable, so nothing has changed then.
    """
    reason = refusal(state, seat, action)
    if reason is not None and reason not in tolerate:
        raise Illegal(reason)
    match state:
        case Playing():
            return playing.after(state, seat, action)
        case Bidding():
            return auction.after(state, seat, action)
        case Declaring():
            return declaring.after(state, seat, action)
        case Doubling():
            return doubling.after(state, seat, action)
        case Pushing():
            return declaring.pushing_after(state, seat, action)
        case Finished():
            raise Illegal(Reason.DEAL_OVER)


def replay(order: Iterable[Card], rules: Rules, moves: Iterable[Move]) -> State:
    """The state after `moves`.

    Raises Illegal at the first move that may not be done, ValueError for an impossible order.
    """
    state: State = new_deal(order, rules)
    for seat, action in moves:
        state = apply(state, SEATS[seat], action)
    return state
