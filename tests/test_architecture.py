"""The structure holds: linter, formatter, types, import rules, names, and where chance may come from."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "cogs", "game", "tests")
SCRIPTS = Path(sys.executable).parent

COMMANDS = {
    "ruff check": ("ruff", "check", *PACKAGES),
    "ruff format": ("ruff", "format", "--check", *PACKAGES),
    "pyright": ("pyright", "--pythonpath", sys.executable),
    "lint-imports": ("lint-imports",),
}


def sources(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("command", COMMANDS)
def test_tools_find_nothing(command: str) -> None:
    name, *arguments = COMMANDS[command]
    script = SCRIPTS / name
    assert script.exists(), f"{name} is missing beside {sys.executable}; pip install -e '.[dev]' brings it"
    found = subprocess.run([script, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def imported(path: Path) -> set[str]:
    """The names of all modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


MAY_USE_RANDOM = ("bench.py",)
"""It measures; no person gets cards from it. The computer's players, one folder down, think with chance."""


def test_case_121_what_deals_never_imports_random() -> None:
    modules = [path for path in sorted((ROOT / "game").glob("*.py")) if path.name not in MAY_USE_RANDOM]
    assert len(modules) > 15
    assert [path.name for path in modules if "random" in imported(path)] == []
    assert [path.name for path in modules if "secrets" in imported(path)] == ["shuffle.py"]


def test_the_rules_know_no_clock_and_no_log() -> None:
    rules = "actions auction cards contract deal declaring doubling illegal playing rules scoring series state view"
    for name in rules.split():
        assert not {"time", "datetime", "logging"} & imported(ROOT / "game" / f"{name}.py"), name


def test_no_module_is_a_drawer_for_everything() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}
    assert [str(path) for path in sources(*PACKAGES) if path.stem in vague or path.parent.name in vague] == []


def test_every_module_says_its_job() -> None:
    unsaid = [
        str(path.relative_to(ROOT))
        for path in sources("game")
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert unsaid == []
