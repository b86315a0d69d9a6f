"""What a table is for, skill ratings, and more figures, which are made again from the results at the next opening."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("purpose", sa.Text(), server_default="series", nullable=False))
    op.drop_index("uq_tables_open_channel", table_name="tables")
    in_channel = sa.text("closed_at IS NULL AND purpose = 'series'")
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=in_channel,
        postgresql_where=in_channel,
    )
    _ratings()
    _totals()
    _game_totals()
    unlisted = sa.text("key = 'listed' AND value = 'no'")
    op.create_index("ix_people_unlisted", "people", ["user_id"], sqlite_where=unlisted, postgresql_where=unlisted)
    op.execute("INSERT INTO meta (key, value) SELECT 'figures', 'stale' WHERE EXISTS (SELECT 1 FROM results)")


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("skill", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user_id", "level", name="pk_ratings"),
    )
    op.create_index("ix_ratings_skill", "ratings", ["guild", "skill", "user_id", "level"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])


def _totals() -> None:
    # Everything in it comes from the results, so a new one needs no values for the new columns.
    op.drop_table("totals")
    counts = (
        "deals", "declared", "won", "lost", "defended", "defeated", "points", "seeger", "hand", "schneider", "schwarz",
        "overbid",
    )  # fmt: skip
    op.create_table(
        "totals",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("average", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("guild", "user_id", "period", "kind", name="pk_totals"),
    )
    for order in ("seeger", "points", "average", "won"):
        op.create_index(f"ix_totals_{order}", "totals", ["guild", "period", "kind", order, "user_id"])
    op.create_index("ix_totals_user_id", "totals", ["user_id"])


def _game_totals() -> None:
    counts = ("declared", "won", "hand", "schneider", "schwarz", "overbid", "value", "points")
    op.create_table(
        "game_totals",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("best_table", sa.BigInteger(), nullable=False),
        sa.Column("best_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user_id", "kind", "game", name="pk_game_totals"),
    )
    op.create_index("ix_game_totals_user_id", "game_totals", ["user_id"])
