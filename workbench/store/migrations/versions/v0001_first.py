"""The first schema: settings, runs, blobs, events, findings, documents, posts, flags."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None

_INDEX = """
CREATE VIRTUAL TABLE document_index USING fts5(
    title, text, content='documents', content_rowid='id', tokenize='porter unicode61')
"""
_TRIGGERS = (
    """CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO document_index(rowid, title, text) VALUES (new.id, new.title, new.text); END""",
    """CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO document_index(document_index, rowid, title, text)
    VALUES ('delete', old.id, old.title, old.text); END""",
    """CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO document_index(document_index, rowid, title, text)
    VALUES ('delete', old.id, old.title, old.text);
    INSERT INTO document_index(rowid, title, text) VALUES (new.id, new.title, new.text); END""",
)
_SERVER_INDEX = (
    "CREATE TEXT SEARCH DICTIONARY workbench (TEMPLATE = snowball, Language = porter)",
    "CREATE TEXT SEARCH CONFIGURATION workbench (COPY = english)",
    "ALTER TEXT SEARCH CONFIGURATION workbench ALTER MAPPING REPLACE english_stem WITH workbench",
    r"""CREATE FUNCTION plain_words(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'),
                     '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))""",
    """CREATE FUNCTION document_words(title text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN setweight(to_tsvector('workbench'::regconfig, plain_words(title)), 'A')
           || setweight(to_tsvector('workbench'::regconfig, plain_words(left(body, 250000))), 'D')""",
    "ALTER TABLE documents ADD document_index tsvector GENERATED ALWAYS AS (document_words(title, text)) STORED",
    "CREATE INDEX document_index ON documents USING gin (document_index)",
)
# Text is compared and ordered by its code points on every server, as SQLite does.
_STRING = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Create every table."""
    _settings()
    _runs()
    _of_runs()
    _findings()
    _library()
    for statement in (_INDEX, *_TRIGGERS) if op.get_context().dialect.name == "sqlite" else _SERVER_INDEX:
        op.execute(statement)


def _text(name: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, _STRING, **{"nullable": False, **options})


def _number(name: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), **{"nullable": False, **options})


def _time(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, UTCDateTime(), nullable=nullable)


def _of_run(*, primary_key: bool = False, nullable: bool = False) -> sa.Column[Any]:
    owner = sa.ForeignKey("runs.id", ondelete="CASCADE")
    return sa.Column("run_id", _STRING, owner, primary_key=primary_key, nullable=nullable)


def _settings() -> None:
    op.create_table("app_settings", _text("key", primary_key=True), _text("value", nullable=True))
    counters = op.create_table("counters", _text("name", primary_key=True), _number("value"))
    op.bulk_insert(counters, [{"name": "runs", "value": 0}, {"name": "settings", "value": 0}])
    op.create_table(
        "setting_versions",
        _number("version", primary_key=True, autoincrement=False),
        _time("at"), _text("author"), _text("note"),
    )  # fmt: skip
    op.create_table(
        "setting_changes",
        _number("id", primary_key=True),
        sa.Column("version", sa.Integer(), sa.ForeignKey("setting_versions.version"), nullable=False),
        _text("key"), _text("old", nullable=True), _text("new", nullable=True),
    )  # fmt: skip
    op.create_index("ix_setting_changes_version", "setting_changes", ["version"])


def _runs() -> None:
    op.create_table(
        "runs",
        _text("id", primary_key=True), _number("number", unique=True), _text("topic"), _text("folded"),
        sa.Column("today", sa.Date(), nullable=False), _text("engine"), _text("state"), _time("created_at"),
        _time("finished_at", nullable=True), _text("error"), _number("settings_version"), _text("settings_key"),
        _text("options"), _number("results"), _number("kept"),
    )  # fmt: skip
    op.create_index("ix_runs_state", "runs", ["state"])


def _of_runs() -> None:
    op.create_table(
        "stages",
        _of_run(primary_key=True), _text("stage", primary_key=True), _text("record"), _text("text_keys"),
        sa.Column("seconds", sa.Float(), nullable=False), _time("at"),
    )  # fmt: skip
    op.create_table(
        "blobs",
        _text("key", primary_key=True), _number("size"), _time("at"),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )  # fmt: skip
    op.create_index("ix_blobs_at", "blobs", ["at"])
    op.create_table("run_blobs", _of_run(primary_key=True), _text("key", primary_key=True))
    op.create_index("ix_run_blobs_key", "run_blobs", ["key"])
    op.create_table("events", _number("id", primary_key=True), _of_run(), _text("name"), _time("at"), _text("detail"))
    op.create_index("ix_events_run_id", "events", ["run_id"])


def _findings() -> None:
    op.create_table(
        "findings",
        _number("id", primary_key=True), _of_run(nullable=True), _text("kind"), _text("key"), _text("title"),
        _text("body"), _text("severity"), _text("source"), _time("at"),
        sa.Column("sent", sa.Boolean(), nullable=False),
    )  # fmt: skip
    op.create_index("ix_findings_run_id", "findings", ["run_id"])
    op.create_table("cooldowns", _text("kind", primary_key=True), _text("key", primary_key=True), _time("sent_at"))


def _library() -> None:
    op.create_table(
        "documents",
        _number("id", primary_key=True), _text("url", unique=True), _text("address"), _text("title"),
        _text("snippet"), _text("topic"), sa.Column("published", sa.Date(), nullable=True), _number("status"),
        _text("content_type"), _text("body_key"), sa.Column("sample", sa.Boolean(), nullable=False), _text("text"),
    )  # fmt: skip
    for column in ("address", "topic", "body_key"):
        op.create_index(f"ix_documents_{column}", "documents", [column])
    op.create_table("posts", _text("slug", primary_key=True), _text("title"), _text("status"), _text("folded"))
    op.create_table("meta", _text("key", primary_key=True), _text("value"))
