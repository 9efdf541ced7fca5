"""The tables, the same on SQLite and PostgreSQL; what stands in them is checked before a row is made."""

from __future__ import annotations

from datetime import date, datetime
from typing import ClassVar

from sqlmodel import Field, SQLModel


class SettingRow(SQLModel, table=True):
    """A setting that differs from its default; edited by hand, the value may be anything."""

    __tablename__: ClassVar[str] = "app_settings"

    key: str = Field(primary_key=True)
    value: str | None = None


class Counter(SQLModel, table=True):
    """The last number given out; taking the next one lines up writers."""

    __tablename__: ClassVar[str] = "counters"

    name: str = Field(primary_key=True)
    value: int = 0


class VersionRow(SQLModel, table=True):
    """One save of settings; `reason` is why it was saved although it left the pins in `red` broken, a line each."""

    __tablename__: ClassVar[str] = "setting_versions"

    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime
    author: str
    note: str
    reason: str = ""
    red: str = ""


class ChangeRow(SQLModel, table=True):
    """What one save did to one key; no value means that the default holds."""

    __tablename__: ClassVar[str] = "setting_changes"

    id: int | None = Field(default=None, primary_key=True)
    version: int = Field(foreign_key="setting_versions.version", index=True)
    key: str
    old: str | None = None
    new: str | None = None


class RunRow(SQLModel, table=True):
    """A run; `folded` is its topic as the search over runs compares it. A deleted one is hidden until it is purged."""

    __tablename__: ClassVar[str] = "runs"

    id: str = Field(primary_key=True)
    number: int = Field(unique=True)
    topic: str
    folded: str
    today: date
    engine: str
    state: str = Field(index=True)
    created_at: datetime
    finished_at: datetime | None = None
    error: str = ""
    settings_version: int
    settings_key: str
    options: str
    results: int = 0
    kept: int = 0
    deleted_at: datetime | None = Field(default=None, index=True)


class TagRow(SQLModel, table=True):
    """A word that a person put on a run."""

    __tablename__: ClassVar[str] = "run_tags"

    run_id: str = Field(primary_key=True, foreign_key="runs.id", ondelete="CASCADE")
    tag: str = Field(primary_key=True, index=True)


class ExcerptPinRow(SQLModel, table=True):
    """Where the excerpt of a page's text begins, moved by a person; every later render of that text honours it."""

    __tablename__: ClassVar[str] = "excerpt_pins"

    text_key: str = Field(primary_key=True)
    start: int
    author: str
    at: datetime


class ClusterRulingRow(SQLModel, table=True):
    """What a person once said of two pages, by their canonical addresses; the last one on a pair counts."""

    __tablename__: ClassVar[str] = "cluster_rulings"

    id: int | None = Field(default=None, primary_key=True)
    first: str
    second: str
    verdict: str
    author: str
    note: str
    at: datetime


class JudgmentRow(SQLModel, table=True):
    """What a rater once said of one source of a topic, or of two; the last answer on the same counts."""

    __tablename__: ClassVar[str] = "judgments"

    id: int | None = Field(default=None, primary_key=True)
    topic: str
    topic_key: str = Field(index=True)
    first: str
    first_hash: str
    second: str
    second_hash: str
    answer: str
    rater: str
    note: str
    guideline: int
    at: datetime


class PinRow(SQLModel, table=True):
    """A one-line expectation of a topic's ranking; `recording` is what it is checked on, if not on stored runs."""

    __tablename__: ClassVar[str] = "pins"

    id: int | None = Field(default=None, primary_key=True)
    text: str
    recording: str
    author: str
    note: str
    at: datetime
    removed_at: datetime | None = None


class PresetRow(SQLModel, table=True):
    """Settings under a name, as the texts of what differs from the defaults."""

    __tablename__: ClassVar[str] = "presets"

    name: str = Field(primary_key=True)
    changes: str
    author: str
    note: str
    at: datetime


class StageRow(SQLModel, table=True):
    """What one finished stage left; page texts are blobs, named in the order of the pages."""

    __tablename__: ClassVar[str] = "stages"

    run_id: str = Field(primary_key=True, foreign_key="runs.id", ondelete="CASCADE")
    stage: str = Field(primary_key=True)
    record: str
    text_keys: str
    seconds: float
    at: datetime


class BlobRow(SQLModel, table=True):
    """Bytes by their hash, packed; `at` is when somebody last put them.

    The bytes come last: to read a column after them, the database would go through them.
    """

    __tablename__: ClassVar[str] = "blobs"

    key: str = Field(primary_key=True)
    size: int
    at: datetime = Field(index=True)
    data: bytes


class RunBlobRow(SQLModel, table=True):
    """Which run needs which bytes."""

    __tablename__: ClassVar[str] = "run_blobs"

    run_id: str = Field(primary_key=True, foreign_key="runs.id", ondelete="CASCADE")
    key: str = Field(primary_key=True, index=True)


class EventRow(SQLModel, table=True):
    """One step of a run's progress."""

    __tablename__: ClassVar[str] = "events"

    id: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(foreign_key="runs.id", ondelete="CASCADE", index=True)
    name: str
    at: datetime
    detail: str


class FindingRow(SQLModel, table=True):
    """Something an operator should know, and whether it was fit to be sent."""

    __tablename__: ClassVar[str] = "findings"

    id: int | None = Field(default=None, primary_key=True)
    run_id: str | None = Field(default=None, foreign_key="runs.id", ondelete="CASCADE", index=True)
    kind: str
    key: str
    title: str
    body: str
    severity: str
    source: str
    at: datetime
    sent: bool = False


class CooldownRow(SQLModel, table=True):
    """When a finding of this kind and key was last sent."""

    __tablename__: ClassVar[str] = "cooldowns"

    kind: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    sent_at: datetime


class DocumentRow(SQLModel, table=True):
    """An installed document; `address` is its canonical form, `text` what a search looks through."""

    __tablename__: ClassVar[str] = "documents"

    id: int | None = Field(default=None, primary_key=True)
    url: str = Field(unique=True)
    address: str = Field(index=True)
    title: str
    snippet: str
    topic: str = Field(index=True)
    published: date | None = None
    status: int
    content_type: str
    body_key: str = Field(index=True)
    sample: bool
    text: str


class PostRow(SQLModel, table=True):
    """A post on our own site; `folded` is title and slug as a word is looked for in them."""

    __tablename__: ClassVar[str] = "posts"

    slug: str = Field(primary_key=True)
    title: str
    status: str
    folded: str


class MetaRow(SQLModel, table=True):
    """A small flag."""

    __tablename__: ClassVar[str] = "meta"

    key: str = Field(primary_key=True)
    value: str
