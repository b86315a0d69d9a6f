"""Whoever waits for a picture gets it in their time, whoever else has waited for the same one and given up."""

import asyncio
from typing import Any

import pytest

import cogs.artist
from cogs.artist import Artist
from cogs.pictures.facts import Facts, Sitter, facts
from game.deal import new_deal
from game.rules import INTERNATIONAL
from game.shuffle import shuffled
from game.view import view_for


def shown(number: int) -> Facts:
    view = view_for(new_deal(shuffled(bytes([number])), INTERNATIONAL), None)
    return facts(view, [Sitter(name) for name in ("Anna", "Ben", "Clara")], number, (0, 0, 0))


class Worker:
    """Draws when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, artist: Artist) -> None:
        self.may_draw = asyncio.Event()
        self.drawn: list[Any] = []
        monkeypatch.setattr(artist, "_ask", self._ask)

    async def _ask(self, order: Any) -> bytes:
        await self.may_draw.wait()
        self.drawn.append(order)
        return b"a picture"


async def test_who_gives_up_takes_nobodys_picture_away(monkeypatch: pytest.MonkeyPatch) -> None:
    artist = Artist()
    worker = Worker(monkeypatch, artist)
    before = asyncio.create_task(artist.table(shown(0), "fr", "en", 5))
    hasty = asyncio.create_task(artist.table(shown(1), "fr", "en", 0.05))
    patient = asyncio.create_task(artist.table(shown(1), "fr", "en", 5))
    assert await hasty is None
    worker.may_draw.set()
    assert await patient == await before == b"a picture"
    await artist.close()


async def test_what_nobody_waits_for_any_more_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    artist = Artist()
    worker = Worker(monkeypatch, artist)
    before = asyncio.create_task(artist.table(shown(0), "fr", "en", 5))
    two = [asyncio.create_task(artist.table(shown(1), "fr", "en", patience)) for patience in (0.02, 0.05)]
    assert await asyncio.gather(*two) == [None, None]
    worker.may_draw.set()
    assert await before == b"a picture"
    await asyncio.sleep(0)
    assert len(worker.drawn) == 1
    await artist.close()


async def test_after_a_process_that_says_nothing_another_one_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.artist, "HUNG", 0.02)
    artist = Artist()
    worker = Worker(monkeypatch, artist)
    assert await artist.table(shown(0), "fr", "en", 1) is None
    # The first one would not hear of it.
    worker.may_draw = asyncio.Event()
    worker.may_draw.set()
    assert await artist.table(shown(1), "fr", "en", 1) == b"a picture"
    await artist.close()
