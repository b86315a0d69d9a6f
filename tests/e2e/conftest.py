"""A house for each module, so that its tests share one start of the bot, and what every house must end with."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest_asyncio

from bot.sandbox.server import Sandbox
from bot.sandbox.shapes import is_list, is_object
from tests import openapi
from tests.e2e.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterable
    from pathlib import Path

    import pytest

    from bot.sandbox.model import Channel
    from bot.sandbox.requestlog import Request

CLICKS = 300
"""Clicks a person may do in three seconds: enough that no test waits."""

SEARCHING = {"SKAT_COMPUTER_SEARCH": "true"}
"""Settings with which computers search."""


@dataclass
class Town:
    """A house with a second server, in which the same people are and the bot is, too."""

    house: House
    elsewhere: Channel


@asynccontextmanager
async def lived_in(
    folder: Path,
    request: pytest.FixtureRequest,
    sandbox: Sandbox | None = None,
    settings: dict[str, str] | None = None,
) -> AsyncGenerator[House]:
    """The bot as people meet it, with seeds that can be chosen; no request of it may be refused."""
    house = House(folder, sandbox, clicks=CLICKS)
    house.sandbox.limits.enabled = False
    try:
        await house.open(settings=settings)
        yield house
        assert house.refused_requests() == []
        assert "ERROR" not in house.log()
        assert await house.stop() == 0
    finally:
        await house.close()
    if openapi.DESCRIPTION.is_file():
        requests = house.sandbox.requests
        assert openapi.complaints(requests if request.config.option.long else one_of_each(requests)) == []


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """A house for all tests of a module."""
    async with lived_in(tmp_path_factory.mktemp("house"), request) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def town(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncIterator[Town]:
    """As the module's `house`, with computers that search."""
    sandbox = Sandbox()
    other = sandbox.world.add_guild("Elsewhere", "de", owner=sandbox.world.person("Olga"))
    for name in ("Anna", "Vera"):
        sandbox.world.join(other, sandbox.world.person(name))
    elsewhere = sandbox.world.add_channel(other, "elsewhere")
    async with lived_in(tmp_path_factory.mktemp("town"), request, sandbox, SEARCHING) as house:
        yield Town(house, elsewhere)


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
