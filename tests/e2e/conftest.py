"""A house for each module, so that its tests share one start of the bot, and what every house must end with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest_asyncio

from bot.sandbox.shapes import is_list, is_object
from tests import openapi
from tests.e2e.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    import pytest

    from bot.sandbox.requestlog import Request

CLICKS = 300
"""Clicks a person may do in three seconds: enough that no test waits."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """The bot as people meet it, with seeds that can be chosen; no request of it may be refused."""
    opened = House(tmp_path_factory.mktemp("house"), clicks=CLICKS)
    opened.sandbox.limits.enabled = False
    try:
        await opened.open()
        yield opened
        assert opened.refused_requests() == []
        assert "ERROR" not in opened.log()
        assert await opened.stop() == 0
    finally:
        await opened.close()
    if openapi.DESCRIPTION.is_file():
        requests = opened.sandbox.requests
        assert openapi.complaints(requests if request.config.option.long else one_of_each(requests)) == []


def one_of_each(requests: Iterable[Request]) -> list[Request]:
    """For each shape of a body the longest one: a check takes ten milliseconds and more."""
    found: dict[str, Request] = {}
    for one in requests:
        shape = json.dumps([one.method, one.route, shape_of(one.body)])
        kept = found.get(shape)
        if kept is None or len(str(one.body)) > len(str(kept.body)):
            found[shape] = one
    return list(found.values())


def shape_of(body: Any, key: str = "") -> Any:
    """A body without texts and numbers, the kinds of components apart, and with one of each kind in its lists."""
    if is_object(body):
        return {name: shape_of(value, name) for name, value in sorted(body.items())}
    if is_list(body):
        return sorted({json.dumps(shape_of(value)) for value in body})
    return body if key == "type" else type(body).__name__
