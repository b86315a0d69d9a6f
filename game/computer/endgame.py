"""Searching the last tricks in plain Python, where no compiled code can be had."""

from random import Random
from typing import Final

from game.actions import Play
from game.cards import Card
from game.computer.aims import aim_of
from game.computer.knowledge import knowledge
from game.computer.masks import BIT_OF
from game.computer.plain import PlainSearch
from game.computer.sampler import worlds
from game.computer.solver import Position, played
from game.view import View

TRICKS: Final = 4
"""From how many tricks before the end plain Python is fast enough."""

MOST_WORLDS: Final = 30


def endgame_card(view: View, source: Random) -> Card | None:
    """The best card of the last tricks; None before them."""
    known = knowledge(view)
    if known.left > TRICKS:
        return None
    aim = aim_of(view, known)
    terms = aim.terms
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    totals = dict.fromkeys(cards, 0.0)
    for world in worlds(known, MOST_WORLDS, source):
        needs = aim.needs(known, world)
        bonus = aim.bonus(known, world)
        search = PlainSearch(terms.alone, known.layout, terms.lowest, int(terms.tricks), bonus)
        position = Position(world[:3], known.leader, known.trick)
        for card in cards:
            after, gain = played(position, terms, BIT_OF[known.game][card])
            value = gain + search.value(after.hands, after.leader, after.trick)
            totals[card] += aim.worth(sum(value >= need for need in needs))
    return max(cards, key=lambda card: (round(totals[card], 6), -card.points, -known.game.strength(card)))
