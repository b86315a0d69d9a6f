"""People who play: whoever is to move presses a button, waits for the acknowledgement, and takes their time."""

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.bench.crowd import Crowd
from bot.bench.hands import PRIVATE, choices, choose, ids
from bot.sandbox.gestures import RefusedError
from bot.sandbox.people import Person

Json = dict[str, Any]


@dataclass(slots=True)
class Measured:
    """Seconds to each acknowledgement; `failed` clicks had none."""

    seconds: list[float] = field(default_factory=list[float])
    failed: int = 0


class Players:
    """The three at one table. `think`: mean seconds between an acknowledgement and the next click."""

    def __init__(self, crowd: Crowd, table: int, board: Json, think: float) -> None:
        self._crowd = crowd
        self._channel = crowd.channels[table - 1]
        self._people = crowd.people(table)
        self._board = board
        self._table = table
        self._number = 0
        self._think = think
        self._random = random.Random(table)

    @property
    def _deal(self) -> str:
        return f"{self._table}-{self._number}"

    async def sit_down(self) -> None:
        """Everyone asks for their cards."""
        for person in self._people:
            outcome = await person.click(self._board, custom_id=f"skat-ui:{self._deal}:cards:")
            if not outcome.acknowledged:
                raise RuntimeError(f"no cards at table {self._table}: {outcome.reason}")

    async def play(self, until: float, measured: Measured) -> None:
        """Clicks until `until` on the clock of `time.perf_counter`."""
        # Tables are not in step.
        await asyncio.sleep(self._random.random() * self._think)
        while (left := until - time.perf_counter()) > 0:
            news = self._crowd.news[self._channel.id]
            news.clear()
            turn = self._turn()
            if turn is None:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), left)
                continue
            person, hand, custom_id = turn
            try:
                outcome = await person.click(hand, custom_id=custom_id)
            except (RefusedError, KeyError):
                # The hand was brought up to date in between.
                continue
            if outcome.acknowledged and outcome.seconds is not None:
                measured.seconds.append(outcome.seconds)
            else:
                measured.failed += 1
            await asyncio.sleep(self._think * (0.5 + self._random.random()))

    def _turn(self) -> tuple[Person, Json, str] | None:
        for person in self._people:
            for message in reversed(person.messages(self._channel)):
                if not message["flags"] & PRIVATE:
                    continue
                found = self._choice(message)
                if found is not None:
                    return person, message, found
        return None

    def _choice(self, hand: Json) -> str | None:
        offered = choices(hand, self._deal)
        if offered:
            return choose(offered, self._random)
        following = f"skat-table:{self._table}:next.{self._number + 1}"
        if following in ids(hand):
            self._number += 1
            return following
        return None


def percentile(seconds: Sequence[float], share: float) -> float:
    """The value below which `share` of them lie."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
