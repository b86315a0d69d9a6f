"""How likely a world is, judged by what the others did: contract, discards and bids.

Modest on purpose: weights that trust the inference too much play worse than none.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.actions import Bid, Hold
from game.computer.knowledge import SKAT, Knowledge
from game.computer.masks import BIT_POINTS, CARD_OF, NULL, TRUMPS, mask_of
from game.computer.nets import bid_chances, win_chances
from game.computer.network import Array
from game.computer.sampler import World
from game.contract import Game
from game.state import SEATS
from game.view import View

TRUMP_AWAY: Final = 0.1
"""How much less likely a discard is for each trump in it."""

ACE_AWAY: Final = 0.3

FLOOR: Final = 0.05
"""Added to each chance, so that nothing is thought impossible."""


def weights(view: View, known: Knowledge, worlds: Sequence[World]) -> list[float]:
    """A positive weight for each world."""
    found = np.ones(len(worlds))
    if view.declarer is None or not worlds:
        return found.tolist()
    masks = np.array(worlds, dtype=np.int64)
    if view.seat != view.declarer:
        found *= _contract_weights(view, known, masks)
    found *= _bid_weights(view, known, masks)
    return found.tolist()


def _contract_weights(view: View, known: Knowledge, masks: Array) -> Array:
    declarer = view.declarer
    assert declarer is not None
    ten = masks[:, declarer] | known.played[declarer]
    skat = masks[:, SKAT]
    seats = np.full(len(masks), int(declarer), dtype=np.int64)
    found = win_chances(known.layout, ten, skat, seats) + FLOOR
    if view.skat_taken and known.layout != NULL:
        trumps = np.bitwise_count(skat & TRUMPS[known.layout])
        aces = np.bitwise_count(skat & _aces(known.layout))
        found = found * TRUMP_AWAY**trumps * ACE_AWAY**aces
    return found


def _aces(layout: int) -> int:
    side = [bit for bit, points in enumerate(BIT_POINTS[layout]) if points == 11 and not TRUMPS[layout] >> bit & 1]
    return sum(1 << bit for bit in side)


def _bid_weights(view: View, known: Knowledge, masks: Array) -> Array:
    """By whether the others bid: those who passed at once are weak, those who bid are strong."""
    found = np.ones(len(masks))
    for seat in SEATS:
        if seat in (view.seat, view.declarer):
            continue
        steps = [action for who, action in view.auction if who == seat]
        if not steps:
            continue
        bid = isinstance(steps[0], Bid | Hold)
        low = (
            not bid and view.auction and min((a.value for _, a in view.auction if isinstance(a, Bid)), default=18) > 20
        )
        if low:
            continue
        ten = masks[:, seat] | known.played[seat]
        chances = bid_chances(_as_grand(known.game, ten))
        found *= (chances if bid else 1 - chances) + FLOOR
    return found


def _as_grand(game: Game, masks: Array) -> Array:
    """Masks of a game's layout as masks of the Grand layout."""
    if game in (Game.GRAND, Game.RAMSCH):
        return masks
    found = np.zeros_like(masks)
    for bit, card in enumerate(CARD_OF[game]):
        found |= ((masks >> bit) & 1) * mask_of(Game.GRAND, [card])
    return found
