"""The commands about computer players: their arguments here, their work in modules loaded when it is asked for.

Loading the compiled search takes a moment, which the other commands need not wait for.
"""

import argparse
import importlib
from typing import Any, Final

PLAYERS: Final = ("beginner", "club", "expert", "rules")
COMMANDS: Final = ("arena", "engine", "solve", "train")


def add_commands(commands: Any) -> None:
    """Adds the parsers of all commands."""
    _arena(commands)
    _engine(commands)
    _solve(commands)
    _train(commands)


def run(options: argparse.Namespace) -> int:
    """Does what was asked for; its exit code."""
    module: Any = importlib.import_module(f"game.computer.{options.command}")
    return module.run(options)


def _arena(commands: Any) -> None:
    """The arguments of the command."""
    parser: argparse.ArgumentParser = commands.add_parser("arena", help="let computer players play against each other")
    parser.add_argument("players", nargs=2, metavar="PLAYER", help=f"one of {', '.join(PLAYERS)}")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="deals, each in every permutation (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the cards and the players (1)")
    parser.add_argument("--worlds", type=int, metavar="N", help="worlds a card, without a limit of time")
    parser.add_argument("--rules", default="international", metavar="TEXT", help="the rules text, or a preset")
    parser.add_argument(
        "--cardplay", metavar="FILE", help="play the fixed contracts of a file in all role combinations"
    )
    parser.add_argument("--csv", metavar="FILE", help="write a line for each deal; a run that was interrupted goes on")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")


def _engine(commands: Any) -> None:
    """The arguments of the command."""
    commands.add_parser("engine", help="play with another program by lines on standard input and output")


def _solve(commands: Any) -> None:
    """The arguments of the command."""
    parser: argparse.ArgumentParser = commands.add_parser("solve", help="values of each card with all cards open")
    parser.add_argument("what", nargs="+", metavar="POSITION|FILE", help="a position in words, or record files")
    parser.add_argument(
        "--tricks", type=int, default=8, metavar="N", help="of records: from N tricks before the end (8)"
    )


def _train(commands: Any) -> None:
    """The arguments of the command."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "train", help="make the networks of the computer players anew"
    )
    parser.add_argument("--out", default="weights.npz", metavar="FILE", help="where they are written (weights.npz)")
    parser.add_argument("--first", type=int, default=300_000, metavar="N", help="contracts played by rule players")
    parser.add_argument("--own", type=int, default=6000, metavar="N", help="contracts of own choice in each round")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="rounds of own choices (2)")
    parser.add_argument("--hands", type=int, default=20_000, metavar="N", help="hands for the bidding network")
    parser.add_argument("--worlds", type=int, default=4, metavar="N", help="worlds a card in own choices (4)")
    parser.add_argument(
        "--lessons", action="append", default=[], metavar="FILE", help="more first contracts, from a file"
    )
    parser.add_argument("--keep", metavar="FILE", help="write the contracts of own choice to a file")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
