"""Kontra and Re, claims and offers to give up: what is asked besides cards."""

from random import Random
from typing import Final

from game.actions import Accept, Action, Claim, Concede, Decline, Kontra, NoKontra, NoRe, Re
from game.cards import card_points
from game.computer.aims import aim_of, target_of
from game.computer.knowledge import knowledge
from game.computer.prover import claim_holds, proves
from game.computer.sampler import Sampler
from game.computer.search import drawn_worlds
from game.computer.solver import Position, Terms, thread_solver
from game.contract import Game
from game.state import Trick
from game.view import View

KONTRA_BELOW: Final = 0.15
RE_ABOVE: Final = 0.85
"""Chances of the declarer with all cards open. Real games are won more often than that says."""

GIVE_UP_ABOVE: Final = 0.97
MOST_NODES: Final = 1_000_000
ALL_WORLDS: Final = 300
FEW_NODES: Final = 20_000


def declarer_chance(view: View, worlds: int, source: Random) -> float | None:
    """The share of worlds in which the declarer reaches his target with all cards open; None if none was finished."""
    known = knowledge(view)
    aim = aim_of(view, known)
    drawn, _, _ = drawn_worlds(view, known, worlds, source)
    asked = (
        (Position(world[:3], known.leader, known.trick), aim.needs(known, world)[aim.start]) for world in drawn[:worlds]
    )
    share = thread_solver().share_reached(asked, aim.terms, MOST_NODES)
    return 1 - share if share is not None and aim.terms.lowest else share


def double(view: View, worlds: int, source: Random) -> Action:
    """Kontra against a declarer who should lose, Re with a game that should be won."""
    chance = declarer_chance(view, worlds, source)
    if Kontra() in view.legal:
        return Kontra() if chance is not None and chance < KONTRA_BELOW else NoKontra()
    return Re() if chance is not None and chance > RE_ABOVE else NoRe()


def claims(view: View) -> bool:
    """Whether to claim now: only what is proven, and not for the last card."""
    return Claim() in view.legal and view.turn == view.seat and len(view.hand) > 1 and proves(view)


def gives_up(view: View) -> bool:
    """Whether to give up now: only what cannot change any more, and only once in a deal, so that nobody is pestered."""
    return (
        Concede() in view.legal
        and view.turn == view.seat
        and len(view.hand) > 1
        and (view.seat == view.declarer or _surely_reaches_bid(view))
        and _settled(view, view.tricks)
        and not _settled(view, view.tricks[:-1])
    )


def _surely_reaches_bid(view: View) -> bool:
    """Whether the game is worth the bid however the jacks lie; a defender gives no overbid game away."""
    contract = view.contract
    assert contract is not None
    least = contract.null_value if contract.null else contract.game.base * (2 + contract.extra_levels)
    return least >= view.bid


def _settled(view: View, tricks: tuple[Trick, ...]) -> bool:
    """Whether the seat's side has lost after these tricks and nothing is left to save.

    A declarer who has lost is charged no Schneider if he gives up. Defenders must have escaped it first, and a
    declarer who announced more must still show it.
    """
    declarer, contract = view.declarer, view.contract
    if declarer is None or contract is None or contract.null:
        return False
    theirs = sum(card_points(trick.cards) for trick in tricks if trick.winner != declarer)
    if view.seat == declarer:
        target = target_of(view)
        return any(trick.winner != declarer for trick in tricks) if target == 120 else theirs > 120 - target
    his = sum(card_points(trick.cards) for trick in tricks if trick.winner == declarer)
    return not contract.schneider and his >= 61 and theirs > 30


def answer(view: View, worlds: int, source: Random) -> Action:
    """Agrees to what is proven or costs nothing."""
    question = view.question
    assert question is not None
    agreed = Accept(question.number)
    refused = Decline(question.number)
    if not question.claim:
        if question.by == view.declarer:
            return agreed
        chance = declarer_chance(view, worlds, source)
        return agreed if chance is not None and chance >= GIVE_UP_ABOVE else refused
    shown = dict(view.shown).get(question.by, ())
    # Each of the two who are asked answers for the own hand; a Null needs both hands to be broken.
    against = view.hand if view.game is not Game.NULL else None
    if claim_holds(view, question.by, shown, against) or _holds_everywhere(view):
        return agreed
    return refused


def _holds_everywhere(view: View) -> bool:
    """Whether the claimant takes all tricks (a Null declarer none) in every world, whatever the two others do."""
    known = knowledge(view)
    question = view.question
    assert question is not None
    sampler = Sampler(known)
    null = known.game is Game.NULL
    if sampler.count > ALL_WORLDS or (null and question.by != view.declarer):
        return False
    terms = Terms(known.game, question.by, lowest=null, tricks=True)
    need = 1 if null else known.left
    solver = thread_solver()
    return all(
        solver.reaches(Position(world[:3], known.leader, known.trick), terms, need, FEW_NODES) is (not null)
        for world in sampler.everything()
    )
