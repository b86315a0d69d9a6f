"""A rig for each test: a sandbox, a database, and a bot that can be killed."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.faults.rig import Nursery, Rig


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


@pytest.fixture
async def rig(tmp_path: Path, nursery: Nursery) -> AsyncIterator[Rig]:
    """Not started yet: see `Rig.start`."""
    made = Rig(tmp_path, nursery)
    await made.sandbox.start()
    try:
        yield made
    finally:
        await made.close()
