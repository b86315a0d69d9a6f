"""Computers that answer everyone alike, and advice, off the event loop."""

import asyncio
import threading
import time

import pytest

from bot import thinking
from bot.thinking import EvenThinking, Thinking
from game.actions import Claim, Concede
from game.computer.levels import warm_up
from game.computer.thumb import rule_of_thumb
from game.deal import apply, new_deal, waiting_for
from game.rules import INTERNATIONAL
from game.shuffle import shuffled
from game.state import Finished, State
from game.view import View, view_for
from tests.compiled import compiled


def decisions(seed: int) -> list[View]:
    """The views of a deal in which there is something to decide."""
    state: State = new_deal(shuffled(seed.to_bytes(32, "big")), INTERNATIONAL)
    found: list[View] = []
    while not isinstance(state, Finished):
        view = view_for(state, waiting_for(state)[0])
        if sum(not isinstance(action, Claim | Concede) for action in view.legal) > 1:
            found.append(view)
        state = apply(state, waiting_for(state)[0], rule_of_thumb(view))
    return found


@compiled
async def test_two_processes_give_equal_answers_to_equal_views() -> None:
    warm_up()
    one, other = Thinking(), Thinking()
    for thinker in (one, other):
        thinker.warm()
    try:
        views = [view for view in decisions(4) if len(view.hand) != 10 or not view.tricks][-24:]
        assert len(views) > 12
        first = [await EvenThinking(one).choose("club", view) for view in views]
        # In another order, and after other questions.
        again = [await EvenThinking(other).choose("club", view) for view in reversed(views)]
        assert first == again[::-1]
    finally:
        one.close()
        other.close()


async def test_who_answers_alike_waits_until_the_search_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()

    def slowly() -> threading.Thread:
        thread = threading.Thread(target=ready.wait, daemon=True)
        thread.start()
        return thread

    monkeypatch.setattr(thinking, "warm", slowly)
    thinker = Thinking()
    try:
        thinker.warm()
        view = decisions(4)[0]
        waiting = asyncio.ensure_future(thinker.choose_evenly("club", view))
        began = time.monotonic()
        assert await thinker.choose("club", view) in view.legal
        await asyncio.sleep(0.2)
        assert not waiting.done()
        ready.set()
        assert await asyncio.wait_for(waiting, 10) in view.legal
        assert time.monotonic() - began > 0.15
    finally:
        ready.set()
        thinker.close()


async def test_without_a_search_advice_goes_by_rules_of_thumb() -> None:
    thinker = Thinking(search=False)
    try:
        for view in decisions(4)[:5]:
            advice = await thinker.advise(view)
            assert advice.action == rule_of_thumb(view)
            assert advice.chance is None
            assert await thinker.choose_evenly("club", view) == rule_of_thumb(view)
    finally:
        thinker.close()
