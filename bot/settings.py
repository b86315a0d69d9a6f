"""What the environment and `.env` say: read once by `Settings.load`, checked as a whole, handed on as an argument.

A wrong value gives one line naming the variable and what to write; a value that may be secret is never repeated.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.forgotten import KEY_ENDING

PREFIX: Final = "SKAT_"
ENV_FILE: Final = Path(".env")
_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class SettingsError(Exception):
    """Settings that cannot be used; one line a field."""

    exit_code: Final = 2

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def async_url(url: str) -> str:
    """The URL with the driver that this program uses.

    Raises ValueError for what is neither a SQLite file nor a PostgreSQL address; the text does not repeat the URL,
    which may hold a password.
    """
    scheme, separator, rest = url.partition("://")
    driver = _DRIVERS.get(scheme.lower())
    if driver is None or not separator:
        raise ValueError("unknown kind of database")
    if driver.startswith("sqlite"):
        if not rest.startswith("/") or rest.strip("/") in ("", ":memory:") or "?" in rest or rest.endswith("/"):
            raise ValueError("no SQLite file is named")
    elif not urlsplit(f"//{rest}").path.strip("/"):
        raise ValueError("no PostgreSQL database is named")
    return f"{driver}://{rest}"


def _loopback(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in _LOOPBACK or parts.port is None:
        raise ValueError("not a loopback address")
    return url.rstrip("/")


def _no_key(path: Path) -> Path:
    if path.suffix == KEY_ENDING or not path.name:
        raise ValueError("the key lies in a file of that name")
    return path


def _numbers(value: Any) -> Any:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
Snowflake = Annotated[int, Field(gt=0, lt=2**63)]


class Settings(BaseSettings):
    """Every option of the process. `load` is the way to it; built directly, it reads the environment but no file.

    The description of a field says what to write; it is what a person reads after a wrong value.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    discord_token: SecretStr | None = Field(None, description="the bot's token; without one the sandbox opens")
    database_url: Annotated[str, AfterValidator(async_url)] = Field(
        "sqlite+aiosqlite:///skat.db",
        repr=False,
        description="sqlite:///skat.db (or another path) or postgresql://user:password@host/database",
    )
    sandbox_port: int = Field(8765, ge=0, le=65535, description="a port number up to 65535, 0 for any free one")
    sandbox_url: Annotated[str, AfterValidator(_loopback)] | None = Field(
        None, description="the address of a running sandbox on this machine, such as http://127.0.0.1:8765"
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    reminder_seconds: Seconds = Field(60, description="seconds until a waiting player is mentioned, 0 to 86400")
    stand_in_seconds: Seconds = Field(
        120, description="seconds until a computer plays for a waiting player, more than SKAT_REMINDER_SECONDS"
    )
    next_deal_seconds: Seconds = Field(30, description="seconds until the next deal starts by itself, 0 to 86400")
    lobby_idle_seconds: Seconds = Field(1800, description="seconds until an idle lobby closes, 0 to 86400")
    computer_pace_seconds: Seconds = Field(0.8, description="seconds between two moves of computers, 0 to 86400")
    computer_search: bool = Field(
        True, description="true, or false for a small machine: computers then go by rules of thumb"
    )
    tables_per_user: int = Field(3, ge=1, le=100, description="tables one person may sit at, 1 to 100")
    tables_per_guild: int = Field(100, ge=1, le=10_000, description="open tables of one server, 1 to 10000")
    secret_key: Annotated[SecretStr, Field(min_length=16)] | None = Field(
        None, description="at least 16 characters that nobody can guess, always the same ones"
    )
    forgotten_file: Annotated[Path, AfterValidator(_no_key)] | None = Field(
        None, description="a file that no backup of the database contains, such as skat.forgotten"
    )
    retention_days: int = Field(730, ge=0, le=36_500, description="days, 1 to 36500, or 0 to keep everything")
    alert_channel: Snowflake | None = Field(
        None, description="the id of the channel that is told when something is wrong"
    )
    shard_ids: Annotated[tuple[Annotated[int, Field(ge=0)], ...], NoDecode, BeforeValidator(_numbers)] | None = Field(
        None, description="the shards of this process, such as 0,1, each below SKAT_SHARD_COUNT"
    )
    shard_count: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None, description="the number of shards of all processes, needed with SKAT_SHARD_IDS"
    )

    def __init__(self, *, env_file: Path | None = None, **values: Any) -> None:
        super().__init__(_env_file=env_file, **values)

    @model_validator(mode="after")
    def _fit(self) -> Self:
        if self.stand_in_seconds <= self.reminder_seconds:
            raise ValueError("stand_in_seconds")
        if self.shard_ids is not None:
            if self.shard_count is None:
                raise ValueError("shard_count")
            ids = self.shard_ids
            if not ids or len(set(ids)) < len(ids) or max(ids) >= self.shard_count:
                raise ValueError("shard_ids")
        return self

    @classmethod
    def load(cls, env_file: Path | None = ENV_FILE) -> Self:
        """The settings from the environment, and where that is silent from `env_file`. Raises SettingsError."""
        try:
            return cls(env_file=env_file)
        except ValidationError as error:
            lines = tuple(_lines(error))
        # Raised out here so that no traceback carries the values that pydantic keeps.
        raise SettingsError(lines)


def _lines(error: ValidationError) -> Iterator[str]:
    seen: set[str] = set()
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        name = str(detail["loc"][0]) if detail["loc"] else detail["msg"].rpartition(" ")[2]
        name = name.lower().removeprefix(PREFIX.lower())
        if name not in seen:
            seen.add(name)
            yield f"{PREFIX}{name.upper()} cannot be used: write {Settings.model_fields[name].description}"


def unknown_names(environ: Mapping[str, str] = os.environ, env_file: Path = ENV_FILE) -> tuple[str, ...]:
    """Variables that look like settings but are none, such as a misspelt one; worth a warning."""
    written = dotenv_values(env_file) if env_file.is_file() else {}
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    names = {name.upper() for name in (*environ, *written)}
    return tuple(sorted(name for name in names if name.startswith(PREFIX) and name not in known))
