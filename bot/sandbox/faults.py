"""Faults a test asks for: the next requests that match are answered wrongly, late, or not at all.

Invariant: a fault is used up by the requests it hit, and the first that matches decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox.errors import ApiError, Refusal

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json

CLOUDFLARE_BAN = "<!doctype html><title>Access denied</title><body>error code: 1015</body>"


@dataclass(slots=True, eq=False)
class Fault:
    """What happens to the next `times` requests whose method and path match.

    `status` with `body` (JSON, or text for a page) answers instead of Discord. `delay` holds the request back
    before anything happens, `late` the answer after it happened. `reset` cuts the connection before anything
    happens; `lost` lets it happen and then cuts the connection. `skip` spares the first matches.
    """

    method: str = ".*"
    path: str = ".*"
    """A regular expression searched in the path after /api/v10."""
    times: int = 1
    skip: int = 0
    status: int | None = None
    body: Json | str | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0
    late: float = 0.0
    reset: bool = False
    lost: bool = False
    hits: int = 0

    def matches(self, method: str, path: str) -> bool:
        return re.fullmatch(self.method, method) is not None and re.search(self.path, path) is not None


class Faults:
    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """The fault itself, whose `hits` tell how often it struck."""
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        self._waiting.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        if not self._waiting:
            return None
        for fault in self._waiting:
            if not fault.matches(method, path):
                continue
            if fault.skip:
                fault.skip -= 1
                continue
            fault.hits += 1
            if fault.hits >= fault.times:
                self._waiting.remove(fault)
            return fault
        return None


def refusing(refusal: Refusal, method: str = ".*", path: str = ".*", times: int = 1) -> Fault:
    """A fault that answers with one of Discord's own errors."""
    error = ApiError(refusal)
    return Fault(method, path, times, status=error.status, body=error.body)


def rate_limited(
    retry_after: float, method: str = ".*", path: str = ".*", times: int = 1, *, everywhere: bool = False
) -> Fault:
    """A 429 as Discord sends it, `everywhere` for the global limit."""
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": everywhere,
    }
    scope = "global" if everywhere else "user"
    headers = {"X-RateLimit-Scope": scope, "Retry-After": str(max(1, round(retry_after)))}
    return Fault(method, path, times, status=429, body=body, headers=headers)


def banned(method: str = ".*", path: str = ".*", times: int = 1) -> Fault:
    """The 429 of Cloudflare: a page with error code 1015 and no Via header."""
    return Fault(method, path, times, status=429, body=CLOUDFLARE_BAN)
