"""Rate limits: a bucket for each route and major parameter, the global limit, the ban after many refusals.

Discord publishes no numbers; these are plausible ones, and none is looser than what bots are seen to get.
Invariant: a bucket counts the requests it lets through, never those it refuses.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.shapes import Json

GLOBAL_LIMIT = 50
BAN_AFTER = 10_000
BAN_WINDOW = 600.0
BAN_PAGE = "<!doctype html><html><head><title>Access denied</title></head><body>error code: 1015</body></html>"


@dataclass(frozen=True, slots=True)
class Limit:
    count: int
    per: float
    """Seconds."""


FREE = Limit(0, 0.0)
"""No bucket and not counted in the global limit: interaction callbacks."""


@dataclass(slots=True)
class Bucket:
    limit: Limit
    remaining: int
    reset_at: float


@dataclass(frozen=True, slots=True)
class Verdict:
    headers: dict[str, str] = field(default_factory=dict[str, str])
    refused: Json | None = None
    """The body of the 429, when it is one."""


@lru_cache(maxsize=1024)
def bucket_name(key: str) -> str:
    return hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


class Limits:
    """`steady` gives real seconds; `now` world time, for the reset header."""

    def __init__(self, steady: Callable[[], float], now: Callable[[], float]) -> None:
        self.enabled = True
        self._steady = steady
        self._now = now
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._global = Bucket(Limit(GLOBAL_LIMIT, 1.0), GLOBAL_LIMIT, 0.0)
        self._refusals: deque[float] = deque()
        self._sweep_at = 0.0

    @property
    def banned(self) -> bool:
        edge = self._steady() - BAN_WINDOW
        while self._refusals and self._refusals[0] < edge:
            self._refusals.popleft()
        return len(self._refusals) >= BAN_AFTER

    def count_refusal(self) -> None:
        """A 401, 403 or 429 went out; ten thousand in ten minutes ban the address."""
        self._refusals.append(self._steady())

    def take(self, route: str, major: str, limit: Limit, *, counts_globally: bool) -> Verdict:
        """Ask for one request. Headers go with whatever answer follows."""
        if limit is FREE or not self.enabled:
            return Verdict()
        now = self._steady()
        if counts_globally and not self._draw(self._global, now):
            wait = self._global.reset_at - now
            return Verdict(
                {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "Retry-After": seconds(wait)},
                {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": True},
            )
        self._sweep(now)
        bucket = self._buckets.get((route, major))
        if bucket is None:
            bucket = self._buckets[route, major] = Bucket(limit, limit.count, now + limit.per)
        passed = self._draw(bucket, now)
        wait = max(bucket.reset_at - now, 0.001)
        headers = {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset": f"{self._now() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": bucket_name(route),
        }
        if passed:
            return Verdict(headers)
        headers |= {"X-RateLimit-Scope": "user", "Retry-After": seconds(wait)}
        return Verdict(
            headers,
            {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False},
        )

    def _draw(self, bucket: Bucket, now: float) -> bool:
        if now >= bucket.reset_at:
            bucket.remaining = bucket.limit.count
            bucket.reset_at = now + bucket.limit.per
        if bucket.remaining <= 0:
            return False
        bucket.remaining -= 1
        return True

    def _sweep(self, now: float) -> None:
        """Forget buckets that are full again: each interaction token opens one."""
        if now < self._sweep_at:
            return
        self._sweep_at = now + 10.0
        for key in [key for key, bucket in self._buckets.items() if now >= bucket.reset_at]:
            del self._buckets[key]


def seconds(wait: float) -> str:
    return str(math.ceil(wait))
