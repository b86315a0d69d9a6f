"""What a seat knows of the cards during play, as masks: its own, who may still hold what, and what lies in the skat.

Everything here comes from a View, so nothing hidden can get in.
"""

from dataclasses import dataclass
from typing import Final

from game.cards import DECK, Card
from game.computer.masks import BIT_OF, LAYOUTS, TRUMPS, mask_of, mask_points
from game.contract import GROUPS, Game
from game.state import SEATS, Seat
from game.view import View

SKAT: Final = 3
"""The place of the two cards that nobody plays."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat (0 to 2) or the skat that holds `size` unseen cards, none of them in `never`."""

    number: int
    size: int
    never: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """`fixed` are the cards known at places 0 to 3 (own hand, open hands, own discards); `places` share `unseen`.

    `played` are the cards each seat has played, the trick on the table included; `taken` the card points of the
    tricks each seat took, `tricks` their number.
    """

    game: Game
    layout: int
    seat: Seat
    leader: Seat
    trick: tuple[int, ...]
    fixed: tuple[int, int, int, int]
    unseen: int
    places: tuple[Place, ...]
    played: tuple[int, int, int]
    taken: tuple[int, int, int]
    tricks: tuple[int, int, int]

    @property
    def left(self) -> int:
        """Tricks that are not yet complete."""
        return 10 - sum(self.tricks)


def knowledge(view: View) -> Knowledge:
    """What the seat of a view knows while cards are played or Kontra is asked."""
    game, seat = view.game, view.seat
    assert game is not None
    assert seat is not None
    leader = view.leader or SEATS[0]
    layout = LAYOUTS[game]
    bits = BIT_OF[game]
    played, taken, tricks = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    never = [0, 0, 0, 0]
    rounds = [(trick.leader, trick.cards) for trick in view.tricks] + [(leader, view.trick)]
    for first, cards in rounds:
        for step, card in enumerate(cards):
            who = (first + step) % 3
            played[who] |= bits[card]
            if step and GROUPS[game][card] != GROUPS[game][cards[0]]:
                never[who] |= _group(game, cards[0])
    for trick in view.tricks:
        taken[trick.winner] += mask_points(layout, mask_of(game, trick.cards))
        tricks[trick.winner] += 1
    fixed = [0, 0, 0, 0]
    for who, hand in view.shown:
        fixed[who] = mask_of(game, hand)
    fixed[seat] = mask_of(game, view.hand)
    fixed[SKAT] = mask_of(game, _known_skat(view))
    if any(looked for _, looked in view.pushes):
        never[SKAT] = TRUMPS[layout]
    unseen = 0xFFFFFFFF & ~(played[0] | played[1] | played[2] | fixed[0] | fixed[1] | fixed[2] | fixed[3])
    sizes = (*view.counts, 2)
    places = tuple(
        Place(number, sizes[number] - fixed[number].bit_count(), never[number])
        for number in range(4)
        if sizes[number] > fixed[number].bit_count()
    )
    return Knowledge(
        game, layout, seat, leader, tuple(bits[card] for card in view.trick),
        (fixed[0], fixed[1], fixed[2], fixed[3]), unseen, places,
        (played[0], played[1], played[2]), (taken[0], taken[1], taken[2]), (tricks[0], tricks[1], tricks[2]),
    )  # fmt: skip


def _group(game: Game, card: Card) -> int:
    groups = GROUPS[game]
    return mask_of(game, [other for other in DECK if groups[other] == groups[card]])


def _known_skat(view: View) -> tuple[Card, ...]:
    """The skat, if the seat put it away itself and nobody has looked at it since."""
    if not view.put_away:
        return ()
    if view.declarer is not None:
        return view.put_away if view.declarer == view.seat else ()
    later = [looked for who, looked in view.pushes if view.seat is not None and who > view.seat]
    return () if any(later) else view.put_away
