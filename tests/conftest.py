"""Options of the whole suite: ``--long``, ``--deals N``, ``--seed N``, ``--search``.

One fresh seed a run, printed at its end.
"""

import os
import random
import secrets
from typing import cast

import pytest

SEARCH = "E2E_SEARCH"
"""Set for the whole run by ``--search``; tests.e2e.house looks for it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("skat")
    group.addoption("--long", action="store_true", help="run the long form of the random tests (a quarter of an hour)")
    group.addoption("--deals", type=int, default=None, metavar="N", help="deals of the differential and random tests")
    group.addoption("--seed", type=int, default=None, metavar="N", help="repeat a run of the random tests")
    group.addoption("--search", action="store_true", help="computers of the e2e tests are Experts that search")


def pytest_configure(config: pytest.Config) -> None:
    # Set on the controller, so that all workers of pytest-xdist share it.
    if config.option.seed is None:
        config.option.seed = secrets.randbits(32)
    if config.option.search:
        os.environ[SEARCH] = "1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.long:
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="long; run with --long"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    terminalreporter.write_line(f"random tests: seed {config.option.seed}, repeat with --seed {config.option.seed}")


@pytest.fixture
def source(request: pytest.FixtureRequest) -> random.Random:
    """A random source of this run's seed and this test's name."""
    # pytest leaves the type of `node` open.
    name = cast("pytest.Item", request.node).nodeid  # pyright: ignore[reportUnknownMemberType]
    seed = f"{request.config.option.seed} {name}"
    print(f"seed {seed}")
    return random.Random(seed)


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int | None:
    """How many deals the random tests shall play; None for their own default."""
    option: int | None = request.config.option.deals
    return option if option is not None else 4_000 if request.config.option.long else None
