"""Advice to the person at a seat: what a strong player would do with the same view, and how likely it is to succeed."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from game.actions import Action, Announce, Bid, Hold, Pass, Play, TakeSkat
from game.computer.levels import EXPERT, Player, RulePlayer, is_warm
from game.computer.native import READY
from game.contract import Game
from game.view import Phase, View

if TYPE_CHECKING or READY:
    from game.computer import answers
    from game.computer.search import Budget, best_card, judge
    from game.computer.worth import best_plans, playing_chance

SKATS: Final = 32
WORLDS: Final = 40


@dataclass(frozen=True, slots=True)
class Advice:
    """`chance`: about how often the view's side wins then, from 0 to 1, None if that was not reckoned.

    Where `action` is a bid, a hold or a pass it is the chance to win a game of one's own at that value.
    """

    action: Action
    chance: float | None = None


def advise(view: View, player: Player | RulePlayer) -> Advice:
    """What `player` would do for the view's seat, which is to move. Takes up to a second."""
    if not is_warm() or isinstance(player, RulePlayer):
        return Advice(player.choose(view))
    source = Random(f"{view.seat} {view.moves}")
    if view.phase is Phase.PLAYING and view.question is None and view.game is not Game.RAMSCH:
        return _card(view, player, source)
    action = player.choose(view)
    return Advice(action, _chance(view, action, source))


def _card(view: View, player: Player, source: Random) -> Advice:
    """A card from the one search that also gives the chance; claims and the only card are the player's own matter."""
    if answers.claims(view) or sum(isinstance(action, Play) for action in view.legal) == 1:
        return Advice(player.choose(view))
    found = judge(view, Budget(EXPERT.worlds, EXPERT.seconds), source)
    if found is None:
        return Advice(player.choose(view))
    # In Null the search asks for a trick of the declarer's, which is what he must not take.
    reached = min(1.0, found.chance)
    won = 1 - reached if view.game is Game.NULL else reached
    return Advice(Play(best_card(view, found)), won if view.seat == view.declarer else 1 - won)


def _chance(view: View, action: Action, source: Random) -> float | None:
    assert view.seat is not None
    match view.phase, action:
        case Phase.BIDDING, Bid(value) | Hold(value):
            return playing_chance(view.hand, view.seat, value, view.rules, source, SKATS)
        case Phase.BIDDING, Pass():
            asked = next((other.value for other in view.legal if isinstance(other, Bid | Hold)), None)
            return asked and playing_chance(view.hand, view.seat, asked, view.rules, source, SKATS)
        case Phase.DECLARING, TakeSkat():
            return playing_chance(view.hand, view.seat, view.bid, view.rules, source, SKATS)
        case Phase.DECLARING, Announce(contract, discards) if discards and not contract.ouvert:
            plans = best_plans(view.hand, view.seat, view.bid, view.rules, [contract])
            return plans[0].chance if plans else None
        case Phase.DOUBLING, _:
            chance = answers.declarer_chance(view, WORLDS, source)
            return chance if chance is None or view.seat == view.declarer else 1 - chance
        case _:
            return None
