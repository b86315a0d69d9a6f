"""What one seat may know. This module is the only reader of all hands; a view has no field for what is hidden."""

from dataclasses import dataclass
from enum import Enum

from game.actions import Action, Announce, Bid, Claim, Hold, Pass, Push, TakeSkat
from game.cards import Card
from game.contract import Contract, Game
from game.deal import legal_actions, waiting_for
from game.rules import Rules
from game.scoring import Result, result
from game.state import (
    SEATS,
    Bidding,
    Declared,
    Declaring,
    Doubling,
    Finished,
    Hand,
    Hands,
    Playing,
    Pushing,
    Question,
    Seat,
    State,
    Terms,
    Trick,
)

AuctionStep = tuple[Seat, Bid | Hold | Pass]


class Phase(Enum):
    BIDDING = "bidding"
    DECLARING = "declaring"
    DOUBLING = "doubling"
    PUSHING = "pushing"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What everyone sees once a deal is over: the hands and the skat as dealt, the skat as it lay, the result."""

    hands: Hands
    skat: Hand
    put_away: Hand
    result: Result


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge of a deal; with `seat` None that of the public board.

    `hand` is the seat's own; `picked_up` and `put_away` are the two cards it took and laid away itself. `shown` are
    open hands by seat (Ouvert, a claimant). `pushes` tells for each push of a Schieberamsch whether the skat had been
    looked at. `legal` is what the seat may do now. `hidden` is None until the deal is over.
    """

    seat: Seat | None
    phase: Phase
    rules: Rules
    turn: Seat | None
    waiting: tuple[Seat, ...]
    moves: int
    hand: Hand
    picked_up: Hand
    put_away: Hand
    legal: tuple[Action, ...]
    auction: tuple[AuctionStep, ...]
    bid: int
    declarer: Seat | None
    skat_taken: bool
    contract: Contract | None
    game: Game | None
    kontra: Seat | None
    re: bool
    pushes: tuple[tuple[Seat, bool], ...]
    tricks: tuple[Trick, ...]
    trick: tuple[Card, ...]
    counts: tuple[int, int, int]
    shown: tuple[tuple[Seat, Hand], ...]
    question: Question | None
    hidden: Disclosure | None

    @property
    def leader(self) -> Seat | None:
        """Who led the trick on the table, or leads the next one."""
        if self.phase is Phase.DOUBLING:
            return Seat.FOREHAND
        if self.phase is not Phase.PLAYING or self.turn is None:
            return None
        return SEATS[(self.turn - len(self.trick)) % 3]

    @property
    def defenders(self) -> tuple[Seat, ...]:
        return self.declarer.others if self.declarer is not None else ()


def view_for(state: State, seat: Seat | None) -> View:
    """What `seat` may know of `state`; None for the public board and for whoever sits out."""
    moves = state.moves
    auction = tuple([(who, act) for who, act in moves if isinstance(act, Bid | Hold | Pass)])
    taken = [who for who, act in moves if isinstance(act, TakeSkat)]
    terms = _terms(state)
    declared = terms if isinstance(terms, Declared) else None
    declarer = declared.declarer if declared else state.turn if isinstance(state, Declaring) else None
    contract = declared.contract if declared else None
    playing = isinstance(state, Playing | Doubling | Finished)
    hands = _hands(state)
    return View(
        seat=seat,
        phase=_PHASES[type(state)],
        rules=state.deal.rules,
        turn=None if isinstance(state, Finished) else state.turn,
        waiting=waiting_for(state),
        moves=len(moves),
        hand=hands[seat] if seat is not None else (),
        picked_up=_picked_up(state, seat) if seat in taken else (),
        put_away=_put_away(state, seat),
        legal=legal_actions(state, seat) if seat is not None else (),
        auction=auction,
        bid=_bid(state, auction),
        declarer=declarer,
        skat_taken=declarer in taken,
        contract=contract,
        game=terms.game if terms else None,
        kontra=declared.kontra if declared else None,
        re=declared.re if declared else False,
        pushes=tuple([(who, who in taken) for who, act in moves if isinstance(act, Push)]),
        tricks=state.tricks if isinstance(state, Playing | Finished) else (),
        trick=state.trick if playing else (),
        counts=(len(hands[0]), len(hands[1]), len(hands[2])),
        shown=_shown(state, hands, declared),
        question=state.talk.question if isinstance(state, Playing) else None,
        hidden=_disclosure(state) if isinstance(state, Finished) else None,
    )


_PHASES = {
    Bidding: Phase.BIDDING,
    Declaring: Phase.DECLARING,
    Doubling: Phase.DOUBLING,
    Pushing: Phase.PUSHING,
    Playing: Phase.PLAYING,
    Finished: Phase.FINISHED,
}


def _terms(state: State) -> Terms | None:
    return state.terms if isinstance(state, Playing | Doubling | Finished) else None


def _hands(state: State) -> Hands:
    return state.deal.hands if isinstance(state, Bidding) else state.hands


def _bid(state: State, auction: tuple[AuctionStep, ...]) -> int:
    if isinstance(state, Bidding | Declaring):
        return state.bid
    return max((step.value for _, step in auction if not isinstance(step, Pass)), default=0)


def _picked_up(state: State, seat: Seat | None) -> Hand:
    """The two cards `seat` took up: the skat as dealt, or what was pushed on last before."""
    skat = state.deal.skat
    for who, action in state.moves:
        if who == seat and isinstance(action, TakeSkat):
            break
        if isinstance(action, Push) and action.cards:
            skat = action.cards
    return skat


def _put_away(state: State, seat: Seat | None) -> Hand:
    for who, action in state.moves:
        if who == seat:
            match action:
                case Announce(_, discards):
                    return discards
                case Push(pushed):
                    return pushed
                case _:
                    pass
    return ()


def _shown(state: State, hands: Hands, declared: Declared | None) -> tuple[tuple[Seat, Hand], ...]:
    open_seats: set[Seat] = set()
    if declared and declared.contract.ouvert:
        open_seats.add(declared.declarer)
    open_seats.update(who for who, action in state.moves if isinstance(action, Claim))
    return tuple((seat, hands[seat]) for seat in SEATS if seat in open_seats)


def _disclosure(over: Finished) -> Disclosure:
    terms = over.terms
    put_away = over.deal.skat if terms is None else terms.skat
    return Disclosure(over.deal.hands, over.deal.skat, put_away, result(over))
