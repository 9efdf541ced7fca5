"""What the desk keeps about runs and settings: tags, deletion that can be undone, moved excerpts, presets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"

_STRING = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables, and the column that hides a deleted run."""
    op.add_column("runs", sa.Column("deleted_at", UTCDateTime(), nullable=True))
    op.create_index("ix_runs_deleted_at", "runs", ["deleted_at"])
    owner = sa.ForeignKey("runs.id", ondelete="CASCADE")
    op.create_table("run_tags", sa.Column("run_id", _STRING, owner, primary_key=True), _text("tag", primary_key=True))
    op.create_index("ix_run_tags_tag", "run_tags", ["tag"])
    op.create_table(
        "excerpt_pins",
        _text("text_key", primary_key=True),
        sa.Column("start", sa.Integer(), nullable=False),
        _text("author"),
        _time("at"),
    )
    op.create_table(
        "presets", _text("name", primary_key=True), _text("changes"), _text("author"), _text("note"), _time("at")
    )


def _text(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _STRING, primary_key=primary_key, nullable=False)


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, UTCDateTime(), nullable=False)
