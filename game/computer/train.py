"""Making the networks anew: ``python -m game train``. All data comes from play on the spot, unless files are given."""

import argparse
import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.computer.native import READY

if TYPE_CHECKING or READY:
    from game.computer import nets
    from game.computer.fitting import Effort, figures, rebuild
    from game.computer.lessons import Lesson, lesson


def run(options: argparse.Namespace) -> int:
    """Exit code 0, or 2 without numba or for files that cannot be used."""
    if not READY:
        print("training needs numba and NumPy", file=sys.stderr)
        return 2
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
    nets.save(Path(options.out), networks, figures(effort, len(given), len(own), told))
    if options.keep:
        with gzip.open(options.keep, "wt", encoding="ascii") as stream:
            stream.writelines(f"{one}\n" for one in own)
    print(f"written to {options.out}")
    return 0


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("ascii").splitlines()
