"""Tricks, claims and giving up (RULES 4 and 7)."""

from game import doubling
from game.actions import PLAYS, Accept, Action, Claim, Concede, Decline, Kontra, NoKontra, Play
from game.contract import GROUPS, Game, winner
from game.illegal import Reason
from game.state import (
    SEATS,
    Declared,
    Ending,
    Finished,
    Hand,
    Playing,
    Question,
    Ramsch,
    Seat,
    State,
    Talk,
    Trick,
    with_hand,
)

ALONE_WITH = 9
"""A declarer who holds at least this many cards gives up without being asked for consent (ISkO 4.4.1)."""

_CLAIM, _CONCEDE = Claim(), Concede()


def playable(game: Game, hand: Hand, trick: Hand) -> Hand:
    """The cards of `hand` that may be played to `trick`: follow the effective suit, else anything (ISkO 4.2.3)."""
    if not trick:
        return hand
    groups = GROUPS[game]
    led = groups[trick[0]]
    return tuple([card for card in hand if groups[card] == led]) or hand


def actions(state: Playing, seat: Seat) -> tuple[Action, ...]:
    question = state.talk.question
    if question is not None:
        return (Accept(question.number), Decline(question.number)) if seat in question.waiting else ()
    offers: tuple[Action, ...] = () if _claim_refusal(state, seat) else (_CLAIM,)
    if not _concede_refusal(state, seat):
        offers += (_CONCEDE,)
    if seat != state.turn:
        return offers
    plays = [PLAYS[card] for card in playable(state.terms.game, state.hands[seat], state.trick)]
    return (*plays, *offers)


def refusal(state: Playing, seat: Seat, action: Action) -> Reason | None:
    question = state.talk.question
    match action:
        case Play(card):
            if question is not None:
                return Reason.QUESTION_OPEN
            if seat != state.turn:
                return Reason.WRONG_TURN
            hand = state.hands[seat]
            if card not in hand:
                return Reason.CARD_NOT_HELD
            return None if card in playable(state.terms.game, hand, state.trick) else Reason.MUST_FOLLOW
        case Claim():
            return _claim_refusal(state, seat) or (Reason.QUESTION_OPEN if question else None)
        case Concede():
            return _concede_refusal(state, seat) or (Reason.QUESTION_OPEN if question else None)
        case Accept(number) | Decline(number):
            if question is None or number != question.number:
                return Reason.NOTHING_ASKED
            return None if seat in question.waiting else Reason.NOT_ASKED
        case Kontra() | NoKontra():
            if state.deal.rules.kontra == "off":
                return Reason.KONTRA_OFF
            if isinstance(state.terms, Declared) and seat == state.terms.declarer:
                return Reason.KONTRA_BY_DECLARER
            return Reason.WRONG_PHASE
        case _:
            return Reason.WRONG_PHASE


def _claim_refusal(state: Playing, seat: Seat) -> Reason | None:
    if seat in state.talk.claimed:
        return Reason.CLAIM_TWICE
    if state.terms.game is Game.NULL and isinstance(state.terms, Declared) and seat != state.terms.declarer:
        return Reason.CLAIM_IN_NULL
    return None if state.hands[seat] else Reason.CLAIM_WITHOUT_CARDS


def _concede_refusal(state: Playing, seat: Seat) -> Reason | None:
    if isinstance(state.terms, Ramsch):
        return Reason.CONCEDE_IN_RAMSCH
    return Reason.CONCEDE_TWICE if seat in state.talk.offered else None


def after(state: Playing, seat: Seat, action: Action) -> State:
    match action:
        case Play(card):
            return _after_card(state, seat, action, card)
        case Claim():
            talk = state.talk
            question = Question(len(state.moves) + 1, seat, True, seat.others)
            return _talking(state, seat, action, Talk(question, (*talk.claimed, seat), talk.offered))
        case Concede():
            return _after_concede(state, seat, action)
        case _:
            return _after_answer(state, seat, action)


def _after_card(state: Playing, seat: Seat, action: Action, card: int) -> State:
    deal, terms, tricks, talk = state.deal, state.terms, state.tricks, state.talk
    moves = (*state.moves, (seat, action))
    hands = with_hand(state.hands, seat, tuple([held for held in state.hands[seat] if held != card]))
    trick = (*state.trick, PLAYS[card].card)
    if len(trick) < 3:
        if not tricks and isinstance(terms, Declared) and deal.rules.kontra != "off":
            return doubling.before_card(deal, moves, terms, hands, trick, talk)
        return Playing(deal, moves, terms, hands, tricks, trick, SEATS[(seat + 1) % 3], talk)
    leader = SEATS[(seat + 1) % 3]
    full = (trick[0], trick[1], trick[2])
    taker = SEATS[(leader + winner(terms.game, full)) % 3]
    tricks = (*tricks, Trick(leader, full, taker))
    if len(tricks) == 10 or (terms.game is Game.NULL and isinstance(terms, Declared) and taker is terms.declarer):
        return Finished(deal, moves, terms, hands, tricks, (), Ending.PLAYED)
    if talk.offered:
        talk = Talk(None, talk.claimed, ())
    return Playing(deal, moves, terms, hands, tricks, (), taker, talk)


def _after_concede(state: Playing, seat: Seat, action: Action) -> State:
    terms = state.terms
    assert isinstance(terms, Declared)
    talk = state.talk
    if seat is terms.declarer:
        if len(state.hands[seat]) >= ALONE_WITH:
            return _over(state, seat, action, Ending.CONCEDED, seat)
        asked = seat.others
    else:
        if state.deal.rules.concede == "one":
            return _over(state, seat, action, Ending.CONCEDED, seat)
        asked = tuple(other for other in seat.others if other is not terms.declarer)
    question = Question(len(state.moves) + 1, seat, False, asked)
    return _talking(state, seat, action, Talk(question, talk.claimed, (*talk.offered, seat)))


def _after_answer(state: Playing, seat: Seat, action: Action) -> State:
    talk = state.talk
    question = talk.question
    assert question is not None
    waiting = tuple(other for other in question.waiting if other is not seat)
    accepted = isinstance(action, Accept)
    # A claim needs both others, an offer to give up one of those asked.
    if accepted and not (question.claim and waiting):
        return _over(state, seat, action, Ending.CLAIMED if question.claim else Ending.CONCEDED, question.by)
    open_still = bool(waiting) and accepted is question.claim
    left = Question(question.number, question.by, question.claim, waiting) if open_still else None
    return _talking(state, seat, action, Talk(left, talk.claimed, talk.offered))


def _talking(state: Playing, seat: Seat, action: Action, talk: Talk) -> Playing:
    moves = (*state.moves, (seat, action))
    return Playing(state.deal, moves, state.terms, state.hands, state.tricks, state.trick, state.turn, talk)


def _over(state: Playing, seat: Seat, action: Action, ending: Ending, by: Seat) -> Finished:
    moves = (*state.moves, (seat, action))
    return Finished(state.deal, moves, state.terms, state.hands, state.tricks, state.trick, ending, by)
