"""What people do where the search sees no difference: the natural order of cards in games of few tricks.

A Null that every perfect defence breaks is still won against most; there the search calls all cards equal.
"""

from collections.abc import Callable, Sequence

from game.cards import DECK, Card
from game.contract import Game, winner
from game.view import View

Key = Callable[[Card], tuple[float, ...]]


def natural_order(view: View, cards: Sequence[Card]) -> list[Card]:
    """The cards, the most natural one first."""
    game = view.game
    assert game is not None
    alone = view.declarer is None or view.seat == view.declarer
    key = _alone(view, game) if alone else _against(view, game)
    return sorted(cards, key=key, reverse=True)


def takes(game: Game, trick: Sequence[Card], card: Card) -> bool:
    """Whether `card` lies highest after being played to `trick`."""
    full = (*trick, card)
    if len(full) == 1:
        return True
    if len(full) == 2:
        return winner(game, (full[0], full[1], full[0])) == 1
    return winner(game, (full[0], full[1], full[2])) == 2


def lower_out(view: View, game: Game, card: Card) -> int:
    """How many lower cards of its suit other hands may still hold."""
    gone = {one for trick in view.tricks for one in trick.cards} | set(view.trick) | set(view.hand) | set(view.put_away)
    return sum(
        game.group(other) == game.group(card) and game.strength(other) < game.strength(card)
        for other in DECK
        if other not in gone
    )


def _alone(view: View, game: Game) -> Key:
    def key(card: Card) -> tuple[float, ...]:
        danger = lower_out(view, game, card)
        if not view.trick:
            return (-danger, game.strength(card))
        if not takes(game, view.trick, card):
            return (100 + danger, game.strength(card), card.points)
        last = len(view.trick) == 2
        return (danger if last else -danger, 0, 0)

    return key


def _against(view: View, game: Game) -> Key:
    leader = view.leader
    assert leader is not None
    seats = [(leader + step) % 3 for step in range(len(view.trick))]
    declared = view.trick[seats.index(view.declarer)] if view.declarer in seats else None

    def key(card: Card) -> tuple[float, ...]:
        if declared is None:
            return (-lower_out(view, game, card), -game.strength(card))
        beaten = any(
            game.group(one) == game.group(declared) and game.strength(one) > game.strength(declared)
            for one in view.trick
        )
        if not beaten and takes(game, view.trick, card):
            # To overtake the declarer lets him off.
            return (-100 - game.strength(card), 0)
        return (game.strength(card), 0)

    return key
