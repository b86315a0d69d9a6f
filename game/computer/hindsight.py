"""What each card would have led to, all cards open: for reviews and ``python -m game solve``.

For finished deals and positions given in full only: it reads all hands.
"""

from game.cards import Card
from game.computer.masks import CARD_OF, LAYOUTS, mask_of
from game.computer.solver import MOST_NODES, Position, Terms, played, terms_of, thread_solver
from game.state import Declared, Playing, Seat


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


def card_values(position: Position, terms: Terms, most_nodes: int = MOST_NODES) -> dict[Card, int] | None:
    """What the lone player gains from here on after each legal card; None if that takes too many nodes."""
    layout = LAYOUTS[terms.game]
    solver = thread_solver()
    found: dict[Card, int] = {}
    for card in position.moves(layout):
        after, gain = played(position, terms, card)
        value = solver.value(after, terms, most_nodes) if any(after.hands) else 0
        if value is None:
            return None
        found[CARD_OF[terms.game][card.bit_length() - 1]] = gain + value
    return found


def best_value(values: dict[Card, int], terms: Terms, turn: int) -> int:
    """The value of the best card for the seat to play."""
    upward = (turn == terms.alone) is not terms.lowest
    return max(values.values()) if upward else min(values.values())
