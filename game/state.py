"""The phases of a deal as immutable values, each with only its own fields; `moves` holds every action so far."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from game.actions import Action
from game.cards import Card
from game.contract import Contract, Game
from game.rules import Rules


class Seat(IntEnum):
    """A seat of one deal. The dealer is rearhand at a table of three and sits out at a table of four."""

    FOREHAND = 0
    MIDDLEHAND = 1
    REARHAND = 2

    @property
    def left(self) -> "Seat":
        """The next seat clockwise."""
        return SEATS[(self + 1) % 3]

    @property
    def others(self) -> tuple["Seat", "Seat"]:
        """The two other seats, clockwise."""
        return OTHERS[self]


SEATS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.REARHAND)
OTHERS: Final = (
    (Seat.MIDDLEHAND, Seat.REARHAND),
    (Seat.REARHAND, Seat.FOREHAND),
    (Seat.FOREHAND, Seat.MIDDLEHAND),
)

Hand = tuple[Card, ...]
Hands = tuple[Hand, Hand, Hand]
Move = tuple[Seat, Action]
Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """What is fixed before the first bid. Hands and skat are sorted in the order of the deck."""

    rules: Rules
    order: tuple[Card, ...]
    hands: Hands
    skat: Hand


@dataclass(frozen=True, slots=True)
class Declared:
    """A game against two defenders. `skat` holds the discards, or in a Hand game the untouched skat."""

    declarer: Seat
    bid: int
    contract: Contract
    skat: Hand
    kontra: Seat | None = None
    re: bool = False

    @property
    def game(self) -> Game:
        return self.contract.game


@dataclass(frozen=True, slots=True)
class Ramsch:
    """Everyone for themselves; `unseen` counts the seats that pushed the skat on unseen."""

    skat: Hand
    unseen: int = 0

    @property
    def game(self) -> Game:
        return Game.RAMSCH


Terms = Declared | Ramsch


@dataclass(frozen=True, slots=True)
class Trick:
    """A full trick; `cards` begin with the leader's."""

    leader: Seat
    cards: tuple[Card, Card, Card]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Question:
    """A claim or an offer to give up that waits for answers; `number` is its place among the moves, from 1."""

    number: int
    by: Seat
    claim: bool
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """Claims and offers to give up: the open question, who claimed in this deal, who offered in this trick."""

    question: Question | None = None
    claimed: tuple[Seat, ...] = ()
    offered: tuple[Seat, ...] = ()


SILENCE: Final = Talk()


@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction: `bidder` bids to `holder`; with no holder forehand is alone and may play at 18 (RULES 2)."""

    deal: Deal
    moves: Moves
    bid: int
    bidder: Seat
    holder: Seat | None
    answering: bool
    waiting: Seat | None

    @property
    def turn(self) -> Seat:
        return self.holder if self.answering and self.holder is not None else self.bidder


@dataclass(frozen=True, slots=True)
class Declaring:
    """The declarer takes the skat or announces a Hand game; once taken, the declarer's hand has twelve cards."""

    deal: Deal
    moves: Moves
    hands: Hands
    turn: Seat
    bid: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Doubling:
    """Kontra, then Re: `turn` is asked, `rest` are the defenders asked next, `trick` the cards already led."""

    deal: Deal
    moves: Moves
    terms: Declared
    hands: Hands
    trick: Hand
    turn: Seat
    rest: tuple[Seat, ...]
    talk: Talk = SILENCE


@dataclass(frozen=True, slots=True)
class Pushing:
    """Schieberamsch: `turn` takes the skat and passes on two cards, or pushes it on unseen (RULES 6)."""

    deal: Deal
    moves: Moves
    hands: Hands
    skat: Hand
    turn: Seat
    taken: bool
    unseen: int


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks are played; an open question of `talk` is answered first."""

    deal: Deal
    moves: Moves
    terms: Terms
    hands: Hands
    tricks: tuple[Trick, ...]
    trick: Hand
    turn: Seat
    talk: Talk = SILENCE


class Ending(Enum):
    """How a deal came to its end."""

    PASSED_IN = "passed_in"
    PLAYED = "played"
    CLAIMED = "claimed"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that is over; `by` claimed or gave up; `hands` and `trick` hold the cards that were not played out."""

    deal: Deal
    moves: Moves
    terms: Terms | None
    hands: Hands
    tricks: tuple[Trick, ...]
    trick: Hand
    ending: Ending
    by: Seat | None = None


State = Bidding | Declaring | Doubling | Pushing | Playing | Finished


def with_hand(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    """`hands` with the hand of one seat replaced."""
    if seat == 0:
        return (hand, hands[1], hands[2])
    if seat == 1:
        return (hands[0], hand, hands[2])
    return (hands[0], hands[1], hand)


def without(hand: Hand, gone: Hand) -> Hand:
    """`hand` less the cards `gone`."""
    return tuple([card for card in hand if card not in gone])


def twelve(hand: Hand, skat: Hand) -> Hand:
    """Hand and skat together, in the order of the deck."""
    return tuple(sorted(hand + skat))
