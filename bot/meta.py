"""The keys under which the program remembers things about itself."""

import secrets
from typing import Final

DATABASE_ID: Final = "database_id"
OPENED_AT: Final = "opened_at"


def new_id() -> str:
    """A name for a new database, told apart from every other."""
    return secrets.token_hex(8)
