"""Reviews: one deal is judged once however many ask, what is not done is said to be, nothing waits on the loop."""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest

from bot import reviewing
from bot.reviewing import Reviews
from game.computer.hindsight import Judged, hindsight
from game.computer.levels import warm_up
from game.rules import Rules
from game.state import Finished
from tests.compiled import compiled
from tests.e2e.scripts import Script

NULL = Script(33, "M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.N.CJSK")
HEARTS = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")
RAMSCH = Script(15, "M:pass R:pass F:pass", rules=Rules(all_pass="ramsch"))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Finished]:
    """The deals that have been judged, in order."""
    made: list[Finished] = []

    def counted(over: Finished, *arguments: Any, **named: Any) -> Iterator[Judged]:
        made.append(over)
        return hindsight(over, *arguments, **named)

    monkeypatch.setattr(reviewing, "hindsight", counted)
    return made


@pytest.fixture
async def reviews() -> AsyncGenerator[Reviews]:
    warm_up()
    made = Reviews(search=True, patience=30)
    yield made
    made.close()


@compiled
async def test_a_whole_deal(reviews: Reviews) -> None:
    found = await reviews.review("1-0", NULL.end())
    assert found is not None
    assert not found.more
    assert found.review.complete
    assert len(found.review.remarks) == 30


@compiled
async def test_however_many_ask_it_is_judged_once(reviews: Reviews, calls: list[Finished]) -> None:
    over = NULL.end()
    first, second, third = await asyncio.gather(*(reviews.review("1-0", over) for _ in range(3)))
    assert first == second == third == await reviews.review("1-0", over)
    assert calls == [over]


@compiled
async def test_the_loop_is_free_meanwhile(reviews: Reviews) -> None:
    task = asyncio.create_task(reviews.review("1-0", HEARTS.end()))
    longest = 0.0
    while not task.done():
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - before)
    # Other programs share the processor: what is excluded is a search, which takes most of a second here.
    assert longest < 0.4


async def test_nobody_declared(reviews: Reviews) -> None:
    assert await reviews.review("1-0", RAMSCH.end()) is None
    assert await reviews.review("1-1", Script(2, "M:pass R:pass F:pass").end()) is None


async def test_without_the_search_the_last_tricks_are_judged_for_good() -> None:
    made = Reviews(search=False, patience=30)
    found = await made.review("1-0", HEARTS.end())
    made.close()
    assert found is not None
    assert {remark.trick for remark in found.review.remarks} == {7, 8, 9, 10}
    assert (found.more, found.review.complete, found.review.winnable) == (False, False, None)


@compiled
async def test_before_the_search_is_ready_there_is_more_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()
    made = Reviews(search=True, patience=30)
    monkeypatch.setattr(reviewing, "is_warm", lambda: False)
    early = await made.review("1-0", NULL.end())
    monkeypatch.setattr(reviewing, "is_warm", lambda: True)
    later = await made.review("1-0", NULL.end())
    made.close()
    assert early is not None
    assert later is not None
    assert (early.more, early.review.complete) == (True, False)
    assert (later.more, later.review.complete) == (False, True)


async def test_who_does_not_wait_is_shown_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread is held up after five cards; what it has judged is shown, and all of it once it is let go."""
    go = threading.Event()

    def slow(over: Finished, *arguments: Any, **named: Any) -> Iterator[Judged]:
        for number, one in enumerate(hindsight(over, *arguments, **named)):
            if number == 5:
                go.wait(10)
            yield one

    monkeypatch.setattr(reviewing, "hindsight", slow)
    made = Reviews(search=False, patience=0.3)
    early = await made.review("1-0", HEARTS.end())
    go.set()
    later = early
    while later is not None and later.more:
        later = await made.review("1-0", HEARTS.end())
    made.close()
    assert early is not None
    assert later is not None
    assert (len(early.review.remarks), early.more) == (5, True)
    assert (len(later.review.remarks), later.more) == (12, False)


async def test_no_more_wait_than_are_allowed_and_no_more_are_kept(
    monkeypatch: pytest.MonkeyPatch, calls: list[Finished]
) -> None:
    monkeypatch.setattr(reviewing, "WAITING", 2)
    monkeypatch.setattr(reviewing, "KEPT", 3)
    made = Reviews(search=False, patience=5)
    over = HEARTS.end()
    answers = await asyncio.gather(*(made.review(f"1-{number}", over) for number in range(4)))
    assert [answer is not None for answer in answers] == [True, True, False, False]
    for number in range(10):
        await made.review(f"2-{number}", over)
    calls.clear()
    for number in (9, 8, 7):
        await made.review(f"2-{number}", over)
    assert calls == []
    await made.review("2-6", over)
    assert len(calls) == 1
    made.close()


async def test_a_fault_is_logged_once_and_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> Iterator[Judged]:
        raise RuntimeError("broken")

    monkeypatch.setattr(reviewing, "hindsight", broken)
    made = Reviews(search=False, patience=5)
    found = await made.review("1-0", HEARTS.end())
    made.close()
    assert found is not None
    assert found.review.remarks == ()
    assert [record.message for record in caplog.records] == ["deal 1-0: its review failed"]
