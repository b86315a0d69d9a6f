"""The log of every request a bot made, for tests to judge afterwards.

Invariant: an entry is written for each request, also for those a fault swallowed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.sandbox.routing import Upload
    from bot.sandbox.shapes import Json

KEPT = 100_000


@dataclass(slots=True)
class Request:
    """`path` is without /api/v10 and query; `route` the template, or None when nothing matched. `body` is the
    parsed JSON, for a multipart request its payload_json. `status` is None when no answer went out."""

    number: int
    at: float
    method: str
    path: str
    query: dict[str, str]
    route: str | None = None
    body: Any = None
    files: list[Upload] = field(default_factory=list["Upload"])
    status: int | None = None
    answer: Any = None
    seconds: float = 0.0
    fault: bool = False

    def summary(self) -> Json:
        return {
            "number": self.number,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "query": self.query,
            "route": self.route,
            "body": self.body,
            "files": [{"field": f.field, "filename": f.filename, "size": len(f.content)} for f in self.files],
            "status": self.status,
            "answer": self.answer,
            "seconds": self.seconds,
            "fault": self.fault,
        }


class RequestLog:
    def __init__(self, kept: int = KEPT) -> None:
        self._entries: deque[Request] = deque(maxlen=kept)
        self._next = 1

    def open(self, at: float, method: str, path: str, query: dict[str, str]) -> Request:
        entry = Request(self._next, at, method, path, query)
        self._next += 1
        self._entries.append(entry)
        return entry

    def clear(self) -> None:
        self._entries.clear()

    def after(self, number: int) -> list[Request]:
        return [entry for entry in self._entries if entry.number > number]

    def of(self, method: str, route: str) -> list[Request]:
        """Those of one operation, by its template, e.g. `of("POST", "/channels/{channel_id}/messages")`."""
        return [e for e in self._entries if e.method == method and e.route == route]

    def __iter__(self) -> Iterator[Request]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
