"""How fast the computer players are: nodes, solving, worlds, decisions, and what they do to an event loop."""

import asyncio
import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Final

import numpy as np

from game.cards import DECK
from game.computer.lessons import LEAST_BID, contract_state
from game.computer.levels import CLUB, EXPERT, Player, warm_up
from game.computer.masks import mask_of
from game.computer.search import Budget, judge
from game.computer.selfplay import play_out
from game.computer.solver import Position, Solver, terms_of
from game.computer.thumb import rule_of_thumb
from game.computer.worth import GAMES, best_plans
from game.contract import Contract, Game
from game.deal import apply, new_deal
from game.rules import INTERNATIONAL
from game.state import SEATS, Finished, Playing, Seat, State
from game.view import Phase, View, view_for

NEEDED: Final = 61


def played_contracts(count: int, kind: str, seed: int) -> Iterator[Playing]:
    """Contracts that the best of three hands would choose, before the first lead; `kind` is suit, grand or null."""
    source = random.Random(seed)
    wanted = {"grand": [Game.GRAND], "null": [Game.NULL]}.get(kind, [g for g in GAMES if g.suit is not None])
    while count:
        order = source.sample(DECK, 32)
        state = new_deal(order, INTERNATIONAL)
        hands, skat = state.deal.hands, state.deal.skat
        plans = [
            (plan, seat)
            for seat in SEATS
            for plan in best_plans(
                tuple(sorted(hands[seat] + skat)), seat, LEAST_BID, INTERNATIONAL, [Contract(g) for g in GAMES]
            )[:1]
        ]
        plan, seat = max(plans, key=lambda pair: pair[0].worth)
        if plan.contract.game in wanted:
            count -= 1
            yield contract_state(hands, skat, seat, plan.contract, plan.discards, LEAST_BID)


def percentiles(times: list[float]) -> str:
    """Median, 95th percentile and maximum in milliseconds."""
    ordered = 1000 * np.sort(np.array(times))
    return f"p50 {median(ordered):8.2f}  p95 {np.percentile(ordered, 95):8.2f}  max {ordered[-1]:8.2f} ms"


def solving(count: int) -> Iterator[str]:
    """Win or loss of whole games, by kind, and of suit games with fewer tricks; in time of the processor."""
    solver = Solver()
    for kind, tricks in (("suit", 10), ("grand", 10), ("null", 10), ("suit", 8), ("suit", 6)):
        times: list[float] = []
        nodes = solver.nodes
        for state in played_contracts(count, kind, 1):
            terms = terms_of(state.terms.game, _declarer(state))
            hands = tuple(mask_of(terms.game, hand[:tricks]) for hand in state.hands)
            skat = 0 if terms.tricks else sum(card.points for card in state.terms.skat)
            need = 1 if terms.tricks else (NEEDED - skat) * tricks // 10
            start = time.thread_time()
            solver.reaches(Position((hands[0], hands[1], hands[2]), SEATS[0]), terms, need)
            times.append(time.thread_time() - start)
        rate = (solver.nodes - nodes) / sum(times) / 1e6
        yield f"solve {kind:5} {tricks:2} tricks  {percentiles(times)}  {rate:5.1f} million nodes/s"


def _declarer(state: Playing) -> Seat:
    declarer = getattr(state.terms, "declarer", None)
    assert declarer is not None
    return declarer


class _Timed:
    """A player that notes how long each choice took, by role and trick."""

    def __init__(self, player: Player, notes: dict[tuple[str, int], list[float]]) -> None:
        self._player = player
        self._notes = notes

    def choose(self, view: View):
        start = time.perf_counter()
        action = self._player.choose(view)
        took = time.perf_counter() - start
        if view.phase is Phase.PLAYING:
            role = "declarer" if view.seat == view.declarer else "defender"
            self._notes.setdefault((role, len(view.tricks) + 1), []).append(took)
        else:
            self._notes.setdefault((view.phase.value, 0), []).append(took)
        return action


def deciding(deals: int) -> Iterator[str]:
    """Time of decisions at Expert by role and trick, in whole deals."""
    notes: dict[tuple[str, int], list[float]] = {}
    source = random.Random(2)
    for number in range(deals):
        players = [_Timed(Player(EXPERT, number * 3 + seat), notes) for seat in SEATS]
        play_out(new_deal(source.sample(DECK, 32), INTERNATIONAL), players)
    for (role, trick), times in sorted(notes.items()):
        yield f"expert {role:10} trick {trick:2}  {percentiles(times)}"


def dealing(deals: int) -> str:
    """Time of whole deals between three computers of level Club, who think one after the other."""
    times: list[float] = []
    source = random.Random(6)
    for number in range(deals):
        players = [Player(CLUB, number * 3 + seat) for seat in SEATS]
        start = time.perf_counter()
        play_out(new_deal(source.sample(DECK, 32), INTERNATIONAL), players)
        times.append(time.perf_counter() - start)
    return f"a whole deal at club   {percentiles(times)}"


def searching(seconds: float) -> Iterator[str]:
    """Worlds a second and core, by trick."""
    for trick, state in enumerate(_line_of_play(), 1):
        view = view_for(state, state.turn)
        start = time.perf_counter()
        found = judge(view, Budget(EXPERT.worlds, seconds), random.Random(trick))
        took = time.perf_counter() - start
        if found is not None:
            yield f"trick {trick:2}  {found.worlds / took:9.0f} worlds/s"


def _line_of_play() -> Iterator[Playing]:
    """One suit game by rules of thumb, at the lead of each trick but the last two."""
    state: State = next(played_contracts(1, "suit", 3))
    while not isinstance(state, Finished):
        assert isinstance(state, Playing)
        if not state.trick and len(state.tricks) < 8:
            yield state
        state = apply(state, state.turn, rule_of_thumb(view_for(state, state.turn)))


async def _lag(seconds: float) -> list[float]:
    """How late a loop wakes while two threads think as hard as they can."""
    state = next(played_contracts(1, "suit", 4))
    view = view_for(state, state.turn)
    end = time.perf_counter() + seconds

    def think(seed: int) -> None:
        while time.perf_counter() < end:
            Player(EXPERT, seed).choose(view)

    thinking = [asyncio.create_task(asyncio.to_thread(think, seed)) for seed in (1, 2)]
    late: list[float] = []
    while time.perf_counter() < end:
        start = time.perf_counter()
        await asyncio.sleep(0.005)
        late.append(time.perf_counter() - start - 0.005)
    await asyncio.gather(*thinking)
    return late


def lagging(seconds: float) -> str:
    """Lateness of an event loop while two tables think."""
    late = asyncio.run(_lag(seconds))
    ordered = 1000 * np.sort(np.array(late))
    middle, late99 = np.percentile(ordered, [50, 99])
    return f"loop late by p50 {middle:.1f}  p99 {late99:.1f}  max {ordered[-1]:.1f} ms"


def report(count: int, deals: int) -> Iterator[str]:
    """All lines, as they are measured."""
    start = time.perf_counter()
    warm_up()
    yield f"warm after {time.perf_counter() - start:.2f} s"
    yield from solving(count)
    yield from searching(0.9)
    yield from deciding(deals)
    yield dealing(deals)
    yield lagging(3.0)
