"""Reviews of finished deals, made in a thread of their own and kept, so that neither the loop nor a player waits.

One deal is reviewed once, however many ask; whoever asks before it is done is given what has been judged by then.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from game.computer.endgame import TRICKS
from game.computer.hindsight import Judged, by_plain, hindsight
from game.computer.levels import is_warm
from game.computer.review import Goal, Review, goal_of, review, until
from game.state import Finished

log = logging.getLogger(__name__)

PATIENCE: Final = 6.0
"""Seconds that who asks waits for a review."""
DEADLINE: Final = 60.0
"""Seconds that a review may take while nobody waits for it any more."""
KEPT: Final = 256
WAITING: Final = 32
"""Deals that may wait for the thread; more are not begun."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as far as it has come; `more`: who asks again later may see more of it."""

    review: Review
    more: bool


@dataclass(frozen=True, slots=True)
class _Work:
    """A review in the making; `judged` is filled by the thread, from the last card of the deal on."""

    over: Finished
    goal: Goal
    compiled: bool
    judged: list[Judged] = field(default_factory=list[Judged])

    def run(self) -> None:
        if self.compiled:
            found = hindsight(self.over, self.goal.terms, search=until(time.monotonic() + DEADLINE))
        else:
            found = hindsight(self.over, self.goal.terms, tricks=TRICKS, search=by_plain)
        for one in found:
            self.judged.append(one)

    def so_far(self) -> Review:
        return review(self.over, self.goal, tuple(self.judged))


class Reviews:
    """`search` False: there is no compiled search, only the last tricks are reviewed."""

    def __init__(self, *, search: bool, patience: float = PATIENCE) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._search = search
        self._patience = patience
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._begun: dict[str, tuple[_Work, asyncio.Future[None]]] = {}

    async def review(self, deal: str, over: Finished) -> Reviewed | None:
        """The review of a deal as far as it has come within `patience`; None where nobody declared, or too many wait.

        A review that is not done goes on, and may be by the next call.
        """
        kept = self._kept.get(deal)
        if kept is not None:
            return Reviewed(kept, more=False)
        begun = self._begun.get(deal)
        if begun is None:
            goal = goal_of(over)
            if goal is None or len(self._begun) >= WAITING:
                return None
            work = _Work(over, goal, self._search and is_warm())
            done = asyncio.get_running_loop().run_in_executor(self._threads, work.run)
            begun = self._begun[deal] = work, done
            done.add_done_callback(lambda done: self._finished(deal, work, done))
        work, done = begun
        await asyncio.wait([done], timeout=self._patience)
        found = work.so_far()
        return Reviewed(found, more=deal not in self._kept and not found.complete)

    def _finished(self, deal: str, work: _Work, done: "asyncio.Future[None]") -> None:
        del self._begun[deal]
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            log.error("deal %s: its review failed", deal, exc_info=error)
            return
        # What was begun before the compiled search was ready is worth another try.
        if work.compiled or not self._search:
            self._kept[deal] = work.so_far()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
