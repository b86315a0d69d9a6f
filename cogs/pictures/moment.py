"""What the picture of a replay says, as values: one step of a finished deal with all cards open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.pictures.facts import Sitter
from game.actions import Bid, Hold, Pass
from game.cards import Card, card_points
from game.contract import Contract, Game
from game.scoring import Result
from game.series import chair_of, dealer
from game.state import SEATS, Hand, Seat
from game.steps import Stage, Step
from game.view import View


@dataclass(frozen=True, slots=True)
class Side:
    """One seat of the picture, on its chair.

    `hand`: before the step, sorted as its player would; `card`: played in the step, `place` the how-manieth, from 0.
    `said`: the last word in the auction; `points` and `tricks` after the step, the declarer's points with the skat.
    `mark`: a few signs about the card, such as what it cost.
    """

    chair: int
    seat: Seat
    sitter: Sitter
    dealer: bool
    declarer: bool
    hand: Hand
    card: Card | None
    place: int
    won: bool
    said: Bid | Hold | Pass | None
    points: int
    tricks: int
    mark: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a deal. `number` counts deals from 0; `out`: who sits out, with the chair; `result` at the end."""

    number: int
    chairs: int
    stage: Stage
    trick: int
    sides: tuple[Side, ...]
    out: tuple[int, Sitter] | None
    bid: int
    contract: Contract | None
    game: Game | None
    dealt_skat: Hand
    put_away: Hand
    skat_taken: bool
    result: Result | None

    @property
    def declarer(self) -> Side | None:
        return next((side for side in self.sides if side.declarer), None)


def moment(
    view: View,
    step: Step,
    hands: Sequence[Hand],
    sitters: Sequence[Sitter],
    number: int,
    *,
    last: bool,
    marks: Mapping[Seat, str],
) -> Moment:
    """A step of deal `number` (from 0). `hands`: those of the step, sorted; `sitters` by chair; `last`: the last step.

    Raises ValueError for a deal that is not over.
    """
    hidden = view.hidden
    if hidden is None:
        raise ValueError("a replay shows all cards, so the deal must be over")
    chairs = view.rules.chairs
    skat = card_points(hidden.put_away) if step.stage is not Stage.AUCTION else 0

    def side(seat: Seat) -> Side:
        chair = chair_of(seat, number, chairs)
        place = (seat - step.leader) % 3 if step.leader is not None else 3
        return Side(
            chair=chair,
            seat=seat,
            sitter=sitters[chair],
            dealer=chair == dealer(number, chairs),
            declarer=seat == view.declarer,
            hand=tuple(hands[seat]),
            card=step.cards[place] if place < len(step.cards) else None,
            place=place,
            won=seat == step.winner,
            said=next((said for who, said in reversed(view.auction) if who == seat), None),
            points=step.points[seat] + (skat if seat == view.declarer else 0),
            tricks=step.tricks[seat],
            mark=marks.get(seat, ""),
        )

    dealing = dealer(number, chairs)
    return Moment(
        number=number,
        chairs=chairs,
        stage=step.stage,
        trick=step.number,
        sides=tuple(side(seat) for seat in SEATS),
        out=(dealing, sitters[dealing]) if chairs == 4 else None,
        bid=view.bid,
        contract=view.contract,
        game=view.game,
        dealt_skat=hidden.skat,
        put_away=hidden.put_away,
        skat_taken=view.skat_taken,
        result=hidden.result if last else None,
    )
