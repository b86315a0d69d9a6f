"""What happens at a table by itself: computers move, people are reminded and stood in for, deals follow, lobbies end.

One driver a table, one timer at a time: whatever changes wakes it, and it works out anew what is due next.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from game.actions import Accept, Action, Claim, Concede, Play
from game.chairs import Clock
from game.computer import rule_of_thumb
from game.deal import legal_actions, waiting_for
from game.illegal import Illegal, TableError
from game.journal import JournalError
from game.state import Playing, Question, Seat, State
from game.table import Table
from game.view import View, view_for

log = logging.getLogger(__name__)


class Thinker(Protocol):
    async def choose(self, level: str, view: View) -> Action:
        """The move of a computer player of `level`; may take a second of another thread's time."""
        ...

    async def proves(self, view: View) -> bool:
        """Whether the claim of the view's seat holds against every distribution and play."""
        ...


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds. `pace`: before a computer moves; `think`: until a computer that has not answered moves by rule.

    `solo_idle`: without a move, until a table closes at which a person plays alone.
    """

    pace: float = 0.8
    think: float = 5.0
    reminder: float = 60.0
    stand_in: float = 120.0
    next_deal: float = 30.0
    lobby_idle: float = 1800.0
    solo_idle: float = 86_400.0
    retry: float = 5.0


Due = tuple[float, Callable[[], Awaitable[object]]]


def forced_card(state: State, seat: Seat) -> Play | None:
    """The only card a seat may play, if playing it is all there is to decide; claims and giving up aside."""
    actions = [action for action in legal_actions(state, seat) if not isinstance(action, Claim | Concede)]
    match actions:
        case [Play() as card]:
            return card
        case _:
            return None


class Driver:
    """Drives one table until it is closed. `remind` is told each time a chair has kept the others waiting.

    Who plays alone keeps nobody waiting: they are neither reminded nor stood in for, and deals wait for them.

    `forced`: whether a person wants a card without alternative to play itself.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        thinker: Thinker,
        times: Times,
        remind: Callable[[Table, int], Awaitable[None]],
        stand_in_level: str = "club",
        forced: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._table = table
        self._clock = clock
        self._thinker = thinker
        self._times = times
        self._remind = remind
        self._level = stand_in_level
        self._forced = forced
        self._wake = asyncio.Event()
        self._reminded: tuple[str, int] | None = None
        self._examined: tuple[str, int] | None = None
        self._not_before = 0.0
        self._holds: set[str] = set()
        self.incidents = 0

    def wake(self) -> None:
        self._wake.set()

    def change_times(self, times: Times) -> None:
        """Counted from when the wait began, as if they had been so all along."""
        self._times = times
        self._wake.set()

    def hold(self, reason: str) -> None:
        """Nothing happens by itself any more until every reason is released."""
        self._holds.add(reason)
        self._wake.set()

    def release(self, reason: str) -> None:
        self._holds.discard(reason)
        self._wake.set()

    async def run(self) -> None:
        """Returns when the table is closed."""
        while not self._table.closed:
            self._wake.clear()
            due = self._due()
            if due is None:
                await self._wake.wait()
                continue
            at, work = due
            if await self._awake_until(max(at, self._not_before)):
                continue
            try:
                await work()
            except (JournalError, Illegal, TableError):
                # Too late, or nothing can be saved now: look again in a moment.
                log.warning("table %d: a step of its own failed, it is tried again", self._table.id)
                self._not_before = self._clock.time() + self._times.retry
            except Exception:
                # A fault of this program must not end the table: nobody else would move its computers.
                log.exception("table %d: a step of its own failed, it is tried again", self._table.id)
                self._not_before = self._clock.time() + self._times.retry

    async def _awake_until(self, at: float) -> bool:
        """Waits until `at`; True if something changed first."""
        seconds = at - self._clock.time()
        if seconds <= 0:
            # Lets clicks that are already waiting go first.
            await asyncio.sleep(0)
            return self._wake.is_set()
        waking = asyncio.ensure_future(self._wake.wait())
        sleeping = asyncio.ensure_future(self._clock.sleep(seconds))
        try:
            await asyncio.wait({waking, sleeping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (waking, sleeping):
                task.cancel()
            await asyncio.gather(waking, sleeping, return_exceptions=True)
        return self._wake.is_set()

    def _due(self) -> Due | None:
        if self._holds:
            return None
        table, times = self._table, self._times
        idle = table.touched + (times.solo_idle if table.solo else times.lobby_idle), self._close_idle
        if not table.started:
            return idle
        state = table.state
        if state is None and table.solo:
            return idle
        if state is None:
            number = table.deal.number
            return (table.since + times.next_deal, partial(table.next_deal, None, number)) if table.present else idle
        asked = waiting_for(state)
        question = state.talk.question if isinstance(state, Playing) else None
        if question is not None and question.claim and self._examined != (table.deal_id, question.number):
            return table.since, partial(self._examine, state, question)
        # A computer among those who are asked answers first.
        for seat in asked:
            if table.plays_itself(table.chair_at(seat)):
                pause = 0.0 if forced_card(state, seat) is not None else times.pace
                return table.since + pause, partial(self._move, state, seat, None)
        sitter = table.chairs[table.chair_at(asked[0])]
        card = forced_card(state, asked[0])
        if card is not None and sitter is not None and sitter.user is not None and self._forced(sitter.user):
            return table.since, partial(table.act, table.deal_id, len(state.moves), asked[0], card)
        return idle if table.solo else self._due_for_person(state, asked[0])

    def _due_for_person(self, state: State, seat: Seat) -> Due:
        table, times = self._table, self._times
        chair = table.chair_at(seat)
        at = (table.deal_id, len(state.moves))
        if self._reminded != at and times.reminder < times.stand_in:

            async def remind() -> None:
                self._reminded = at
                await self._remind(table, chair)

            return table.since + times.reminder, remind
        return table.since + times.stand_in, partial(self._move, state, seat, self._level)

    async def _examine(self, state: State, question: Question) -> None:
        """A claim that is proven needs nobody's consent: it is accepted for all who were asked (RULES 7)."""
        table = self._table
        self._examined = table.deal_id, question.number
        deal, moves = self._examined[0], len(state.moves)
        if await self._proven(view_for(state, question.by)):
            for later, seat in enumerate(question.waiting):
                await table.act(deal, moves + later, seat, Accept(question.number))

    async def _proven(self, view: View) -> bool:
        try:
            async with asyncio.timeout(self._times.think):
                return await self._thinker.proves(view)
        except Exception as error:  # noqa: BLE001  # a prover of any kind may fail in any way, and then people decide
            log.warning("table %d: a claim could not be examined: %s", self._table.id, type(error).__name__)
            return False

    async def _move(self, state: State, seat: Seat, stand_in: str | None) -> None:
        table = self._table
        sitter = table.chairs[table.chair_at(seat)]
        level = stand_in or (sitter.level if sitter is not None else None) or self._level
        view = view_for(state, seat)
        deal, moves = table.deal_id, len(state.moves)
        action = await self._choice(level, view)
        await table.act(deal, moves, seat, action, stand_in)

    async def _choice(self, level: str, view: View) -> Action:
        """What the computer chooses; whatever goes wrong with it, a legal action."""
        if len(view.legal) == 1:
            return view.legal[0]
        plays = [action for action in view.legal if not isinstance(action, Claim | Concede)]
        if len(plays) == 1:
            return plays[0]
        try:
            async with asyncio.timeout(self._times.think):
                action = await self._thinker.choose(level, view)
            if action in view.legal:
                return action
            wrong = "chose what may not be done"
        except TimeoutError:
            wrong = "was late"
        except Exception as error:  # noqa: BLE001  # a player of any kind may fail in any way
            wrong = f"failed: {type(error).__name__}"
        log.warning("table %d: a computer of level %s %s", self._table.id, level, wrong)
        self.incidents += 1
        return rule_of_thumb(view)

    async def _close_idle(self) -> None:
        await self._table.end(None, "idle")
