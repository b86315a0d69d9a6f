"""The auction (RULES 2): middlehand bids to forehand, then rearhand to the survivor; who has passed is out."""

from bisect import bisect_right

from game.actions import BID_ACTIONS, Action, Bid, Hold, Pass
from game.contract import BIDS
from game.illegal import Reason
from game.state import Bidding, Deal, Declaring, Ending, Finished, Hands, Moves, Playing, Pushing, Ramsch, Seat, State

LOWEST = BIDS[0]


def begin(deal: Deal) -> Bidding:
    return Bidding(deal, (), 0, Seat.MIDDLEHAND, Seat.FOREHAND, answering=False, waiting=Seat.REARHAND)


def actions(state: Bidding) -> tuple[Action, ...]:
    if state.answering:
        return (Hold(state.bid), Pass())
    if state.holder is None:
        return (BID_ACTIONS[0], Pass())
    return (*BID_ACTIONS[bisect_right(BIDS, state.bid) :], Pass())


def refusal(state: Bidding, seat: Seat, action: Action) -> Reason | None:
    if not isinstance(action, Bid | Hold | Pass):
        return Reason.WRONG_PHASE
    if seat != state.turn:
        return Reason.WRONG_TURN
    match action:
        case Pass():
            return None
        case Hold(value):
            if not state.answering:
                return Reason.WRONG_PHASE
            return None if value == state.bid else Reason.HOLD_OTHER_VALUE
        case Bid(value):
            if state.answering:
                return Reason.WRONG_PHASE
            if value <= state.bid:
                return Reason.BID_TOO_LOW
            alone = state.holder is None
            return None if value in BIDS and (value == LOWEST or not alone) else Reason.BID_NOT_LEGAL


def after(state: Bidding, seat: Seat, action: Action) -> State:
    deal, bidder, holder, waiting = state.deal, state.bidder, state.holder, state.waiting
    moves = (*state.moves, (seat, action))
    match action:
        case Bid(value) if holder is None:
            return _won(deal, moves, seat, value)
        case Bid(value):
            return Bidding(deal, moves, value, bidder, holder, answering=True, waiting=waiting)
        case Hold():
            return Bidding(deal, moves, state.bid, bidder, holder, answering=False, waiting=waiting)
        case _:
            pass
    if holder is None:
        return _all_passed(deal, moves)
    survivor = bidder if state.answering else holder
    if waiting is not None:
        return Bidding(deal, moves, state.bid, waiting, survivor, answering=False, waiting=None)
    if state.bid:
        return _won(deal, moves, survivor, state.bid)
    return Bidding(deal, moves, 0, survivor, None, answering=False, waiting=None)


def _won(deal: Deal, moves: Moves, declarer: Seat, bid: int) -> Declaring:
    return Declaring(deal, moves, deal.hands, declarer, bid, taken=False)


def _all_passed(deal: Deal, moves: Moves) -> State:
    hands: Hands = deal.hands
    match deal.rules.all_pass:
        case "pass_in":
            return Finished(deal, moves, None, hands, (), (), Ending.PASSED_IN)
        case "ramsch":
            return Playing(deal, moves, Ramsch(deal.skat), hands, (), (), Seat.FOREHAND)
        case "schieberamsch":
            return Pushing(deal, moves, hands, deal.skat, Seat.FOREHAND, taken=False, unseen=0)
