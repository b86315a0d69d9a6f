"""A house for each module, so that its tests share one start of the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from tests.e2e.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """The bot as people meet it, with seeds that can be chosen; no request of it may be refused."""
    opened = House(tmp_path_factory.mktemp("house"), clicks=300)
    opened.sandbox.limits.enabled = False
    try:
        await opened.open()
        yield opened
        assert opened.refused_requests() == []
        assert "ERROR" not in opened.log()
        assert await opened.stop() == 0
    finally:
        await opened.close()
