"""What must hold in every state of every deal, checked without the engine's own counting wherever that is possible."""

import pickle
import random
from dataclasses import fields, is_dataclass
from typing import Any, cast

import pytest

from game import view as views
from game.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Claim,
    Concede,
    Decline,
    Hold,
    Kontra,
    NoKontra,
    NoRe,
    Pass,
    Play,
    Push,
    Re,
    TakeSkat,
    from_text,
    to_text,
)
from game.cards import DECK, Card
from game.contract import BIDS, HAND_CONTRACTS, PICK_UP_CONTRACTS
from game.deal import apply, legal_actions, refusal, replay, waiting_for
from game.illegal import Illegal
from game.scoring import GameResult, RamschResult, result
from game.state import (
    SEATS,
    Bidding,
    Declaring,
    Doubling,
    Finished,
    Move,
    Playing,
    Pushing,
    Seat,
    State,
)

VALUES = {"7": 0, "8": 0, "9": 0, "T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}

FIXED: tuple[Action, ...] = (
    *(Bid(value) for value in (*BIDS, 0, 17, 19, 171, 189, 190, 265)),
    *(Hold(value) for value in (0, 18, 20, 22, 23, 24, 264)),
    Pass(),
    TakeSkat(),
    *(Announce(contract) for contract in HAND_CONTRACTS),
    Kontra(),
    NoKontra(),
    Re(),
    NoRe(),
    Push(),
    *(Play(card) for card in DECK),
    Claim(),
    Concede(),
)
PAIRS = tuple((one, other) for one in DECK for other in DECK if one < other)


def universe(source: random.Random, state: State, *, full: bool = False) -> list[Action]:
    """Actions of every kind, legal or forged; with `full` all announcements and pushes of any two cards."""
    pairs = PAIRS if full else source.sample(PAIRS, 12)
    forged: list[Action] = [*FIXED]
    forged += [Announce(contract, pair) for contract in PICK_UP_CONTRACTS for pair in pairs]
    forged += [Push(pair) for pair in pairs]
    numbers = {0, 1, len(state.moves), len(state.moves) + 1}
    if isinstance(state, Playing) and state.talk.question:
        numbers.add(state.talk.question.number)
    return forged + [answer(number) for number in sorted(numbers) for answer in (Accept, Decline)]


def check(state: State, source: random.Random) -> None:
    """All of them; AssertionError names what failed."""
    check_cards(state)
    check_actions(state, source)
    check_replay(state)
    check_knowledge(state)
    assert len(pickle.dumps(state)) < 4096, "a state is over 4 KB"
    if isinstance(state, Finished):
        check_points(state)


def check_cards(state: State) -> None:
    """32 cards, each once, and as many in every hand as the phase says."""
    seen: list[Card] = []
    match state:
        case Bidding():
            seen = [*_all(state.deal.hands), *state.deal.skat]
            sizes = {10}
        case Declaring() | Pushing():
            skat = state.skat if isinstance(state, Pushing) else () if state.taken else state.deal.skat
            seen = [*_all(state.hands), *skat]
            sizes = {10, 12} if state.taken else {10}
            assert len(state.hands[state.turn]) == (12 if state.taken else 10)
        case Doubling():
            seen = [*_all(state.hands), *state.terms.skat, *state.trick]
            sizes = {9, 10}
        case Playing() | Finished():
            skat = state.terms.skat if state.terms else state.deal.skat
            played = [card for trick in state.tricks for card in trick.cards]
            seen = [*_all(state.hands), *skat, *played, *state.trick]
            left = 10 - len(state.tricks)
            sizes = {left, left - 1} if state.trick else {left}
    assert len(seen) == 32, "not 32 cards"
    assert sorted(seen) == list(DECK), "a card is missing or twice"
    hands = state.deal.hands if isinstance(state, Bidding) else state.hands
    assert {len(hand) for hand in hands} <= sizes, "a hand has the wrong size"


def _all(hands: tuple[tuple[Card, ...], ...]) -> list[Card]:
    return [card for hand in hands for card in hand]


def check_actions(state: State, source: random.Random, *, full: bool = False) -> None:
    """Who may act, that `refusal` and `legal_actions` say the same of every action, and that texts round-trip."""
    waiting = waiting_for(state)
    assert bool(waiting) is not isinstance(state, Finished)
    forged = universe(source, state, full=full)
    for seat in SEATS:
        legal = legal_actions(state, seat)
        assert len(set(legal)) == len(legal), "an action is offered twice"
        if seat in waiting:
            assert legal, "a seat that is waited for has nothing to do"
        elif not (isinstance(state, Playing) and state.talk.question is None):
            assert not legal, "a seat that nobody waits for may act"
        else:
            assert all(isinstance(action, Claim | Concede) for action in legal), "more than an offer out of turn"
        for action in legal if full or len(legal) < 100 else source.sample(legal, 40):
            assert refusal(state, seat, action) is None, f"{action} is offered and refused"
            assert from_text(to_text(action)) == action, f"the text of {action} does not round-trip"
        allowed = set(legal)
        for action in forged:
            assert (refusal(state, seat, action) is None) is (action in allowed), f"{action} of {seat!r}"
        check_refused(state, seat, source.choice(forged), allowed)


def check_refused(state: State, seat: Seat, action: Action, allowed: set[Action]) -> None:
    """`apply` refuses with the reason that `refusal` names."""
    if action in allowed:
        return
    with pytest.raises(Illegal) as raised:
        apply(state, seat, action)
    assert raised.value.reason is refusal(state, seat, action)


def check_replay(state: State) -> None:
    texts = [(seat, to_text(action)) for seat, action in state.moves]
    again = replay(state.deal.order, state.deal.rules, [(seat, from_text(text)) for seat, text in texts])
    assert again == state, "the replay of the moves is another state"


def check_points(over: Finished) -> None:
    """120 points, counted from the names of the cards."""
    found = result(over)
    if over.terms is None:
        assert found.scores == (0, 0, 0)
        return
    taken = [0, 0, 0]
    for trick in over.tricks:
        taken[trick.winner] += _points(trick.cards)
    skat = _points(over.terms.skat)
    left = _points((*_all(over.hands), *over.trick))
    assert sum(taken) + skat + left == 120
    match found:
        case GameResult():
            own = taken[found.declarer] + skat
            claimed = over.ending.value == "claimed"
            rest = left if claimed and (over.by == found.declarer) is not found.contract.null else 0
            assert found.points == own + rest, "the declarer's points are counted wrongly"
            assert found.tricks >= sum(trick.winner == found.declarer for trick in over.tricks)
            assert (found.score > 0) is found.won
        case RamschResult():
            tied_or_none = over.deal.rules.ramsch_skat == "loser" and len(found.losers) != 1
            assert sum(found.points) == 120 or (tied_or_none and found.durchmarsch is None)
            assert sum(found.tricks) == 10
            assert all(score <= 0 for score in found.scores) or found.durchmarsch is not None
        case _:
            raise AssertionError("a deal with terms was not scored")


def _points(cards: tuple[Card, ...]) -> int:
    return sum(VALUES[str(card)[1]] for card in cards)


def known(state: State, seat: Seat | None) -> set[Card]:
    """The cards a seat may know, from what happened at the table alone."""
    if isinstance(state, Finished):
        return set(DECK)
    cards = set(state.deal.hands[seat]) if seat is not None else set[Card]()
    skat = state.deal.skat
    for who, action in state.moves:
        match action:
            case TakeSkat() if who == seat:
                cards |= set(skat)
            case Push(pushed) if pushed:
                skat = pushed
            case Play(card):
                cards.add(card)
            case _:
                pass
    hands = state.deal.hands if isinstance(state, Bidding) else state.hands
    for who, action in state.moves:
        if isinstance(action, Claim) or (isinstance(action, Announce) and action.contract.ouvert):
            cards |= set(hands[who])
    return cards


def cards_in(value: object) -> set[Card]:
    """Every card that a value holds, however deep."""
    if isinstance(value, Card):
        return {value}
    parts: list[Any] = []
    if isinstance(value, tuple | list | set | frozenset):
        parts = list(cast("tuple[Any, ...]", value))
    elif isinstance(value, dict):
        entries = cast("dict[Any, Any]", value)
        parts = [*entries.keys(), *entries.values()]
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    return set[Card]().union(*(cards_in(part) for part in parts))


def check_knowledge(state: State) -> None:
    """A view holds no card that its seat may not know."""
    for seat in (*SEATS, None):
        leaked = cards_in(views.view_for(state, seat)) - known(state, seat)
        assert not leaked, f"{seat!r} sees {sorted(leaked)}"


def redealt(state: State, seat: Seat | None, source: random.Random) -> State | None:
    """Another deal that `seat` cannot tell from this one: what it does not know changes places, moves and all.

    None if the moves could not have been made with the cards drawn.
    """
    hidden = [card for card in DECK if card not in known(state, seat)]
    if len(hidden) < 2:
        return None
    if source.random() < 0.5:
        drawn = source.sample(hidden, len(hidden))
    else:
        one, other = source.sample(hidden, 2)
        drawn = [other if card is one else one if card is other else card for card in hidden]
    places = dict(zip(hidden, drawn, strict=True))
    order = tuple(places.get(card, card) for card in state.deal.order)
    try:
        return replay(order, state.deal.rules, [_moved(move, places) for move in state.moves])
    except Illegal:
        return None


def _moved(move: Move, places: dict[Card, Card]) -> Move:
    seat, action = move
    match action:
        case Announce(contract, discards) if discards:
            return seat, Announce(contract, tuple(places.get(card, card) for card in discards))
        case Push(pushed) if pushed:
            return seat, Push(tuple(places.get(card, card) for card in pushed))
        case _:
            return move


def check_secrecy(state: State, source: random.Random, tries: int = 2) -> int:
    """Every view and what it may do stay equal however the hidden cards lie; returns how many deals were compared."""
    if isinstance(state, Finished):
        return 0
    compared = 0
    for seat in (*SEATS, None):
        before = views.view_for(state, seat)
        for _ in range(tries):
            other = redealt(state, seat, source)
            if other is None or other == state:
                continue
            compared += 1
            assert views.view_for(other, seat) == before, f"the view of {seat!r} depends on hidden cards"
            if seat is not None:
                assert legal_actions(other, seat) == legal_actions(state, seat), "what may be done does"
    return compared
