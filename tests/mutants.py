"""One-line bugs that the suite must find: ``python -m tests.mutants [FILE.toml] [NAME ...]``.

Each is put into a temporary copy of the tree, where the tests named beside it run until the first fails. Prints killed
or survived for each; exit code 1 if any survives or cannot be applied. `mutants.toml` breaks the rules of the game,
`guards.toml` takes away what keeps play going when something fails.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
RULES: Final = ROOT / "tests" / "mutants.toml"
GUARDS: Final = ROOT / "tests" / "guards.toml"
COPIED: Final = ("bot", "cogs", "game", "tests", "pyproject.toml", ".env.example")
TIMEOUT: Final = 300
"""Seconds; a mutant that makes the tests run on for ever is found by it, too."""
TIMEOUT_OF_ALL: Final = 3600


@dataclass(frozen=True, slots=True)
class Mutant:
    """`old` stands exactly once in `path` and becomes `new`; `tests` find it."""

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]


def mutants(file: Path) -> tuple[Mutant, ...]:
    """The mutants of a file, whose tests are named as seen from its `folder`."""
    listed = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Mutant(name, group["path"], old, new, tuple(f"{listed['folder']}/{test}" for test in group["tests"]))
        for group in listed["group"]
        for name, old, new in group["bugs"]
    )


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
        return tests_fail(tree, mutant.tests, TIMEOUT)
    finally:
        path.write_text(text, encoding="utf-8")


def tests_fail(tree: Path, tests: tuple[str, ...], timeout: float) -> bool:
    """Whether a test of these files fails in the copy.

    Raises RuntimeError if none could be run.
    """
    command = [sys.executable, "-B", "-m", "pytest", "-x", "--no-header", "--tb=no", *tests]
    # In a session of its own, so that no bot it has started is left behind when it takes too long.
    running = subprocess.Popen(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        told, _ = running.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    if running.returncode not in (0, 1, 2) or (running.returncode == 0 and "passed" not in told):
        raise RuntimeError(told)
    return running.returncode != 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Show that the tests find these bugs.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="mutants whose name contains one of these; else all. "
        "First the file with the mutants, if it is not tests/mutants.toml",
    )  # fmt: skip
    names: list[str] = parser.parse_args(arguments).names
    file = Path(names.pop(0)) if names and names[0].endswith(".toml") else RULES
    chosen = [mutant for mutant in mutants(file) if not names or any(name in mutant.name for name in names)]
    survived = 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = copy_of_the_tree(Path(folder))
        tests = tuple(sorted({test for mutant in chosen for test in mutant.tests}))
        if tests_fail(tree, tests, TIMEOUT_OF_ALL):
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
