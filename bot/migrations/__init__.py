"""The way from an empty or older database to `bot.schema`; `upgrade` runs it over an open connection.

One transaction: a failed upgrade leaves the old schema.
"""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

VERSION_TABLE: Final = "schema_version"


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, independent of the current folder and of any file."""
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    return config


def revision(connection: Connection) -> str | None:
    """The schema version of the database; None if it has none."""
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()


def head() -> str:
    """The schema version of this program."""
    return ScriptDirectory.from_config(configuration()).get_current_head() or ""


def known(version: str) -> bool:
    """Whether this program knows a schema version; it does not if the database is from a newer one."""
    script = ScriptDirectory.from_config(configuration())
    return version in {entry.revision for entry in script.walk_revisions()}


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date within the transaction that is open on `connection`."""
    command.upgrade(configuration(connection), "head")
