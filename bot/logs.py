"""Logging that keeps secrets: no token, no interaction token, and nothing of the libraries that log whole requests."""

import logging
import re
from typing import Final

QUIET: Final = ("discord", "aiohttp", "aiosqlite", "sqlalchemy", "asyncpg", "alembic", "asyncio", "PIL", "matplotlib")
"""At DEBUG these write request bodies, statement parameters or URLs that hold tokens."""

_TOKENS: Final = re.compile(r"(/webhooks/\d+/|/interactions/\d+/)[^/\s?\"']+")


class Redaction(logging.Formatter):
    """Replaces the secret and the tokens in webhook addresses, tracebacks included."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(filter(None, secrets))

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return _TOKENS.sub(r"\1[token]", text)


def configure(level: str, secrets: tuple[str, ...]) -> None:
    """Logs to standard error at `level`; the libraries stay at INFO whatever it is."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redaction(secrets))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
