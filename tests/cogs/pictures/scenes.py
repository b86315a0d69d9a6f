"""Deals played at random, through every phase, for the pictures to be drawn of."""

import random
from collections.abc import Callable, Iterator

from cogs.pictures.facts import Sitter
from game.actions import Action, Announce, Bid, Claim, Concede, Pass, TakeSkat
from game.cards import DECK
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import Rules
from game.state import State

Wish = Callable[[Action], bool]

SITTERS = (
    Sitter("Annegret"),
    Sitter("Wolf-Dieter von der Großen Heide", away=True),
    Sitter("Computer 1", computer=True),
    Sitter("Zoë"),
)
TOTALS = (120, -48, 1204, 0)


def states(rules: Rules, seed: int, wish: Wish, *, talk: bool = False) -> Iterator[State]:
    """Every state of one deal: what is wished, else a pass, else chance; claims and giving up only with `talk`."""
    source = random.Random(seed)
    order = list(DECK)
    source.shuffle(order)
    state: State = new_deal(order, rules)
    yield state
    while seats := waiting_for(state):
        actions = legal_actions(state, seats[0])
        if not talk:
            actions = [each for each in actions if not isinstance(each, Claim | Concede)]
        wished = [each for each in actions if wish(each)] or [each for each in actions if isinstance(each, Pass)]
        state = apply(state, seats[0], source.choice(wished or list(actions)))
        yield state


def contract(text: str) -> Wish:
    """The wish for a low auction and a certain contract."""

    hand = "H" in text[1:] or ("O" in text and text[0] != "N")

    def wish(action: Action) -> bool:
        match action:
            case Bid(value):
                return value == 18
            case TakeSkat():
                return not hand
            case Announce(announced):
                return str(announced) == text
            case _:
                return False

    return wish
