"""How fast the engine is, beside OpenSpiel's C++ ``skat`` driven from Python, measured in one run."""

import gc
import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from game.actions import Play
from game.cards import DECK
from game.deal import apply, legal_actions, new_deal, replay
from game.rules import INTERNATIONAL
from game.state import Finished, Playing
from game.view import view_for


def random_deal(source: random.Random) -> Finished:
    """A deal played to the end by choices at random; nobody claims or gives up."""
    order = list(DECK)
    source.shuffle(order)
    state = new_deal(order, INTERNATIONAL)
    while not isinstance(state, Finished):
        seat = state.turn
        actions = legal_actions(state, seat)
        if isinstance(state, Playing):
            actions = [action for action in actions if isinstance(action, Play)]
        state = apply(state, seat, source.choice(actions))
    return state


def bench(*, runs: int, deals: int, players: int = 0) -> int:
    """Prints medians of `runs` runs of `deals` deals each; the ratio is ours to OpenSpiel's.

    With `players`, the computer players are measured instead, over so many whole deals at Expert.
    """
    if players:
        return _bench_players(players)
    ours = {
        "random deals/s": lambda: _rate(deals, _play_ours(deals)),
        "replays/s": lambda: _rate(deals, _replay_ours(deals)),
        "views/s": lambda: _rate(deals, _view_ours(deals)),
    }
    theirs = _open_spiel(deals)
    print(f"{'median of ' + str(runs):24} {'skat-bot':>12} {'OpenSpiel':>12} {'ratio':>7}")
    for name, measure in ours.items():
        pairs = [(measure(), theirs[name]() if theirs else 0.0) for _ in range(runs)]
        mine = statistics.median(pair[0] for pair in pairs)
        if not theirs:
            print(f"{name:24} {mine:12,.0f} {'-':>12} {'-':>7}")
            continue
        other = statistics.median(pair[1] for pair in pairs)
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{name:24} {mine:12,.0f} {other:12,.0f} {ratio:7.2f}")
    if not theirs:
        print("OpenSpiel is not installed: pip install -e '.[dev]' brings it")
    return 0


def _bench_players(deals: int) -> int:
    native: Any = importlib.import_module("game.computer.native")
    if not native.READY:
        print("numba and NumPy are not installed: computer players go by rules of thumb")
        return 0
    timing: Any = importlib.import_module("game.computer.timing")
    for line in timing.report(100, deals):
        print(line, flush=True)
    return 0


def _rate(count: int, work: Callable[[], None]) -> float:
    """Calls of `work` a second, as if it did `count` things; the collector is kept out of the measurement."""
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    work()
    elapsed = time.perf_counter() - start
    gc.enable()
    return count / elapsed


def _play_ours(deals: int) -> Callable[[], None]:
    source = random.Random(1)

    def work() -> None:
        for _ in range(deals):
            random_deal(source)

    return work


def _sample(deals: int) -> list[Finished]:
    source = random.Random(2)
    return [random_deal(source) for _ in range(min(deals, 200))]


def _replay_ours(deals: int) -> Callable[[], None]:
    sample = _sample(deals)

    def work() -> None:
        for number in range(deals):
            over = sample[number % len(sample)]
            replay(over.deal.order, over.deal.rules, over.moves)

    return work


def _view_ours(deals: int) -> Callable[[], None]:
    states = [replay(over.deal.order, over.deal.rules, over.moves[:-12]) for over in _sample(deals)]

    def work() -> None:
        for number in range(deals):
            state = states[number % len(states)]
            view_for(state, None if isinstance(state, Finished) else state.turn)

    return work


def _open_spiel(deals: int) -> dict[str, Callable[[], float]] | None:
    try:
        spiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = spiel.load_game("skat")
    source = random.Random(1)

    def play() -> list[int]:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
        return state.history()

    histories = [play() for _ in range(min(deals, 200))]

    def again(history: list[int]) -> Any:
        state = game.new_initial_state()
        for action in history:
            state.apply_action(action)
        return state

    midway = [again(history[:-12]) for history in histories]

    def play_all() -> None:
        for _ in range(deals):
            play()

    def replay_all() -> None:
        for number in range(deals):
            again(histories[number % len(histories)])

    def view_all() -> None:
        for number in range(deals):
            state = midway[number % len(midway)]
            state.observation_string(max(0, state.current_player()))

    return {
        "random deals/s": lambda: _rate(deals, play_all),
        "replays/s": lambda: _rate(deals, replay_all),
        "views/s": lambda: _rate(deals, view_all),
    }
