"""What each card would have led to, all cards open: for reviews and ``python -m game solve``.

For finished deals and positions given in full only: it reads all hands.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from game.actions import Play
from game.cards import Card
from game.computer.masks import CARD_OF, LAYOUTS, mask_of
from game.computer.plain import PlainSearch
from game.computer.solver import Position, Terms, played, terms_of, thread_solver
from game.deal import apply, new_deal
from game.state import Declared, Playing, Seat, State

Search = Callable[[Position, Terms], int | None]
"""The exact value of a position; None if it gave up."""


def exact(position: Position, terms: Terms) -> int | None:
    """The search that never gives up."""
    return thread_solver().value(position, terms)


def by_plain(position: Position, terms: Terms) -> int | None:
    """The same in plain Python whatever is compiled: for the last tricks, each a new start."""
    search = PlainSearch(terms.alone, LAYOUTS[terms.game], terms.lowest, int(terms.tricks), terms.bonus)
    return search.value(position.hands, position.leader, position.trick)


@dataclass(frozen=True, slots=True)
class Judged:
    """A card that was played.

    `best` and `value` are what the lone player has at the end if everybody sees all cards and plays as well as can be,
    from before the card on and from after it: card points with the skat, or tricks. `values` has the same after each
    legal card; where it was not asked for and the card cost nothing, after that card alone. `choices` counts the legal
    cards.
    """

    trick: int
    seat: Seat
    card: Card
    terms: Terms
    choices: int
    best: int
    value: int
    values: Mapping[Card, int]


def position_of(state: Playing) -> tuple[Position, Terms]:
    """The position of a deal, and what is counted: for the declarer, in Ramsch for the seat to play."""
    game = state.terms.game
    hands = (
        mask_of(game, state.hands[0]),
        mask_of(game, state.hands[1]),
        mask_of(game, state.hands[2]),
    )
    leader = Seat((state.turn - len(state.trick)) % 3)
    trick = tuple(mask_of(game, [card]) for card in state.trick)
    terms = state.terms
    if isinstance(terms, Declared):
        return Position(hands, leader, trick), terms_of(game, terms.declarer)
    bonus = sum(card.points for card in terms.skat) if state.deal.rules.ramsch_skat == "last_trick" else 0
    return Position(hands, leader, trick), terms_of(game, state.turn, bonus)


def gained(state: Playing, terms: Terms) -> int:
    """What the lone player has already: card points with the skat, or tricks."""
    taken = [trick for trick in state.tricks if trick.winner == terms.alone]
    if terms.tricks:
        return len(taken)
    skat = state.terms.skat if isinstance(state.terms, Declared) else ()
    return sum(card.points for trick in taken for card in trick.cards) + sum(card.points for card in skat)


def card_values(position: Position, terms: Terms, search: Search = exact) -> dict[Card, int] | None:
    """What the lone player gains from here on after each legal card; None if the search gave up."""
    found: dict[Card, int] = {}
    for mask in position.moves(LAYOUTS[terms.game]):
        value = _after(position, terms, mask, search)
        if value is None:
            return None
        found[CARD_OF[terms.game][mask.bit_length() - 1]] = value
    return found


def _after(position: Position, terms: Terms, mask: int, search: Search) -> int | None:
    """What the lone player gains from here on if this card is played."""
    after, gain = played(position, terms, mask)
    value = search(after, terms) if any(after.hands) else 0
    return None if value is None else gain + value


def best_value(values: Mapping[Card, int], terms: Terms, turn: int) -> int:
    """The value of the best card for the seat to play."""
    upward = (turn == terms.alone) is not terms.lowest
    return max(values.values()) if upward else min(values.values())


def hindsight(
    reached: State, counted: Terms | None = None, *, tricks: int = 10, every: bool = False, search: Search = exact
) -> Iterator[Judged]:
    """Judges the cards of the last `tricks` tricks of a deal, from the last one played back to the first.

    `counted`: what is counted instead of what `position_of` says. `every`: all legal cards are valued. It ends at the
    card at which the search gives up. Raises Illegal if a move of the deal may not be done.
    """
    later: int | None = None
    for state, card in reversed(_plays(reached)):
        if 10 - len(state.tricks) > tricks:
            return
        position, usual = position_of(state)
        terms = counted or usual
        found = _judged(state, card, position, terms, later, every=every, search=search)
        if found is None:
            return
        yield found
        # Before this card means after the one before it, as long as the same is counted for the same seat.
        later = found.best if isinstance(state.terms, Declared) else None


def _plays(reached: State) -> list[tuple[Playing, Card]]:
    """Each card that was played, with the state it was played in."""
    found: list[tuple[Playing, Card]] = []
    state: State = new_deal(reached.deal.order, reached.deal.rules)
    for seat, action in reached.moves:
        if isinstance(state, Playing) and isinstance(action, Play):
            found.append((state, action.card))
        state = apply(state, seat, action)
    return found


def _judged(
    state: Playing, card: Card, position: Position, terms: Terms, later: int | None, *, every: bool, search: Search
) -> Judged | None:
    have = gained(state, terms)
    choices = len(position.moves(LAYOUTS[terms.game]))
    if later is None:
        after = _after(position, terms, mask_of(terms.game, [card]), search)
        if after is None:
            return None
        later = have + after
    values = {card: later}
    best = later
    if choices > 1 and not every:
        rest = search(position, terms)
        if rest is None:
            return None
        best = have + rest
    if every or best != later:
        open_values = card_values(position, terms, search)
        if open_values is None:
            return None
        values = {one: have + value for one, value in open_values.items()}
        best = best_value(values, terms, position.turn)
    return Judged(len(state.tricks) + 1, state.turn, card, terms, choices, best, later, values)
