"""Files as documents of the corpus. Front matter, where a file has it, says what the file stands for.

Front matter is the block between two lines `---` at the head of a text file, or of the file beside it that has the
same name and `.meta`; each line of it is `key: value`. HTML and PDF are not read here: an extraction worker tells their
titles and words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from workbench.errors import BadRequest
from workbench.files import decoded, read_regular
from workbench.records import Document
from workbench.text import quoted, shown
from workbench.urls import link_form, without_credentials

TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".pdf": "application/pdf",
}
LARGEST = 20 << 20
LONGEST_TITLE = 200
_LONGEST_HEAD = 64 << 10
_BLOCK = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\r?\n)?---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^#[ \t]+(\S.*)$", re.MULTILINE)
_OPAQUE = frozenset({"text/html", "application/xhtml+xml", "application/pdf"})
_SCHEMES = ("http://", "https://", "corpus://")


def files_under(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Every document of the paths, folders walked in order of name, each with its name inside the path given."""
    for path in paths:
        if path.is_dir():
            for inner in sorted(path.rglob("*")):
                if inner.suffix.lower() in TYPES and not inner.is_dir():
                    yield inner, inner.relative_to(path).as_posix()
        elif not path.exists():
            raise BadRequest(f"There is no file or folder {path}.")
        elif path.suffix.lower() in TYPES:
            yield path, path.name
        else:
            raise BadRequest(f"{path} is no document; {', '.join(TYPES)} can be added.")


def read_document(path: Path, name: str, *, sample: bool = False) -> Document:
    """The document in a file; without front matter it stands for `corpus://NAME` under its own title.

    An opaque one whose front matter names no title has none yet.
    """
    body = read_regular(path, LARGEST)
    if beside := _beside(path):
        head = _split(read_regular(beside, _LONGEST_HEAD), beside)[0]
    else:
        head, body = _split(body, path)
    kind = TYPES[path.suffix.lower()]
    url = head.get("url") or "corpus://" + name.replace(" ", "%20")
    if not url.startswith(_SCHEMES):
        told = without_credentials(url)
        raise BadRequest(f"{path} stands for {quoted(told, 80)}, which is not an http, https or corpus address.")
    title = head.get("title") or ("" if is_opaque(kind, body) else _own_title(body, kind) or name_of(path))
    return Document(
        url=link_form(url),
        title=title_of(title),
        snippet=head.get("snippet", ""),
        topic=head.get("topic", ""),
        published=_day(head.get("published", ""), path),
        status=_status(head.get("status", "200"), path),
        content_type=kind,
        body=body,
        sample=sample,
    )


def is_opaque(content_type: str, body: bytes) -> bool:
    """Whether the words of a document are hidden in its bytes: by its kind, or as text that is not UTF-8."""
    if content_type in _OPAQUE:
        return True
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def name_of(path: Path) -> str:
    """What a document is called that has no title."""
    return path.stem.replace("-", " ")


def title_of(text: str) -> str:
    """A title as it is kept: what a reader sees of it, cut."""
    return shown(text[: 10 * LONGEST_TITLE])[:LONGEST_TITLE].strip()


def _beside(path: Path) -> Path | None:
    beside = path.with_name(path.name + ".meta")
    try:
        return beside if beside.exists() else None
    except OSError:  # a name so long that no other can stand beside it
        return None


def _split(raw: bytes, path: Path) -> tuple[dict[str, str], bytes]:
    found = _BLOCK.match(raw, 0, _LONGEST_HEAD)
    if not found:
        return {}, raw
    lines = decoded(found[1] or b"", f"The front matter of {path}").splitlines()
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}, raw[found.end() :]


def _own_title(body: bytes, kind: str) -> str:
    if kind == "text/markdown" and (heading := _HEADING.search(body[:20_000].decode("utf-8", "replace"))):
        return heading[1]
    return ""


def _day(text: str, path: Path) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise BadRequest(f"{path}: published is {quoted(text, 40)}, which is no day such as 2026-11-29.") from error


def _status(text: str, path: Path) -> int:
    if not re.fullmatch(r"[1-9][0-9]{2}", text):
        raise BadRequest(f"{path}: status is {quoted(text, 40)}, which is no HTTP status.")
    return int(text)
