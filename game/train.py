"""Making the networks anew: ``python -m game train``. All data comes from play on the spot, unless files are given."""

import argparse
import gzip
import sys
from pathlib import Path
from typing import Any

from game.computer.native import READY


def add_train(commands: Any) -> None:
    """The arguments of the command."""
    parser: argparse.ArgumentParser = commands.add_parser("train", help="make the networks of the computer players anew")
    parser.add_argument("--out", default="weights.npz", metavar="FILE", help="where they are written (weights.npz)")
    parser.add_argument("--first", type=int, default=300_000, metavar="N", help="contracts played by rule players")
    parser.add_argument("--own", type=int, default=6000, metavar="N", help="contracts of own choice in each round")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="rounds of own choices (2)")
    parser.add_argument("--hands", type=int, default=20_000, metavar="N", help="hands for the bidding network")
    parser.add_argument("--worlds", type=int, default=4, metavar="N", help="worlds a card in own choices (4)")
    parser.add_argument("--lessons", action="append", default=[], metavar="FILE", help="more first contracts, from a file")
    parser.add_argument("--keep", metavar="FILE", help="write the contracts of own choice to a file")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")


def train(options: argparse.Namespace) -> int:
    """Exit code 0, or 2 without numba or for files that cannot be used."""
    if not READY:
        print("training needs numba and NumPy", file=sys.stderr)
        return 2
    from game.computer import nets
    from game.computer.lessons import Lesson, lesson
    from game.computer.training import Effort, figures, rebuild

    given: list[Lesson] = []
    try:
        for name in options.lessons:
            given += [lesson(line) for line in _lines(Path(name))]
    except (OSError, ValueError) as error:
        print(f"--lessons: {error}", file=sys.stderr)
        return 2
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        print(text, flush=True)

    effort = Effort(
        options.first, options.own, options.rounds, options.hands, options.worlds, options.jobs, seed=options.seed
    )
    networks, _, own = rebuild(effort, given, tell)
    nets.save(Path(options.out), networks, figures(effort, told))
    if options.keep:
        with gzip.open(options.keep, "wt", encoding="ascii") as stream:
            stream.writelines(f"{one}\n" for one in own)
    print(f"written to {options.out}")
    return 0


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("ascii").splitlines()
