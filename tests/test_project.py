"""The project's top level and declared dependencies beside the customer's list."""

import ast
import re
import sys
import tomllib
from fnmatch import fnmatch
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import SETTINGS_WRONG
from bot.app import TOKEN_REFUSED
from bot.refusal import InUse, Unusable
from game.computer.native import READY

ROOT = Path(__file__).resolve().parents[1]

ASKED_FOR = ("pyproject.toml", "README.md", "bot", "cogs", "game", "tests", ".env.example")
BESIDE = ("LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", ".ci")
LOCK_FILES = ("requirements.lock", "requirements*.txt", "uv.lock", "pylock.toml", "pylock.*.toml")
BUILT = ("__pycache__", "*.egg-info", "build", "dist", "*.db", "*.db-*", "*.db.*")
"""What building and running leave behind; none of it is part of the project."""

DEPENDENCIES = ("discord.py", "aiosqlite", "pydantic-settings")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_nothing_but_what_was_agreed_lies_on_the_top_level() -> None:
    allowed = (*ASKED_FOR, *BESIDE, *LOCK_FILES, *BUILT, ".*")
    extra = [path.name for path in ROOT.iterdir() if not any(fnmatch(path.name, pattern) for pattern in allowed)]
    assert extra == []


@pytest.mark.parametrize("name", [*ASKED_FOR, *BESIDE])
def test_what_was_asked_for_is_there(name: str) -> None:
    assert (ROOT / name).exists()


def test_there_is_one_lock_file_without_registry_hosts() -> None:
    locks = [path for pattern in LOCK_FILES for path in ROOT.glob(pattern)]
    assert locks
    for path in locks:
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_the_dependencies_asked_for_are_declared(project: dict[str, Any], name: str) -> None:
    declared = _names(project["dependencies"])
    assert name in declared


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", requirement)[0].lower() for requirement in requirements}


def test_whatever_is_imported_is_declared(project: dict[str, Any]) -> None:
    """What only happens to be installed for somebody else's sake, or is missing elsewhere, is named here."""
    declared = _names(project["dependencies"]) | _names(project["optional-dependencies"]["postgres"])
    # What runs in OpenSpiel's presence alone is for developers.
    declared |= {"open-spiel"}
    known = sys.stdlib_module_names | {"bot", "cogs", "game"}
    imported: dict[str, Path] = {}
    for path in (path for room in ("bot", "cogs", "game") for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0]: path for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported[node.module.partition(".")[0]] = path
    found = packages_distributions()
    undeclared = {
        name: str(path)
        for name, path in imported.items()
        if name not in known and not declared & {one.lower() for one in found.get(name, [name])}
    }
    assert undeclared == {}


def test_the_compiled_search_is_installed() -> None:
    """The tests that need it are skipped without it; that they are must not go unnoticed."""
    assert READY


def test_name_version_and_python(project: dict[str, Any]) -> None:
    assert project["name"] == "skat-bot"
    assert project["requires-python"] == ">=3.11"
    assert project["license"] == "MIT"


def test_the_script_is_the_program(project: dict[str, Any]) -> None:
    module, _, function = project["scripts"]["skat-bot"].partition(":")
    assert callable(getattr(import_module(module), function))


def test_the_exit_codes_of_the_readme_are_those_of_the_program() -> None:
    told = re.findall(r"^\| (\d) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    others = {0, 1}
    assert {int(code) for code in told} == others | {
        SETTINGS_WRONG, InUse.exit_code, TOKEN_REFUSED, Unusable.exit_code,
    }  # fmt: skip
    assert (SETTINGS_WRONG, InUse.exit_code, TOKEN_REFUSED, Unusable.exit_code) == (2, 3, 4, 5)


def test_openspiel_is_for_developers_only(project: dict[str, Any]) -> None:
    assert not any("spiel" in requirement for requirement in project["dependencies"])
    assert any("open-spiel" in requirement for requirement in project["optional-dependencies"]["dev"])
