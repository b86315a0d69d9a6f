"""Bidding, Hand or pick-up, discards and contract, by what they are expected to be worth."""

from random import Random
from typing import Final

import numpy as np

from game.actions import Action, Announce, Bid, Hold, Pass, TakeSkat
from game.cards import DECK, Card
from game.computer.knowledge import SKAT
from game.computer.masks import LAYOUTS, NULL, mask_of, mask_points
from game.computer.nets import win_chances
from game.computer.sampler import World
from game.computer.solver import Position, Terms, thread_solver
from game.computer.worth import Pairs, Plan, best_plans, discard_chances, expected, outlook
from game.contract import Contract, Game, matadors
from game.state import SEATS, Seat
from game.view import View

SKATS: Final = 32
"""Skats that an expectation is taken over."""

PASSING: Final = -10.0
"""List points that passing is worth: mostly another plays, and mostly wins."""

HAND_MARGIN: Final = 6.0
"""How much better a Hand game must look than picking up."""

OPEN_WORLDS: Final = 40
MOST_NODES: Final = 1_000_000
SURE: Final = 0.96
"""The share of worlds in which a level must be reached with all cards open before it is announced."""


def bid(view: View, source: Random) -> Action:
    """Bids or holds as long as playing at that value is worth more than passing."""
    assert view.seat is not None
    wanted = next((action for action in view.legal if isinstance(action, Bid | Hold)), None)
    if wanted is None:
        return Pass()
    seen = outlook(view.hand, view.seat, wanted.value, view.rules, source, SKATS)
    best = max(seen.pick_up, seen.hand.worth if seen.hand is not None else -1e9)
    return wanted if best > PASSING else Pass()


def declare(view: View, source: Random) -> Action:
    """Takes the skat, or announces the best contract with its discards."""
    assert view.seat is not None
    contracts = {action.contract for action in view.legal if isinstance(action, Announce)}
    if TakeSkat() in view.legal:
        seen = outlook(view.hand, view.seat, view.bid, view.rules, source, 2 * SKATS)
        plan = seen.hand
        if plan is None or plan.contract not in contracts or plan.worth < seen.pick_up + HAND_MARGIN:
            return TakeSkat()
        return Announce(_raised(view, plan.contract, contracts, source))
    plans = best_plans(view.hand, view.seat, view.bid, view.rules, sorted(contracts, key=str))
    open_null = _open_null(view, source) if Contract(Game.NULL, ouvert=True) in contracts else None
    best = plans[0] if plans else None
    if open_null is not None and (best is None or open_null.worth > best.worth):
        best = open_null
    assert best is not None
    return Announce(best.contract, best.discards)


def _deals(cards: tuple[Card, ...], away: tuple[Card, ...], seat: Seat, game: Game, source: Random) -> list[World]:
    """Worlds in which a seat has these cards and the rest lies anyhow."""
    rest = [card for card in DECK if card not in cards and card not in away]
    found: list[World] = []
    for _ in range(OPEN_WORLDS):
        dealt = source.sample(rest, len(rest))
        hands = [0, 0, 0, mask_of(game, away or dealt[20:])]
        hands[seat] = mask_of(game, cards)
        one, other = seat.others
        hands[one], hands[other] = mask_of(game, dealt[:10]), mask_of(game, dealt[10:20])
        found.append((hands[0], hands[1], hands[2], hands[3]))
    return found


def open_chance(worlds: list[World], terms: Terms, need: int, *, skat: bool) -> float:
    """The share of worlds in which the declarer reaches `need` (stays below it in Null) with all cards open."""
    layout = LAYOUTS[terms.game]
    asked = (
        (Position(world[:3], SEATS[0]), need - (mask_points(layout, world[SKAT]) if skat else 0)) for world in worlds
    )
    share = thread_solver().share_reached(asked, terms, MOST_NODES)
    if share is None:
        return 0.0
    return 1 - share if terms.lowest else share


def _open_null(view: View, source: Random) -> Plan | None:
    """Null Ouvert with the discards that are safest in Null; the defenders see his cards but not each other's."""
    seat = view.seat
    assert seat is not None
    chances = discard_chances(Game.NULL, [view.hand], seat)[0]
    place = int(np.argmax(chances))
    if chances[place] < 0.6:
        return None
    one, other = Pairs.places[place]
    away = (view.hand[one], view.hand[other])
    kept = tuple(card for card in view.hand if card not in away)
    worlds = _deals(kept, away, seat, Game.NULL, source)
    chance = open_chance(worlds, Terms(Game.NULL, seat, lowest=True, tricks=True), 1, skat=False)
    contract = Contract(Game.NULL, ouvert=True)
    # Against open cards defenders play nearly as well as if they saw all.
    return Plan(contract, away, chance, expected(contract, chance, 0, view.bid, view.rules))


def _raised(view: View, contract: Contract, contracts: set[Contract], source: Random) -> Contract:
    """A Hand contract with what may safely be announced on top."""
    seat = view.seat
    assert seat is not None
    game = contract.game
    if contract.null:
        wanted = Contract(game, hand=True, ouvert=True)
        worlds = _deals(view.hand, (), seat, game, source)
        chance = open_chance(worlds, Terms(game, seat, lowest=True, tricks=True), 1, skat=False)
        own = np.array([mask_of(game, view.hand)], dtype=np.int64)
        skat = np.array([worlds[0][SKAT]], dtype=np.int64)
        closed = float(win_chances(NULL, own, skat, np.array([int(seat)]))[0])
        better = expected(wanted, chance, 0, view.bid, view.rules) > expected(contract, closed, 0, view.bid, view.rules)
        return wanted if better and wanted in contracts else contract
    run = abs(matadors(game, view.hand))
    if run < 3:
        return contract
    worlds = _deals(view.hand, (), seat, game, source)
    chosen = contract
    if open_chance(worlds, Terms(game, seat), 90, skat=True) >= SURE:
        chosen = Contract(game, hand=True, schneider=True)
        if open_chance(worlds, Terms(game, seat, tricks=True), 10, skat=False) >= SURE:
            chosen = Contract(game, hand=True, schneider=True, schwarz=True)
    return chosen if chosen in contracts else contract
