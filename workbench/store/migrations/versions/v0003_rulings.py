"""What people ruled on pages that are the same or not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0003"
down_revision = "0002"

_STRING = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the table."""
    texts = [sa.Column(name, _STRING, nullable=False) for name in ("first", "second", "verdict", "author", "note")]
    op.create_table(
        "cluster_rulings",
        sa.Column("id", sa.Integer(), primary_key=True),
        *texts,
        sa.Column("at", UTCDateTime(), nullable=False),
    )
