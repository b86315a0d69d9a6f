"""The same deal with the cards that a seat has never seen dealt anew, played by the same moves."""

import random
from collections.abc import Callable

from game.actions import Action, Announce, Claim, Play, Push, to_text
from game.cards import DECK, Card
from game.deal import apply, new_deal, order_of
from game.illegal import Illegal
from game.state import Bidding, Hand, Hands, Seat, State
from game.view import view_for

SHUFFLES, SWAPS = 20, 60


def seen(state: State, seat: Seat) -> set[Card]:
    """Every card that a seat has seen until now, wherever it lies, by the rules alone and not by its view."""
    hands = state.deal.hands if isinstance(state, Bidding) else state.hands
    cards = {*state.deal.hands[seat], *hands[seat]}
    for who, action in state.moves:
        match action:
            case Play(card):
                cards.add(card)
            case Announce(contract, discards):
                cards.update(discards if who == seat else ())
                cards.update(hands[who] if contract.ouvert else ())
            case Push(pushed) if who == seat:
                cards.update(pushed)
            case Claim():
                cards.update(hands[who])
            case _:
                pass
    return cards


def redealt(state: State, seat: Seat, source: random.Random) -> State | None:
    """Another deal that the seat cannot tell from this one; None if none was found that the moves fit.

    Cards that were never seen change places with each other: in the hands, in the skat, in what others laid away.
    """
    unseen = [card for card in DECK if card not in seen(state, seat)]
    for attempt in range(SHUFFLES + SWAPS):
        # Where others did not follow suit few shuffles fit, but two cards can often be exchanged.
        chosen = unseen if attempt < SHUFFLES else source.sample(unseen, min(2, len(unseen)))
        mixed = source.sample(chosen, len(chosen))
        places = dict(zip(chosen, mixed, strict=True))
        if again := _replayed(state, seat, places):
            return again
    return None


def _replayed(state: State, seat: Seat, places: dict[Card, Card]) -> State | None:
    def moved(cards: Hand) -> Hand:
        return tuple(sorted(places.get(card, card) for card in cards))

    hands: Hands = (moved(state.deal.hands[0]), moved(state.deal.hands[1]), moved(state.deal.hands[2]))
    if hands == state.deal.hands:
        return None
    old: State = new_deal(state.deal.order, state.deal.rules)
    new: State = new_deal(order_of(hands, moved(state.deal.skat)), state.deal.rules)
    for who, action in state.moves:
        try:
            new = apply(new, who, _action(action, moved))
        except Illegal:
            return None
        old = apply(old, who, action)
        assert view_for(new, seat) == view_for(old, seat), to_text(action)
    assert view_for(new, seat) == view_for(state, seat)
    return new


def _action(action: Action, moved: Callable[[Hand], Hand]) -> Action:
    match action:
        case Announce(contract, discards) if discards:
            return Announce(contract, moved(discards))
        case Push(pushed) if pushed:
            return Push(moved(pushed))
        case _:
            return action
