"""What every file of a run says about its making, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from workbench.export.hashes import context_sha256, settings_sha256
from workbench.export.table import Row
from workbench.records import STATES, RunRecord
from workbench.text import one_line, safe, shown

UNDECIDED = "undecided"
_COMPONENTS = (
    ("credibility", "domain_credibility"),
    ("snippet", "snippet_quality"),
    ("recency", "recency_score"),
    ("uniqueness", "uniqueness_score"),
    ("search rank", "search_rank_score"),
)


def funnel(rows: Sequence[Row]) -> dict[str, int]:
    """How many results ended in each state; the counts add up to the results."""
    found = Counter(row.state or UNDECIDED for row in rows)
    return {state: found[state] for state in (*STATES, UNDECIDED) if found[state]}


def funnel_line(rows: Sequence[Row]) -> str:
    """The funnel as one line."""
    counts = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in funnel(rows).items())
    return f"{len(rows)} {'result' if len(rows) == 1 else 'results'}" + (f": {counts}" if counts else "")


def facts(run: RunRecord) -> Iterator[tuple[str, str]]:
    """What made the run, as names and values; hashes are SHA-256 in hex."""
    yield "Run", f"{run.number} ({shown(run.id)})"
    yield "State", run.state + (f": {one_line(safe(run.error))}" if run.error else "")
    yield "Day", run.today.isoformat()
    yield "Engine", shown(run.engine)
    yield "Settings version", str(run.settings_version)
    yield "SHA-256 of the settings snapshot", settings_sha256(run)
    if held := context_sha256(run):
        yield "SHA-256 of the context text", held


def facts_line(run: RunRecord, rows: Sequence[Row]) -> str:
    """What made the run and where its results ended, as one line."""
    return "; ".join((*(f"{name} {value}" for name, value in facts(run)), funnel_line(rows)))


def components(row: Row) -> Iterator[tuple[str, str]]:
    """The five components of a source in full precision; a missing one is a dash."""
    for name, column in _COMPONENTS:
        yield name, number(getattr(row, column))


def number(value: float | None) -> str:
    """A number in full precision."""
    return "–" if value is None else repr(value)


def judged(row: Row) -> str:
    """A source's rank, score, components, badge and page hash, as one line."""
    parts = ", ".join(f"{name} {value}" for name, value in components(row))
    hashed = f"; SHA-256 of the page text {row.page_text_sha256}" if row.page_text_sha256 else ""
    return f"rank {row.rank}; score {number(row.overall_score)} ({parts}); {row.page}{hashed}"


def ended_at(run: RunRecord) -> datetime:
    """The moment that a file of the run bears, in UTC, to the second."""
    at = run.finished_at or run.created_at
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
