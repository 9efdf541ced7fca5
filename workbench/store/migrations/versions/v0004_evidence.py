"""What people judged, what they expect of rankings, why settings were saved against it, and one key for a topic."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0004"
down_revision = "0003"

_STRING = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables, and to a version of the settings the reason and the pins that it was saved against.

    The folded topics of runs become the keys that judgments have of theirs.
    """
    for name in ("reason", "red"):
        op.add_column("setting_versions", sa.Column(name, _STRING, nullable=False, server_default=""))
    op.create_table(
        "judgments",
        sa.Column("id", sa.Integer(), primary_key=True),
        *map(_text, ("topic", "topic_key", "first", "first_hash", "second", "second_hash", "answer", "rater", "note")),
        sa.Column("guideline", sa.Integer(), nullable=False),
        _time("at"),
    )
    op.create_index("ix_judgments_topic_key", "judgments", ["topic_key"])
    op.create_table(
        "pins",
        sa.Column("id", sa.Integer(), primary_key=True),
        *map(_text, ("text", "recording", "author", "note")),
        _time("at"),
        sa.Column("removed_at", UTCDateTime(), nullable=True),
    )
    _fold_topics()


def _fold_topics() -> None:
    runs = sa.table("runs", sa.column("id", _STRING), sa.column("topic", _STRING), sa.column("folded", _STRING))
    connection = op.get_bind()
    for run, topic, folded in connection.execute(sa.select(runs.c.id, runs.c.topic, runs.c.folded)).all():
        key = unicodedata.normalize("NFC", unicodedata.normalize("NFD", " ".join(topic.split())).casefold())
        if key != folded:
            connection.execute(runs.update().where(runs.c.id == run).values(folded=key))


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, _STRING, nullable=False)


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, UTCDateTime(), nullable=False)
