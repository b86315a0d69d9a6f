"""One-line bugs that the suite must find: ``python -m tests.mutants [NAME ...]``.

Each is put into a temporary copy of the tree, where the tests named beside it run until the first fails. Prints killed
or survived for each; exit code 1 if any survives or cannot be applied.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
COPIED: Final = ("bot", "cogs", "game", "tests", "pyproject.toml")
TIMEOUT: Final = 300
"""Seconds; a mutant that makes the tests run on for ever is found by it, too."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`old` stands exactly once in `path` and becomes `new`; `tests` find it."""

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]


def mutants() -> tuple[Mutant, ...]:
    """The mutants of mutants.toml."""
    groups = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))["group"]
    return tuple(
        Mutant(name, group["path"], old, new, tuple(f"tests/game/{test}" for test in group["tests"]))
        for group in groups
        for name, old, new in group["bugs"]
    )


MUTANTS: Final = mutants()


def copy_of_the_tree(target: Path) -> Path:
    """The tree in `target`, with the records of others beside it as they lie beside this one."""
    tree = target / "tree"
    tree.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, tree / name)
    shared = ROOT.parent / "shared"
    if shared.is_dir():
        (target / "shared").symlink_to(shared)
    return tree


def killed(mutant: Mutant, tree: Path) -> bool:
    """Whether the tests find the bug in the copy, which is as it was afterwards.

    Raises ValueError if the mutant's text does not stand there exactly once.
    """
    path = tree / mutant.path
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.name}: {mutant.old!r} stands {text.count(mutant.old)} times in {mutant.path}")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return tests_fail(tree, mutant.tests)
    finally:
        path.write_text(text, encoding="utf-8")


def tests_fail(tree: Path, tests: tuple[str, ...]) -> bool:
    """Whether a test of these files fails in the copy.

    Raises RuntimeError if they could not be run at all.
    """
    command = [sys.executable, "-B", "-m", "pytest", "-x", "--no-header", "--tb=no", *tests]
    try:
        found = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return True
    if found.returncode not in (0, 1, 2):
        raise RuntimeError(found.stdout + found.stderr)
    return found.returncode != 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Show that the tests find these bugs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants whose name contains one of these; else all")
    options = parser.parse_args(arguments)
    names: list[str] = options.names
    chosen = [mutant for mutant in MUTANTS if not names or any(name in mutant.name for name in names)]
    survived = 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = copy_of_the_tree(Path(folder))
        files = tuple(sorted({test for mutant in chosen for test in mutant.tests}))
        if tests_fail(tree, files):
            print("the tests fail without any mutant; nothing can be said")
            return 1
        for mutant in chosen:
            dead = killed(mutant, tree)
            survived += not dead
            print(f"{'killed' if dead else 'SURVIVED':9} {mutant.name}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} killed in {time.monotonic() - start:.0f} s")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
