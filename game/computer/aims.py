"""What a seat plays for: whose points are counted, which targets matter and how much.

Winning comes first. Card points beyond it count a little, because a search that sees all cards takes for certain what
is only likely, and a margin is what survives the surprise.
"""

from dataclasses import dataclass, replace
from typing import Final

from game.cards import Card
from game.computer.knowledge import SKAT, Knowledge
from game.computer.masks import mask_points
from game.computer.sampler import World
from game.computer.solver import Terms
from game.contract import Contract, Game, matadors
from game.view import View

_USUAL: Final = ((31, 0.10), (46, 0.03), (61, 1.0), (75, 0.03), (90, 0.07))
_SCHNEIDER: Final = ((61, 0.02), (75, 0.03), (90, 1.0))
_RAMSCH: Final = ((11, 0.3), (21, 0.5), (31, 0.9), (41, 1.0), (51, 0.8), (61, 0.6), (76, 0.4))


@dataclass(frozen=True, slots=True)
class Aim:
    """`targets` are totals of the lone player with their worth, rising; the search begins at number `start`.

    `own` tells whether the seat is the lone player's side; `offset` is what he has for certain already.
    """

    terms: Terms
    targets: tuple[tuple[int, float], ...]
    start: int
    own: bool
    offset: int
    counts_skat: bool

    @property
    def main(self) -> "Aim":
        """The same aim with the main target alone."""
        return replace(self, targets=self.targets[self.start : self.start + 1], start=0)

    def needs(self, known: Knowledge, world: World) -> list[int]:
        """For each target what the lone player must still gain in a world."""
        have = self.offset + (mask_points(known.layout, world[SKAT]) if self.counts_skat else 0)
        return [target - have for target, _ in self.targets]

    def bonus(self, known: Knowledge, world: World) -> int:
        """What the last trick is worth beyond its cards."""
        return mask_points(known.layout, world[SKAT]) if self.terms.game is Game.RAMSCH and self.terms.bonus else 0

    def worth(self, reached: int) -> float:
        """The seat's worth of reaching so many targets."""
        total = sum(weight for _, weight in self.targets[:reached])
        return total if self.own != self.terms.lowest else -total


def aim_of(view: View, known: Knowledge) -> Aim:
    """The aim of the view's seat."""
    seat, game = known.seat, known.game
    if view.declarer is None:
        last = view.rules.ramsch_skat == "last_trick"
        # No target of a Ramsch is the one that counts, so all are searched from the first trick.
        terms = Terms(Game.RAMSCH, seat, lowest=True, bonus=int(last))
        return Aim(terms, _RAMSCH, 2, own=True, offset=known.taken[seat], counts_skat=False)
    declarer = view.declarer
    own = seat == declarer
    if game is Game.NULL:
        return Aim(Terms(game, declarer, lowest=True, tricks=True), ((1, 1.0),), 0, own, 0, counts_skat=False)
    target = target_of(view)
    lost = sum(known.tricks) - known.tricks[declarer]
    if target == 120 and not lost:
        return Aim(Terms(game, declarer, tricks=True), ((10, 1.0),), 0, own, known.tricks[declarer], counts_skat=False)
    targets = _USUAL if target == 61 else _SCHNEIDER
    return Aim(Terms(game, declarer), targets, 2, own, known.taken[declarer], counts_skat=True)


def target_of(view: View) -> int:
    """The points the declarer needs: 61, 90 for Schneider, 120 standing for all tricks."""
    contract = view.contract
    assert contract is not None
    if contract.schwarz:
        return 120
    needed = 90 if contract.schneider else 61
    if view.seat != view.declarer:
        return needed
    return max(needed, overbid_target(contract, _twelve(view), view.bid, jacks_only=view.rules.matadors == "jacks"))


def _twelve(view: View) -> tuple[Card, ...]:
    mine = [
        card for trick in view.tricks for step, card in enumerate(trick.cards) if (trick.leader + step) % 3 == view.seat
    ]
    on_table = [
        card
        for step, card in enumerate(view.trick)
        if view.leader is not None and (view.leader + step) % 3 == view.seat
    ]
    return (*view.hand, *mine, *on_table, *view.put_away)


def overbid_target(contract: Contract, cards: tuple[Card, ...], bid: int, *, jacks_only: bool) -> int:
    """61 if the contract is worth the bid, 90 or 120 if only Schneider or Schwarz makes it so."""
    run = abs(matadors(contract.game, cards))
    if jacks_only:
        run = min(run, 4)
    level = run + 1 + contract.extra_levels
    base = contract.game.base
    if base * level >= bid:
        return 61
    if not contract.schneider and base * (level + 1) >= bid:
        return 90
    return 120 if base * (level + 2) >= bid else 61
