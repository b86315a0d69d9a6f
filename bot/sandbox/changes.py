"""Waiting for a condition without sleeping: it is asked again after each change.

Invariant: a waiter is woken by the change that made its condition true, or not at all before its timeout.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Waiter:
    __slots__ = ("check", "future")

    def __init__(self, check: Callable[[], object], future: asyncio.Future[None]) -> None:
        self.check = check
        self.future = future


class Changes:
    def __init__(self) -> None:
        self._waiters: list[Waiter] = []

    def notify(self) -> None:
        for waiter in tuple(self._waiters):
            if waiter.future.done():
                continue
            try:
                met = waiter.check()
            except Exception as error:  # noqa: BLE001 - whatever the condition raises belongs to the one waiting
                waiter.future.set_exception(error)
            else:
                # Asking may itself have brought news, and have woken the waiter from within.
                if met and not waiter.future.done():
                    waiter.future.set_result(None)

    async def until(self, condition: Callable[[], T | None], within: float = 5.0, what: str = "condition") -> T:
        """Wait until `condition()` is true and return its value. Raises TimeoutError naming `what`."""
        found = condition()
        if found:
            return found
        last: list[T] = []

        def check() -> bool:
            value = condition()
            if value:
                last.append(value)
            return bool(value)

        waiter = Waiter(check, asyncio.get_running_loop().create_future())
        self._waiters.append(waiter)
        try:
            await asyncio.wait_for(waiter.future, within)
        except TimeoutError:
            raise TimeoutError(f"not within {within} s: {what}") from None
        finally:
            self._waiters.remove(waiter)
        return last[-1]
