"""The first schema."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name="pk_people"),
    )
    op.create_table(
        "settings",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "key", name="pk_settings"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double, nullable=True),
        sa.Column("closed_at", sa.Double, nullable=True),
        sa.Column("closed_reason", sa.Text(), nullable=True),
        sa.Column("board", sa.BigInteger(), nullable=True),
        sa.Column("board_at", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_guild", "tables", ["guild"], unique=False)
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "totals",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("declared", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("seeger", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("schneider", sa.Integer(), nullable=False),
        sa.Column("schwarz", sa.Integer(), nullable=False),
        sa.Column("overbid", sa.Integer(), nullable=False),
        sa.Column("average", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("guild", "user_id", "period", "kind", name="pk_totals"),
    )
    op.create_index("ix_totals_average", "totals", ["guild", "period", "kind", "average", "user_id"], unique=False)
    op.create_index("ix_totals_points", "totals", ["guild", "period", "kind", "points", "user_id"], unique=False)
    op.create_index("ix_totals_seeger", "totals", ["guild", "period", "kind", "seeger", "user_id"], unique=False)
    op.create_index("ix_totals_user_id", "totals", ["user_id"], unique=False)
    op.create_table(
        "chairs",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("chair", sa.SmallInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chairs_tables"),
        sa.PrimaryKeyConstraint("table_id", "chair", name="pk_chairs"),
    )
    op.create_index("ix_chairs_user_id", "chairs", ["user_id"], unique=False)
    op.create_table(
        "deals",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=True),
        sa.Column("started_at", sa.Double, nullable=True),
        sa.Column("finished_at", sa.Double, nullable=True),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deals_tables"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_deals"),
    )
    op.create_table(
        "cuts",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id", "number"], ["deals.table_id", "deals.number"], name="fk_cuts_deals"),
        sa.PrimaryKeyConstraint("table_id", "number", "position", name="pk_cuts"),
    )
    op.create_index("ix_cuts_user_id", "cuts", ["user_id"], unique=False)
    op.create_table(
        "moves",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "number"], ["deals.table_id", "deals.number"], name="fk_moves_deals"),
        sa.PrimaryKeyConstraint("table_id", "number", "move", name="pk_moves"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("chair", sa.SmallInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("list_points", sa.Integer(), nullable=False),
        sa.Column("seeger", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("contract", sa.Text(), nullable=True),
        sa.Column("bid", sa.Integer(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("overbid", sa.Boolean(), nullable=False),
        sa.Column("schneider", sa.Boolean(), nullable=False),
        sa.Column("schwarz", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id", "number"], ["deals.table_id", "deals.number"], name="fk_results_deals"),
        sa.PrimaryKeyConstraint("table_id", "number", "chair", name="pk_results"),
    )
    op.create_index("ix_results_user_id", "results", ["user_id", "table_id", "number"], unique=False)
