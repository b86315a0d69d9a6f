"""What the public picture of a table says, as values: the picture is drawn from them, its alt text written from them.

They come from the public View alone, so nothing hidden can be in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.actions import Bid, Hold, Pass
from game.cards import Card
from game.contract import Contract, Game
from game.scoring import RamschResult, Result
from game.series import chair_of, dealer, seat_of
from game.state import Hand, Seat
from game.view import Phase, View


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a chair: a name that may be shown, whether a computer, whether a person who is away."""

    name: str
    computer: bool = False
    away: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One chair of the picture. `seat` is None for the dealer of a table of four, who sits out.

    `said` is the last word in the auction; `pushed` whether the skat was looked at before it was pushed on, None
    where nothing was pushed; `tricks` are those won; `card` lies in the trick; `shown` is an open hand; `asks` a claim
    (True) or an offer to give up (False) that waits for answers; `total` the running score; `score` and `points` those
    of a finished deal, points in a Ramsch only.
    """

    chair: int
    sitter: Sitter
    seat: Seat | None
    dealer: bool
    to_move: bool
    declarer: bool
    total: int
    said: Bid | Hold | Pass | None
    pushed: bool | None
    kontra: bool
    tricks: int
    card: Card | None
    shown: Hand
    asks: bool | None
    score: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """A table in public. `number` counts deals from 0; `tricks` are those of declarer and defenders, None without them.

    `last_trick` are chair and card in the order of play, `winner` the chair that took it. `skat` is what lay in the
    skat at the end, empty while the deal runs.
    """

    number: int
    phase: Phase
    places: tuple[Place, ...]
    bid: int
    contract: Contract | None
    game: Game | None
    kontra: bool
    re: bool
    skat_taken: bool
    tricks: tuple[int, int] | None
    last_trick: tuple[tuple[int, Card], ...]
    winner: int | None
    skat: Hand
    result: Result | None

    @property
    def declarer(self) -> Place | None:
        return next((place for place in self.places if place.declarer), None)


def facts(view: View, sitters: Sequence[Sitter], number: int, totals: Sequence[int]) -> Facts:
    """The facts of deal `number` (from 0); `sitters` and running `totals` by chair.

    Raises ValueError for the view of a seat: only what everyone may know is drawn; and for a wrong number of chairs.
    """
    chairs = view.rules.chairs
    if view.seat is not None:
        raise ValueError("a picture is drawn of the public view; this one belongs to a seat")
    if len(sitters) != chairs or len(totals) != chairs:
        raise ValueError(f"{chairs} chairs need as many sitters and totals, not {len(sitters)} and {len(totals)}")
    last = view.tricks[-1] if view.tricks else None
    won = sum(trick.winner == view.declarer for trick in view.tricks)
    playing = view.contract is not None
    return Facts(
        number=number,
        phase=view.phase,
        places=tuple(_place(view, sitters[chair], chair, number, totals[chair]) for chair in range(chairs)),
        bid=view.bid,
        contract=view.contract,
        game=view.game,
        kontra=view.kontra is not None,
        re=view.re,
        skat_taken=view.skat_taken,
        tricks=(won, len(view.tricks) - won) if playing else None,
        last_trick=tuple(
            (chair_of(Seat((last.leader + place) % 3), number, chairs), card) for place, card in enumerate(last.cards)
        )
        if last
        else (),
        winner=chair_of(last.winner, number, chairs) if last else None,
        skat=view.hidden.put_away if view.hidden else (),
        result=view.hidden.result if view.hidden else None,
    )


def _place(view: View, sitter: Sitter, chair: int, number: int, total: int) -> Place:
    chairs = view.rules.chairs
    seat = seat_of(chair, number, chairs)
    question = view.question
    result = view.hidden.result if view.hidden else None
    return Place(
        chair=chair,
        sitter=sitter,
        seat=seat,
        dealer=chair == dealer(number, chairs),
        to_move=seat in view.waiting,
        declarer=seat is not None and seat == view.declarer,
        total=total,
        said=next((said for who, said in reversed(view.auction) if who == seat), None),
        pushed=next((looked for who, looked in reversed(view.pushes) if who == seat), None),
        kontra=seat is not None and seat == view.kontra,
        tricks=sum(trick.winner == seat for trick in view.tricks),
        card=_card(view, seat),
        shown=_in_order(next((hand for who, hand in view.shown if who == seat), ()), view.game),
        asks=question.claim if question and question.by == seat else None,
        score=result.scores[seat] if result and seat is not None else None,
        points=result.points[seat] if isinstance(result, RamschResult) and seat is not None else None,
    )


def _in_order(hand: Hand, game: Game | None) -> Hand:
    """As it is held: trumps first, then suit by suit, the strongest first."""
    rules = game or Game.GRAND
    trumps = frozenset(rules.trumps)
    return tuple(
        sorted(
            hand, key=lambda card: (card not in trumps, card not in trumps and -card.suit.value, -rules.strength(card))
        )
    )


def _card(view: View, seat: Seat | None) -> Card | None:
    if seat is None or view.leader is None:
        return None
    place = (seat - view.leader) % 3
    return view.trick[place] if place < len(view.trick) else None
