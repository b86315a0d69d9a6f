"""What each deal changed of skill, so that it holds when somebody who played it is forgotten.

It is reckoned from the results at the next opening. Where somebody had been forgotten already, nothing of it was kept:
the others are rated, this once more, as against somebody new.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    op.add_column("results", sa.Column("mu_change", sa.Double, nullable=True))
    op.add_column("results", sa.Column("sigma_change", sa.Double, nullable=True))
    # The migration before it may have left the figures to be made in the same start.
    op.execute(
        "INSERT INTO meta (key, value) SELECT 'figures', 'stale' WHERE EXISTS (SELECT 1 FROM results)"
        " AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'figures')"
    )
