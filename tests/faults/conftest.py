"""A rig for each test: a sandbox, a database, and a bot that can be killed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.rig import Rig


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    """Not started yet: see `Rig.start`."""
    made = Rig(tmp_path)
    await made.sandbox.start()
    try:
        yield made
    finally:
        await made.close()
