"""What a table is for, and the skill ratings of a server."""

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
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user_id", "level", name="pk_ratings"),
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
