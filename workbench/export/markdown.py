"""A run as Markdown: ranking, lost results, and the context letter for letter inside a fence nothing in it can close.

Outside the fence every sign that a renderer could act on stands behind a backslash, `$` among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from workbench.context.escape import linked
from workbench.export.made import components, facts, funnel_line, number
from workbench.export.table import Row, table
from workbench.export.texts import encodable, web_link
from workbench.records import RunRecord
from workbench.text import shown

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&@^]|:(?=\S)|([=+-])(?=\2))")
_BARE_ADDRESS = re.compile(r"(?<=www)\.", re.IGNORECASE)
_SOURCE_HEAD = (
    "#", "Source", "Host", "Score", "Credibility", "Snippet", "Recency", "Uniqueness", "Search rank", "Page",
    "SHA-256 of the page text",
)  # fmt: skip


def as_markdown(run: RunRecord) -> str:
    """What was asked, every result with its state, and what the writer gets."""
    rows = table(run)
    return encodable("\n".join(_lines(run, rows)) + "\n")


def _lines(run: RunRecord, rows: Sequence[Row]) -> Iterator[str]:
    sources = [row for row in rows if row.rank is not None]
    lost = [row for row in rows if row.rank is None]
    yield f"# {literal(run.topic) or 'No topic'}"
    yield ""
    yield from (f"- {name}: {literal(value)}" for name, value in facts(run))
    yield ""
    yield f"{funnel_line(rows)}."
    if sources:
        yield from ("", "## Sources", "", *_grid(_SOURCE_HEAD, map(_source, sources)))
    if lost:
        yield from (
            "",
            "## Lost results",
            "",
            *_grid(("Engine’s place", "Result", "State", "Reason"), map(_lost, lost)),
        )
    yield from ("", "## What the writer gets", "")
    text = run.context.text if run.context else ""
    yield from fenced(text) if text else ("Nothing: the context is the empty text.",)


def literal(text: str) -> str:
    """One line that a renderer shows letter for letter: no link, tag, table, formula, emoji or mention."""
    return _BARE_ADDRESS.sub(r"\\.", _SIGNS.sub(r"\\\1", shown(text)))


def fenced(text: str) -> Iterator[str]:
    """The text as it is, in a fence longer than any in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    yield from (f"{fence}text", text, fence)


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"


def _source(row: Row) -> tuple[str, ...]:
    page = "page read" if row.page == "page read" else "**snippet only**"
    scores = (number(row.overall_score), *(value for _, value in components(row)))
    return (str(row.rank), _titled(row), literal(row.domain), *scores, page, row.page_text_sha256)


def _titled(row: Row) -> str:
    """The title, linked where the address may be followed, and the address in letters."""
    target = linked(web_link(row.url)).replace("$", r"\$")
    title = f"[{literal(row.title)}]({target})" if target else literal(row.title)
    return title if literal(row.title) == literal(row.url) else f"{title} {literal(row.url)}"


def _lost(row: Row) -> tuple[str, ...]:
    result = literal(row.title) if row.title == row.url else f"{literal(row.title)} {literal(row.url)}"
    return (str(row.position), result, (row.state or "undecided").replace("_", " "), literal(row.reason))
