"""The tables of the database, the same on SQLite and PostgreSQL; migrations lead to exactly this.

Times are seconds since 1970. A person is a Discord user id; it is nullable wherever results must outlive a deletion.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

_OPEN: Final = text("closed_at IS NULL AND purpose = 'series'")

tables: Final = Table(
    "tables",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger),
    Column("rules", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("started_at", Double),
    Column("closed_at", Double),
    Column("closed_reason", Text),
    Column("board", BigInteger),
    Column("board_at", Double),
    Column("purpose", Text, nullable=False, server_default="series"),
    # One open table a channel, whatever the process believes; what one plays alone takes no channel.
    Index("uq_tables_open_channel", "channel", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    Index("ix_tables_guild", "guild"),
)

chairs: Final = Table(
    "chairs",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id"), primary_key=True),
    Column("chair", SmallInteger, primary_key=True),
    Column("user_id", BigInteger, index=True),
    Column("level", Text),
    Column("stand_in", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
)
"""A row a chair; neither a user nor a level is an empty chair."""

deals: Final = Table(
    "deals",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("rules", Text),
    Column("started_at", Double),
    Column("finished_at", Double),
    Column("kind", Text),
)
"""`rules` from the start on, `kind` (of `totals`) once finished."""

_DEAL: Final = ["table_id", "number"]
_DEALS_KEY: Final = ["deals.table_id", "deals.number"]

cuts: Final = Table(
    "cuts",
    metadata,
    Column("table_id", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user_id", BigInteger, index=True),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(_DEAL, _DEALS_KEY),
)

moves: Final = Table(
    "moves",
    metadata,
    Column("table_id", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("move", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(_DEAL, _DEALS_KEY),
    sqlite_with_rowid=False,
)

results: Final = Table(
    "results",
    metadata,
    Column("table_id", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("chair", SmallInteger, primary_key=True),
    Column("user_id", BigInteger),
    Column("level", Text),
    Column("role", Text, nullable=False),
    Column("score", Integer, nullable=False),
    Column("list_points", Integer, nullable=False),
    Column("seeger", Integer, nullable=False),
    Column("won", Boolean),
    Column("contract", Text),
    Column("bid", Integer, nullable=False),
    Column("value", Integer, nullable=False),
    Column("overbid", Boolean, nullable=False),
    Column("schneider", Boolean, nullable=False),
    Column("schwarz", Boolean, nullable=False),
    Column("mu_change", Double),
    Column("sigma_change", Double),
    ForeignKeyConstraint(_DEAL, _DEALS_KEY),
    Index("ix_results_user_id", "user_id", "table_id", "number"),
)
"""`mu_change` is what the deal added to the mean of the chair's skill, `sigma_change` what multiplied its deviation.

NULL where nothing was rated. They go with the person: who has been forgotten leaves only what others gained or lost.
"""

COUNTS: Final = (
    "deals", "declared", "won", "lost", "defended", "defeated", "points", "seeger", "hand", "schneider", "schwarz",
    "overbid",
)  # fmt: skip
"""The figures of `totals` that add up deal by deal; those but `defended` and `defeated` are about own games."""

ORDERS: Final = ("seeger", "points", "average", "won")
"""The figures of `totals` that a leaderboard can be ordered by."""

totals: Final = Table(
    "totals",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in COUNTS),
    Column("average", Double),
    *(Index(f"ix_totals_{order}", "guild", "period", "kind", order, "user_id") for order in ORDERS),
    Index("ix_totals_user_id", "user_id"),
)
"""`average` is Seeger points a deal, NULL until there are deals enough to compare."""

GAME_COUNTS: Final = ("declared", "won", "hand", "schneider", "schwarz", "overbid", "value", "points")
"""The figures of `game_totals` that add up deal by deal."""

game_totals: Final = Table(
    "game_totals",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in GAME_COUNTS),
    Column("best", Integer, nullable=False),
    Column("best_table", BigInteger, nullable=False),
    Column("best_number", Integer, nullable=False),
    Index("ix_game_totals_user_id", "user_id"),
)
"""A person's own games by the letter of the game, and Ramsch; `best` is the score of their best one."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("skill", Double, nullable=False),
    Index("ix_ratings_skill", "guild", "skill", "user_id", "level"),
    Index("ix_ratings_user_id", "user_id"),
)
"""Skill of a person, with an empty `level`, or of a computer's level, with 0 as `user_id`.

`skill` is the estimate that is compared: what is known for sure of `mu` and `sigma`.
"""

UNLISTED: Final = text("key = 'listed' AND value = 'no'")
"""The rows of `people` that keep a person out of public lists; as literals, or no partial index would serve."""

settings: Final = Table(
    "settings",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

people: Final = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index("ix_people_unlisted", "user_id", sqlite_where=UNLISTED, postgresql_where=UNLISTED),
)

meta: Final = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the program remembers of itself, such as the id of this database; the schema version is Alembic's table."""
