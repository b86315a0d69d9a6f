"""One message kept up to date through faults: growing pauses, edits given up, the newest state wins (F21, F22)."""

import asyncio
from collections.abc import Callable

import pytest
from discord import ui

import cogs.slots
from bot.transport import Limited, Unavailable
from cogs.slots import Backoff, Gate, Shot, Slot


def shot(words: str) -> Shot:
    return Shot(ui.LayoutView().add_item(ui.TextDisplay(words)))


def words_of(shown: Shot) -> str:
    return str(shown.view.to_components()[0]["content"])


class Message:
    """What Discord has been sent; `answers` are what it does to each edit in turn, and then takes all."""

    def __init__(self, *answers: Exception | float) -> None:
        self.sent: list[str] = []
        self._answers = list(answers)

    async def edit(self, shown: Shot) -> None:
        self.sent.append(words_of(shown))
        if self._answers:
            answer = self._answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            await asyncio.sleep(answer)


class Board:
    """A slot that shows `words`."""

    def __init__(self, message: Message) -> None:
        self.words = ""
        self.gate = Gate()
        self.drawn = asyncio.Event()
        self.drawn.set()
        self.slot = Slot(self._render, message.edit, 0.0, self.gate, lost=lambda: None)

    async def _render(self) -> Shot:
        words = self.words
        await self.drawn.wait()
        return shot(words)

    def says(self, words: str) -> None:
        self.words = words
        self.slot.touch()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - nobody wakes us
            await asyncio.sleep(0.01)


def limited(seconds: float, *, everywhere: bool) -> Limited:
    return Limited(seconds, everywhere=everywhere, code=0, blocked=False)


def test_pauses_double_up_to_a_minute_and_are_forgotten_after_a_success() -> None:
    backoff = Backoff(Gate())
    pauses: list[float] = []

    async def faults() -> None:
        for _ in range(8):
            backoff.fault(Unavailable())
            pauses.append(backoff.seconds)
        backoff.success()
        pauses.append(backoff.seconds)

    asyncio.run(faults())
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 0]


async def test_what_discord_asks_for_is_waited_by_one_or_by_all() -> None:
    gate = Gate()
    one, other = Backoff(gate), Backoff(gate)
    one.fault(limited(30.0, everywhere=False))
    assert (one.seconds, other.seconds) == (30.0, 0.0)
    one.fault(limited(40.0, everywhere=True))
    assert one.seconds == 40.0
    assert 39 < other.seconds <= 40


async def test_a_gate_that_closes_while_a_picture_is_drawn_holds_the_edit_back() -> None:
    message = Message()
    board = Board(message)
    board.drawn.clear()
    board.says("one")
    await asyncio.sleep(0.05)
    board.gate.close(0.5)
    board.says("two")
    board.drawn.set()
    await asyncio.sleep(0.1)
    assert message.sent == []
    await until(lambda: message.sent == ["two"])
    board.slot.close()


async def test_an_edit_that_never_returns_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.slots, "EDIT_TIMEOUT", 0.05)
    message = Message(3600.0)
    board = Board(message)
    board.says("one")
    await until(lambda: message.sent == ["one"])
    board.says("two")
    await until(lambda: message.sent == ["one", "two"])
    board.slot.close()


async def test_an_edit_whose_fate_is_unknown_is_sent_again() -> None:
    """Between the same state twice lies an edit that may have been carried out."""
    message = Message(0.0, Unavailable())
    board = Board(message)
    for words in ("one", "two"):
        board.says(words)
        await until(lambda words=words: message.sent[-1:] == [words])
    board.says("one")
    await until(lambda: message.sent == ["one", "two", "one"])
    board.slot.close()


async def test_what_looks_the_same_is_not_sent_again() -> None:
    message = Message()
    board = Board(message)
    board.says("one")
    await until(lambda: message.sent == ["one"])
    board.says("one")
    await asyncio.sleep(0.05)
    board.says("two")
    await until(lambda: message.sent == ["one", "two"])
    board.slot.close()
