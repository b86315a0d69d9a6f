"""One small use of everything compiled, so that it is compiled or loaded from disk before anyone waits for it."""

import numpy as np

from game.computer.nets import loaded
from game.computer.solver import Position, Solver, Terms
from game.contract import Game
from game.state import SEATS


def exercise() -> None:
    """Runs each compiled function once with the types that players use."""
    loaded()
    solver = Solver(1 << 8)
    terms = Terms(Game.CLUBS, SEATS[0])
    hands = (1 << 31 | 1, 1 << 30 | 2, 1 << 29 | 4)
    solver.value(Position(hands, SEATS[0]), terms)
    solver.in_worlds(
        np.array([hands], dtype=np.int64), SEATS[0], (), [1, 1 << 31], terms,
        np.zeros(1, dtype=np.int64), np.array([[1, 2]], dtype=np.int64), 0, 1000,
    )  # fmt: skip
