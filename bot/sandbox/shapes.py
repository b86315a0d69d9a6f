"""JSON as it arrives and leaves: the alias for objects, and narrowing from `Any` without surprises."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeGuard

Json: TypeAlias = dict[str, Any]


def is_object(value: object) -> TypeGuard[Json]:
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_integer(value: object) -> TypeGuard[int]:
    """True for whole numbers; JSON's true and false are not numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def items_of(value: Json, name: str) -> list[Any]:
    """The list under a name; empty when there is none."""
    found = value.get(name)
    return found if is_list(found) else []


def iso(seconds: float) -> str:
    """Unix seconds as Discord writes times: 2025-01-31T12:00:00.000000+00:00."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def snowflake(value: object) -> int | None:
    """The id a body or path names, or None when it is no id. Discord takes ids as text and as numbers."""
    if is_integer(value):
        return value if value >= 0 else None
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20:
        return int(value)
    return None
