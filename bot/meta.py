"""The keys under which the program remembers things about itself."""

import secrets
from typing import Final

DATABASE_ID: Final = "database_id"
OPENED_AT: Final = "opened_at"
FORGOTTEN_UNTIL: Final = "forgotten_until"
"""The time of the newest entry of `bot.forgotten` that was carried out in this database."""

LEFT_GUILD: Final = "left_guild:"
"""With a server's id behind it: when the bot was first seen to be out of that server."""

DAILY_SECRET: Final = "daily_secret"  # noqa: S105  # the key under which it is kept
"""What the cards of every day follow from; whoever knows it knows them all."""


def new_id() -> str:
    """A name for a new database, told apart from every other."""
    return secrets.token_hex(8)


def new_secret() -> str:
    """Random enough that nobody guesses what follows from it."""
    return secrets.token_hex(32)
