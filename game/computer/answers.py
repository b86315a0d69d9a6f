"""Kontra and Re, claims and offers to give up: what is asked besides cards."""

from random import Random
from typing import Final

from game.actions import Accept, Action, Claim, Decline, Kontra, NoKontra, NoRe, Re
from game.computer.aims import aim_of
from game.computer.knowledge import knowledge
from game.computer.prover import claim_holds, proves
from game.computer.sampler import Sampler
from game.computer.search import drawn_worlds
from game.computer.solver import Position, Terms, thread_solver
from game.contract import Game
from game.view import View

KONTRA_BELOW: Final = 0.15
RE_ABOVE: Final = 0.85
"""Chances of the declarer with all cards open. Real games are won more often than that says."""

GIVE_UP_ABOVE: Final = 0.97
MOST_NODES: Final = 1_000_000
ALL_WORLDS: Final = 300


def declarer_chance(view: View, worlds: int, source: Random) -> float | None:
    """The share of worlds in which the declarer reaches his target with all cards open; None if none was finished."""
    known = knowledge(view)
    aim = aim_of(view, known)
    solver = thread_solver()
    good = counted = 0
    drawn, _, _ = drawn_worlds(view, known, worlds, source)
    for world in drawn[:worlds]:
        need = aim.needs(known, world)[aim.start]
        position = Position(world[:3], known.leader, known.trick)
        reached = solver.reaches(position, aim.terms, need, MOST_NODES)
        if reached is not None:
            counted += 1
            good += reached is not aim.terms.lowest
    return good / counted if counted else None


def double(view: View, worlds: int, source: Random) -> Action:
    """Kontra against a declarer who should lose, Re with a game that should be won."""
    chance = declarer_chance(view, worlds, source)
    if Kontra() in view.legal:
        return Kontra() if chance is not None and chance < KONTRA_BELOW else NoKontra()
    return Re() if chance is not None and chance > RE_ABOVE else NoRe()


def claims(view: View) -> bool:
    """Whether to claim now: only what is proven, and not for the last card."""
    return Claim() in view.legal and view.turn == view.seat and len(view.hand) > 1 and proves(view)


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
    if claim_holds(view, question.by, shown) or _holds_everywhere(view):
        return agreed
    return refused


def _holds_everywhere(view: View) -> bool:
    """Whether the claimant takes all tricks (a Null declarer none) in every world, all cards open."""
    known = knowledge(view)
    question = view.question
    assert question is not None
    sampler = Sampler(known)
    if sampler.count > ALL_WORLDS or view.declarer is None:
        return False
    null = known.game is Game.NULL
    if null and question.by != view.declarer:
        return False
    if not null and question.by != view.declarer:
        # A defender's claim means his own tricks; what the partner takes is not his.
        return False
    solver = thread_solver()
    terms = Terms(known.game, question.by, lowest=null, tricks=True)
    need = 1 if null else known.left
    for world in sampler.everything():
        reached = solver.reaches(Position(world[:3], known.leader, known.trick), terms, need, MOST_NODES)
        if reached is None or reached is null:
            return False
    return True
