"""From method and path to the handler, with the parameters of the path.

Invariant: the route's template is what rate limits, faults and the request log speak of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import ApiError, Refusal, form_error
from bot.sandbox.limits import FREE, Limit
from bot.sandbox.shapes import Json, is_object, snowflake

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping


@dataclass(frozen=True, slots=True)
class Upload:
    """One part `files[n]` of a multipart request."""

    field: str
    filename: str
    content_type: str
    content: bytes


@dataclass(slots=True)
class Call:
    """A request that found its route."""

    route: Route
    params: dict[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list[Upload])

    def id(self, name: str) -> int:
        """A path parameter that must be a snowflake; 50035 as Discord answers otherwise."""
        found = snowflake(self.params[name])
        if found is None:
            raise form_error((name,), "NUMBER_TYPE_COERCE", f'Value "{self.params[name]}" is not snowflake.')
        return found

    @property
    def form(self) -> Json:
        """The body, which must be an object."""
        if self.body is None:
            return {}
        if not is_object(self.body):
            raise form_error((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")


@dataclass(slots=True)
class Reply:
    status: int = 200
    body: Any = None
    """None for an answer without a body."""
    delivered: Callable[[], None] | None = None
    """Called once the answer has gone out."""


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    method: str
    template: str
    handler: Callable[[Call], Awaitable[Reply]]
    limit: Limit
    major: tuple[str, ...]
    """The path parameters that give a bucket of its own."""
    bucket: str
    needs_token: bool

    @property
    def counts_globally(self) -> bool:
        return self.needs_token and self.limit is not FREE


class Router:
    """Templates of one length are tried in the order they were added; `{name}` matches one step."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[int, str], list[tuple[list[str], Route]]] = {}

    def add(
        self,
        method: str,
        template: str,
        handler: Callable[[Call], Awaitable[Reply]],
        limit: Limit,
        *,
        bucket: str | None = None,
        needs_token: bool = True,
    ) -> None:
        steps = template.strip("/").split("/")
        names = ("{channel_id}", "{guild_id}", "{webhook_id}", "{webhook_token}")
        major = tuple(step[1:-1] for step in steps if step in names)
        route = Route(method, template, handler, limit, major, bucket or f"{method} {template}", needs_token)
        self._by_shape.setdefault((len(steps), steps[0]), []).append((steps, route))

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Raises ApiError 404 or 405."""
        given = path.strip("/").split("/")
        wrong_method = False
        for steps, route in self._by_shape.get((len(given), given[0]), ()):
            params: dict[str, str] = {}
            for step, value in zip(steps, given, strict=True):
                if step[0] == "{":
                    params[step[1:-1]] = value
                elif step != value:
                    break
            else:
                if route.method == method:
                    return route, params
                wrong_method = True
        raise ApiError(Refusal.METHOD_NOT_ALLOWED if wrong_method else Refusal.NOT_FOUND)
