"""Reading the fields of a form body: each reader returns the value, or notes a problem and returns None.

Invariant: null and absent are the same, as they are to Discord for optional fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.shapes import Json, is_integer, is_list, is_number, is_object, snowflake

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.sandbox.errors import Path, Problems


class Form:
    __slots__ = ("fields", "path", "problems")

    def __init__(self, fields: Json, problems: Problems, path: Path = ()) -> None:
        self.fields = fields
        self.problems = problems
        self.path = path

    def has(self, name: str) -> bool:
        return self.fields.get(name) is not None

    def text(self, name: str, shortest: int, longest: int, *, required: bool = False) -> str | None:
        value = self.fields.get(name)
        if value is None:
            if required:
                self.problems.required((*self.path, name))
            return None
        if not isinstance(value, str):
            self.problems.kind((*self.path, name), "string")
            return None
        if not shortest <= len(value) <= longest:
            self.problems.length((*self.path, name), shortest, longest)
            return None
        return value

    def integer(self, name: str, low: int, high: int, *, required: bool = False) -> int | None:
        value = self.fields.get(name)
        if value is None:
            if required:
                self.problems.required((*self.path, name))
            return None
        if not is_integer(value):
            self.problems.kind((*self.path, name), "int")
            return None
        if not low <= value <= high:
            self.problems.add((*self.path, name), "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
            return None
        return value

    def number(self, name: str) -> float | None:
        value = self.fields.get(name)
        if value is None or is_number(value):
            return value
        self.problems.kind((*self.path, name), "number")
        return None

    def one_of(self, name: str, allowed: Container[int], shown: str, *, required: bool = False) -> int | None:
        value = self.fields.get(name)
        if value is None:
            if required:
                self.problems.required((*self.path, name))
            return None
        if not is_integer(value) or value not in allowed:
            self.problems.choice((*self.path, name), shown)
            return None
        return value

    def boolean(self, name: str) -> bool | None:
        value = self.fields.get(name)
        if value is None or isinstance(value, bool):
            return value
        self.problems.kind((*self.path, name), "boolean")
        return None

    def snowflake(self, name: str) -> int | None:
        value = self.fields.get(name)
        if value is None:
            return None
        found = snowflake(value)
        if found is None:
            self.problems.add((*self.path, name), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return found

    def items(self, name: str, fewest: int, most: int, *, required: bool = False) -> list[Any] | None:
        value = self.fields.get(name)
        if value is None:
            if required:
                self.problems.required((*self.path, name))
            return None
        if not is_list(value):
            self.problems.kind((*self.path, name), "list")
            return None
        if not fewest <= len(value) <= most:
            self.problems.length((*self.path, name), fewest, most)
            return None
        return value

    def object(self, name: str, *, required: bool = False) -> Form | None:
        value = self.fields.get(name)
        if value is None:
            if required:
                self.problems.required((*self.path, name))
            return None
        return self.inner(value, name)

    def inner(self, value: object, *steps: str | int) -> Form | None:
        if not is_object(value):
            self.problems.add(
                (*self.path, *steps), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"
            )
            return None
        return Form(value, self.problems, (*self.path, *steps))
