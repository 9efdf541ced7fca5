"""What the information of a PDF document says: its title, and when it was made and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from workbench.extract import dates
from workbench.extract.legible import broken_share
from workbench.records import DateCandidate
from workbench.text import one_line, safe

_TITLE_CHARACTERS = 200
_PROGRAM = re.compile(r"^(?:Microsoft )?(?:Word|PowerPoint|Excel|Publisher) - ", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"\(?(?:untitled|anonymous|unspecified|none|null|title|document|dokument|layout|slide|page|print|presentation"
    r"|powerpoint presentation|microsoft word)\)?[ _-]?\d{0,4}"
    r"|\S*\.(?:docx?|odt|rtf|txt|pdf|pptx?|xlsx?|indd|qxd|qxp|tex|dvi|ps|eps|ai|pub|wpd|pages|html?)"
    r"|[\W\d_]*",
    re.IGNORECASE,
)
_DAY = re.compile(r"\s*(?:D:)?\s*(\d{8})")


def title_of(metadata: Mapping[str, Any]) -> str:
    """The title in the document's own words; "" where a program only put a file name or nothing there."""
    named = metadata.get("Title")
    title = _PROGRAM.sub("", one_line(safe(named[: 10 * _TITLE_CHARACTERS]))) if isinstance(named, str) else ""
    return "" if _NO_TITLE.fullmatch(title) or broken_share(title) else title[:_TITLE_CHARACTERS].strip()


def claims_of(metadata: Mapping[str, Any], today: date) -> Iterator[DateCandidate]:
    """The day on which the document was made; that of its last change is kept to be seen."""
    if isinstance(made := metadata.get("CreationDate"), str) and made.strip():
        yield dates.judged("meta", safe(made), _day(made), today)
    if isinstance(changed := metadata.get("ModDate"), str) and changed.strip():
        found = dates.judged("meta", safe(changed), _day(changed), today)
        yield DateCandidate("meta", found.text, found.day, found.refused or dates.MODIFIED)


def _day(text: str) -> date | None:
    found = _DAY.match(text)
    return dates.day_in(found[1] if found else text)
