"""The computer players and their characters. A player is given views and nothing else.

Whether a defender's partner is a person is not in a view, so at every level defenders play at least as well as Club.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from game.actions import Action, Claim, Concede, Play
from game.computer.endgame import endgame_card
from game.computer.native import READY
from game.computer.prover import proves
from game.computer.thumb import rule_of_thumb
from game.view import Phase, View

if TYPE_CHECKING or READY:
    from game.computer import answers, auction, pushing
    from game.computer.search import Budget, choose_card
    from game.computer.warming import exercise

log = logging.getLogger(__name__)

__all__ = ["LEVELS", "Level", "Player", "RulePlayer", "is_warm", "player", "proves", "warm", "warm_up"]


@dataclass(frozen=True, slots=True)
class Level:
    """`worlds` are searched for a card, within `seconds`. `thinks`: bids and declares by the networks.

    `slips`: how often a declarer of this level plays a card at random.
    """

    name: str
    worlds: int
    seconds: float
    thinks: bool
    slips: float = 0.0


BEGINNER: Final = Level("beginner", 12, 0.5, thinks=False, slips=0.12)
CLUB: Final = Level("club", 12, 0.5, thinks=True)
EXPERT: Final = Level("expert", 200, 0.9, thinks=True)

LEVELS: Final = {level.name: level for level in (BEGINNER, CLUB, EXPERT)}

_warm = threading.Event()
_warming = threading.Lock()


def warm_up() -> None:
    """Compiles or loads the search and the networks; returns when players can use them."""
    if not READY:
        return
    with _warming:
        if not _warm.is_set():
            exercise()
            _warm.set()


def warm() -> threading.Thread:
    """Starts `warm_up` in a thread of its own. Until it is done, players go by rules of thumb."""

    def work() -> None:
        start = time.monotonic()
        try:
            warm_up()
            if is_warm():
                log.info("computers search from now on, %.1f s after the start", time.monotonic() - start)
        except Exception as error:  # noqa: BLE001  # a compiler may fail in any way, and rules of thumb remain
            log.warning("compiling the search failed, computers play by rules of thumb: %s", type(error).__name__)

    thread = threading.Thread(target=work, name="warm", daemon=True)
    thread.start()
    return thread


def is_warm() -> bool:
    """Whether players search."""
    return _warm.is_set()


class Player:
    """One computer player. Without `worlds` a card may take as long as the level allows; with it only they count.

    The same seed, views and `worlds` give the same choices, in whatever order views are asked.
    """

    def __init__(self, level: Level, seed: int | None = None, worlds: int | None = None) -> None:
        self.level = level
        self._seed = seed if seed is not None else Random().getrandbits(32)
        self._worlds = worlds
        self.fallbacks = 0

    def choose(self, view: View) -> Action:
        """A legal action for the view's seat; by rules of thumb if the search fails, which is counted."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            action = self._choose(view)
        except Exception as error:  # noqa: BLE001  # whatever goes wrong, the table goes on
            log.warning("a computer of level %s failed: %s", self.level.name, type(error).__name__)
            action = None
        if action is not None and action in view.legal:
            return action
        self.fallbacks += 1
        return rule_of_thumb(view)

    def _choose(self, view: View) -> Action | None:
        source = Random(f"{self._seed} {view.seat} {view.moves}")
        if not is_warm():
            return self._by_rule(view, source)
        count = self._worlds if self._worlds is not None else self.level.worlds
        match view.phase:
            case Phase.BIDDING if self.level.thinks:
                return auction.bid(view, source)
            case Phase.DECLARING if self.level.thinks:
                return auction.declare(view, source)
            case Phase.DOUBLING if self.level.thinks:
                return answers.double(view, min(count, 40), source)
            case Phase.PUSHING if self.level.thinks:
                return pushing.push(view, count, source)
            case Phase.PLAYING if view.question is not None:
                return answers.answer(view, min(count, 40), source)
            case Phase.PLAYING:
                return self._card(view, count, source)
            case _:
                return rule_of_thumb(view)

    def _by_rule(self, view: View, source: Random) -> Action:
        if view.phase is Phase.PLAYING and view.question is None:
            card = endgame_card(view, source)
            if card is not None:
                return Play(card)
        return rule_of_thumb(view)

    def _card(self, view: View, count: int, source: Random) -> Action | None:
        if answers.claims(view):
            return Claim()
        if answers.gives_up(view):
            return Concede()
        cards = [action.card for action in view.legal if isinstance(action, Play)]
        if len(cards) == 1:
            return Play(cards[0])
        if self.level.slips and view.seat == view.declarer:
            # A beginner's declarer play: rules of thumb, and now and then any card at all.
            return Play(source.choice(cards)) if source.random() < self.level.slips else rule_of_thumb(view)
        seconds = None if self._worlds is not None else self.level.seconds
        card = choose_card(view, Budget(count, seconds), source)
        # No world was finished in time: a position as hard as that is left to the rules of thumb.
        return rule_of_thumb(view) if card is None else Play(card)


class RulePlayer:
    """Rules of thumb and no search."""

    fallbacks = 0

    def choose(self, view: View) -> Action:
        return rule_of_thumb(view)


Chooser = Callable[[View], Action]


def player(level: str, seed: int | None = None, worlds: int | None = None) -> Player | RulePlayer:
    """A player of a level, or of ``rules``. Raises KeyError for another name."""
    if level == "rules":
        return RulePlayer()
    return Player(LEVELS[level], seed, worlds)
