"""Kontra and Re (RULES 6): each entitled defender is asked once, the declarer at once after a Kontra."""

from dataclasses import replace

from game.actions import Action, Bid, Hold, Kontra, NoKontra, NoRe, Re
from game.illegal import Reason
from game.state import SEATS, SILENCE, Deal, Declared, Doubling, Hand, Hands, Moves, Playing, Seat, Talk


def begin(deal: Deal, moves: Moves, terms: Declared, hands: Hands) -> Doubling | Playing:
    """What follows an announcement."""
    if deal.rules.kontra != "off" and deal.rules.kontra_until == "first_lead":
        entitled = tuple(seat for seat in terms.declarer.others if may_double(deal, moves, seat))
        if entitled:
            return Doubling(deal, moves, terms, hands, (), entitled[0], entitled[1:])
        return _play_on(deal, moves, terms, hands, (), SILENCE)
    return before_card(deal, moves, terms, hands, (), SILENCE)


def before_card(deal: Deal, moves: Moves, terms: Declared, hands: Hands, trick: Hand, talk: Talk) -> Doubling | Playing:
    """What follows in the first trick when `trick` lies on the table: a question to the next defender, or play."""
    seat = SEATS[len(trick)]
    rules = deal.rules
    if (
        rules.kontra != "off"
        and rules.kontra_until == "own_first_card"
        and terms.kontra is None
        and seat is not terms.declarer
        and may_double(deal, moves, seat)
    ):
        return Doubling(deal, moves, terms, hands, trick, seat, (), talk)
    return _play_on(deal, moves, terms, hands, trick, talk)


def may_double(deal: Deal, moves: Moves, seat: Seat) -> bool:
    """Whether a defender may say Kontra under the option `kontra`."""
    if deal.rules.kontra == "needs_18":
        return any(who == seat and isinstance(action, Bid | Hold) for who, action in moves)
    return deal.rules.kontra == "any_defender"


def actions(state: Doubling) -> tuple[Action, ...]:
    return (Kontra(), NoKontra()) if state.terms.kontra is None else (Re(), NoRe())


def refusal(state: Doubling, seat: Seat, action: Action) -> Reason | None:
    asked_for_re = state.terms.kontra is not None
    match action:
        case Kontra() | NoKontra():
            if seat == state.terms.declarer:
                return Reason.KONTRA_BY_DECLARER
            if asked_for_re:
                return Reason.WRONG_PHASE
            if not may_double(state.deal, state.moves, seat):
                return Reason.KONTRA_NEEDS_18
        case Re() | NoRe():
            if seat != state.terms.declarer:
                return Reason.RE_BY_DEFENDER
            if not asked_for_re:
                return Reason.WRONG_PHASE
        case _:
            return Reason.WRONG_PHASE
    return None if seat == state.turn else Reason.WRONG_TURN


def after(state: Doubling, seat: Seat, action: Action) -> Doubling | Playing:
    moves = (*state.moves, (seat, action))
    terms = state.terms
    match action:
        case Kontra():
            return replace(state, moves=moves, terms=replace(terms, kontra=seat), turn=terms.declarer, rest=())
        case NoKontra() if state.rest:
            return replace(state, moves=moves, turn=state.rest[0], rest=state.rest[1:])
        case Re():
            terms = replace(terms, re=True)
        case _:
            pass
    return _play_on(state.deal, moves, terms, state.hands, state.trick, state.talk)


def _play_on(deal: Deal, moves: Moves, terms: Declared, hands: Hands, trick: Hand, talk: Talk) -> Playing:
    return Playing(deal, moves, terms, hands, (), trick, SEATS[len(trick)], talk)
