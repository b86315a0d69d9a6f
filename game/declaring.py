"""Pick-up or Hand, discards and contract (RULES 3); in Schieberamsch the pushing of the skat (RULES 6)."""

from itertools import combinations

from game import doubling
from game.actions import Action, Announce, Push, TakeSkat, announcements
from game.cards import JACKS
from game.contract import Contract, offered
from game.illegal import Reason
from game.state import Declared, Declaring, Hand, Playing, Pushing, Ramsch, Seat, State, twelve, with_hand, without


def contracts(state: Declaring) -> tuple[Contract, ...]:
    """What may be announced now: pick-up games once the skat is taken, Hand games before."""
    return offered(state.hands[state.turn], state.bid, jacks_only=state.deal.rules.matadors == "jacks")


def actions(state: Declaring) -> tuple[Action, ...]:
    possible = contracts(state)
    if not state.taken:
        return (TakeSkat(), *(Announce(contract) for contract in possible))
    by_discards = announcements(possible)
    found: list[Action] = []
    for pair in combinations(state.hands[state.turn], 2):
        found += by_discards[pair]
    return tuple(found)


def refusal(state: Declaring, seat: Seat, action: Action) -> Reason | None:
    if not isinstance(action, TakeSkat | Announce):
        return Reason.WRONG_PHASE
    if seat != state.turn:
        return Reason.WRONG_TURN
    if isinstance(action, TakeSkat):
        return Reason.SKAT_ALREADY_TAKEN if state.taken else None
    contract = action.contract
    if contract.hand is state.taken:
        return Reason.HAND_AFTER_SKAT if state.taken else Reason.SKAT_NOT_TAKEN
    if contract not in contracts(state):
        return Reason.NULL_BELOW_BID if contract.null else Reason.IMPOSSIBLE_CONTRACT
    hand = state.hands[seat]
    return None if all(card in hand for card in action.discards) else Reason.CARD_NOT_HELD


def after(state: Declaring, seat: Seat, action: Action) -> State:
    moves = (*state.moves, (seat, action))
    hand = state.hands[seat]
    if not isinstance(action, Announce):
        hands = with_hand(state.hands, seat, twelve(hand, state.deal.skat))
        return Declaring(state.deal, moves, hands, seat, state.bid, taken=True)
    discards = action.discards
    terms = Declared(seat, state.bid, action.contract, discards or state.deal.skat)
    return doubling.begin(state.deal, moves, terms, with_hand(state.hands, seat, without(hand, discards)))


def pushing_actions(state: Pushing) -> tuple[Action, ...]:
    if not state.taken:
        return (TakeSkat(), Push())
    movable = [card for card in state.hands[state.turn] if card not in JACKS]
    return tuple(Push(pair) for pair in combinations(movable, 2))


def pushing_refusal(state: Pushing, seat: Seat, action: Action) -> Reason | None:
    if not isinstance(action, TakeSkat | Push):
        return Reason.WRONG_PHASE
    if seat != state.turn:
        return Reason.WRONG_TURN
    if isinstance(action, TakeSkat) or not action.cards:
        return Reason.SKAT_ALREADY_TAKEN if state.taken else None
    if not state.taken:
        return Reason.SKAT_NOT_TAKEN
    if not all(card in state.hands[seat] for card in action.cards):
        return Reason.CARD_NOT_HELD
    return Reason.JACK_PUSHED if any(card in JACKS for card in action.cards) else None


def pushing_after(state: Pushing, seat: Seat, action: Action) -> State:
    deal = state.deal
    moves = (*state.moves, (seat, action))
    hand, skat, unseen = state.hands[seat], state.skat, state.unseen
    if not isinstance(action, Push):
        hands = with_hand(state.hands, seat, twelve(hand, skat))
        return Pushing(deal, moves, hands, (), seat, taken=True, unseen=unseen)
    hands = with_hand(state.hands, seat, without(hand, action.cards))
    pushed: Hand = action.cards or skat
    unseen += not action.cards
    if seat is Seat.REARHAND:
        return Playing(deal, moves, Ramsch(pushed, unseen), hands, (), (), Seat.FOREHAND)
    return Pushing(deal, moves, hands, pushed, seat.left, taken=False, unseen=unseen)
