"""Discord's refusals: HTTP status, JSON error code, message, and the nested `errors` of a 50035."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sandbox.shapes import Json

Path = tuple[str | int, ...]


class Refusal(Enum):
    """Status, code and message, as Discord words them."""

    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    MAXIMUM_EMOJIS = (400, 30008, "Maximum number of emojis reached (2000)")
    MAXIMUM_COMMANDS = (400, 30032, "Maximum number of application commands reached (100).")
    MAXIMUM_COMMAND_CREATES = (
        429,
        30034,
        "Max number of daily application command creates has been reached (200)",
    )
    OLD_MESSAGE_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    )
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    OTHERS_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_SEND_TO_USER = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
    FORM_BODY = (400, 50035, "Invalid Form Body")
    FILE_TOO_LARGE = (400, 50045, "File uploaded exceeds the maximum size")
    ARCHIVED_THREAD = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    LOCKED_THREAD = (400, 160005, "Thread is locked")


class ApiError(Exception):
    """An answer that is not a success. `extra` joins the body, `headers` the response."""

    def __init__(
        self,
        refusal: Refusal,
        *,
        errors: Json | None = None,
        extra: Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status, self.code, text = refusal.value
        super().__init__(f"{self.status} {self.code} {text}")
        self.body: Json = {"message": text, "code": self.code}
        if errors is not None:
            self.body["errors"] = errors
        if extra is not None:
            self.body.update(extra)
        self.headers = dict(headers or {})


class Problems:
    """Collects what is wrong with a form body, so that one answer names every field, as Discord does."""

    def __init__(self) -> None:
        self._found: list[tuple[Path, str, str]] = []

    def add(self, path: Path, code: str, message: str) -> None:
        self._found.append((path, code, message))

    def required(self, path: Path) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: Path, shortest: int, longest: int) -> None:
        self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {shortest} and {longest} in length.")

    def kind(self, path: Path, what: str) -> None:
        self.add(path, "BASE_TYPE_BAD_TYPE", f"Could not interpret this value as {what}.")

    def choice(self, path: Path, allowed: str) -> None:
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")

    def __bool__(self) -> bool:
        return bool(self._found)

    def finish(self) -> None:
        """Raises the 50035 if anything was found."""
        if self._found:
            raise ApiError(Refusal.FORM_BODY, errors=self.nested())

    def nested(self) -> Json:
        root: Json = {}
        for path, code, message in self._found:
            node = root
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return root


def form_error(path: Path, code: str, message: str) -> ApiError:
    """The 50035 for one field."""
    problems = Problems()
    problems.add(path, code, message)
    return ApiError(Refusal.FORM_BODY, errors=problems.nested())
