"""Files as documents of the corpus. Front matter, where a file has it, says what the file stands for.

Front matter is the block between two lines `---` at the head of a text file, or of the file beside it that has the
same name and `.meta`; each line of it is `key: value`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from workbench.errors import BadRequest
from workbench.records import Document
from workbench.text import plain
from workbench.urls import link_form

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
_BLOCK = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\r?\n)?---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_TITLE = re.compile(rb"<title[^>]*>(.*?)</title>", re.DOTALL | re.IGNORECASE)
_HEADING = re.compile(r"^#\s+(.+)$", re.MULTILINE)
_SCHEMES = ("http://", "https://", "corpus://")


def files_under(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Every readable file of the paths, folders walked in order of name, each with its name inside the path given."""
    for path in paths:
        if path.is_dir():
            for inner in sorted(path.rglob("*")):
                if inner.suffix.lower() in TYPES and inner.is_file():
                    yield inner, inner.relative_to(path).as_posix()
        elif path.suffix.lower() in TYPES and path.is_file():
            yield path, path.name
        elif path.exists():
            raise BadRequest(f"{path} is no document; {', '.join(TYPES)} can be added.")
        else:
            raise BadRequest(f"There is no file or folder {path}.")


def read_document(path: Path, name: str, *, sample: bool = False) -> Document:
    """The document in a file; without front matter it stands for `corpus://NAME` under its own title."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadRequest(f"{path} is over {LARGEST >> 20} MiB.")
        body = path.read_bytes()
        beside = path.with_name(path.name + ".meta")
        head, body = _split(beside.read_bytes())[0] if beside.exists() else None, body
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror or error}.") from error
    if head is None:
        head, body = _split(body)
    kind = TYPES[path.suffix.lower()]
    url = head.get("url") or "corpus://" + name.replace(" ", "%20")
    if not url.startswith(_SCHEMES):
        raise BadRequest(f"{path} stands for {url[:80]!r}, which is not an http, https or corpus address.")
    return Document(
        url=link_form(url),
        title=plain(head.get("title") or _own_title(body, kind) or path.stem.replace("-", " ")),
        snippet=head.get("snippet", ""),
        topic=head.get("topic", ""),
        published=_day(head.get("published", ""), path),
        status=_status(head.get("status", "200"), path),
        content_type=kind,
        body=body,
        sample=sample,
    )


def _split(raw: bytes) -> tuple[dict[str, str], bytes]:
    found = _BLOCK.match(raw)
    if not found:
        return {}, raw
    lines = (found[1] or b"").decode("utf-8", "replace").splitlines()
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}, raw[found.end() :]


def _own_title(body: bytes, kind: str) -> str:
    if "html" in kind and (found := _TITLE.search(body)):
        return plain(found[1].decode("utf-8", "replace"))
    if kind == "text/markdown" and (heading := _HEADING.search(body[:20_000].decode("utf-8", "replace"))):
        return heading[1].strip()
    return ""


def _day(text: str, path: Path) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise BadRequest(f"{path}: published is {text[:40]!r}, which is no day such as 2026-11-29.") from error


def _status(text: str, path: Path) -> int:
    if not re.fullmatch(r"[1-9][0-9]{2}", text):
        raise BadRequest(f"{path}: status is {text[:40]!r}, which is no HTTP status.")
    return int(text)
