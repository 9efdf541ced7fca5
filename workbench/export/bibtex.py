"""A run's sources as BibTeX, in UTF-8; no text can end its field or be a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.export.citations import Citation, citations
from workbench.export.made import facts_line
from workbench.export.table import table
from workbench.records import RunRecord

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# A brace behind a backslash still counts for BibTeX, so braces are spelt out.
_SPELT = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
}  # fmt: skip
_SPECIAL = re.compile("[" + re.escape("".join(_SPELT)) + "]")


def as_bibtex(run: RunRecord) -> str:
    """One entry a source under a comment that says what made them."""
    entries = "".join(f"\n{_entry(one)}" for one in citations(run))
    return f"% {facts_line(run, table(run)).replace('@', ' at ')}\n{entries}"


def latex(text: str) -> str:
    """The text as LaTeX shows it letter for letter."""
    return _SPECIAL.sub(lambda found: _SPELT[found[0]], text)


def _entry(one: Citation) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(one))
    return f"@misc{{{one.key},\n{fields}}}\n"


def _fields(one: Citation) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{{{latex(one.title)}}}}}"
    if one.site:
        yield "howpublished", f"{{{latex(one.site)}}}"
    if one.issued:
        yield "year", f"{{{one.issued.year}}}"
        yield "month", _MONTHS[one.issued.month - 1]
        yield "day", f"{{{one.issued.day}}}"
    if one.url:
        yield "url", f"{{{one.url}}}"
    yield "urldate", f"{{{one.accessed.isoformat()}}}"
    if one.language:
        yield "language", f"{{{one.language}}}"
    if one.abstract:
        yield "abstract", f"{{{latex(one.abstract)}}}"
    yield "annote", f"{{{latex(one.note)}}}"
