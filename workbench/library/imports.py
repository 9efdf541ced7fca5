"""Our own posts out of a file: RSS, Atom, a sitemap, CSV or JSON; each row that is no post is named."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import BadRequest
from workbench.files import decoded, not_json
from workbench.records import Post
from workbench.text import one_line, plain, quoted, safe
from workbench.urls import masked, without_credentials
from workbench.urls.slugs import slug_of

LARGEST = 10 << 20
MOST_ROWS = 50_000


@dataclass(frozen=True, slots=True)
class Row:
    """What a file says of one post; `fault` is why it can be none."""

    where: str
    title: str = ""
    address: str = ""
    status: str = ""
    fault: str = ""


_FORMATS = "RSS, Atom, a sitemap, CSV with the columns title and slug or url, or a JSON list of objects"


def read_posts(data: bytes, name: str) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    """The posts in a file and a sentence for each row that is none; `BadRequest` if the whole file is not usable."""
    if len(data) > LARGEST:
        raise BadRequest(f"{name} is larger than {LARGEST >> 20} MiB.")
    head = data.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")[:1]
    if not head:
        raise BadRequest(f"{name} is empty.")
    rows = _xml_rows(data, name) if head == b"<" else _text_rows(decoded(data, name), name)
    return _posts(rows, name)


def posts_of(rows: Iterable[Mapping[str, object]]) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    """The posts of rows with title, slug and status, and a sentence for each row that is none."""
    return _posts((_row(f"Row {place}", row) for place, row in enumerate(rows, 1)), "The table")


def _posts(rows: Iterable[Row], name: str) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    posts: dict[str, Post] = {}
    faults: list[str] = []
    for count, row in enumerate(rows, start=1):
        if count > MOST_ROWS:
            raise BadRequest(f"{name} has more than {MOST_ROWS:,} rows.")
        post = Post(masked(plain(row.title)), slug_of(row.address), one_line(safe(row.status)).lower() or "published")
        if fault := _fault(row, post, posts):
            faults.append(f"{row.where}: {fault}.")
        else:
            posts[post.slug] = post
    return tuple(posts.values()), tuple(faults)


def _fault(row: Row, post: Post, known: Container[str]) -> str:
    if row.fault or not post.title:
        return row.fault or "it has no title"
    if not post.slug:
        return (
            f"{quoted(without_credentials(row.address), 80)} gives no slug"
            if row.address
            else "it has no slug and no address"
        )
    return f"the slug {quoted(post.slug, 80)} was there before" if post.slug in known else ""


def _row(where: str, values: Mapping[str, object]) -> Row:
    address = _field(values, "slug") or _field(values, "url") or _field(values, "link")
    return Row(where, _field(values, "title"), address, _field(values, "status"))


def _field(values: Mapping[str, object], key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) else ""


def _spoken(slug: str) -> str:
    words = re.sub(r"\.\w{2,5}$", "", slug).replace("-", " ").replace("_", " ").strip()
    return plain(words[:1].upper() + words[1:])


def _text_rows(text: str, name: str) -> Iterator[Row]:
    return _json_rows(text, name) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text, name)


def _json_rows(text: str, name: str) -> Iterator[Row]:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"{name} {not_json(error)}.") from error
    if not isinstance(data, list):
        raise BadRequest(f"{name} is JSON, but not a list of objects with title and slug or url.")
    return (
        _row(f"Entry {place}", item) if isinstance(item, dict) else Row(f"Entry {place}", fault="it is no object")
        for place, item in enumerate(data, start=1)
    )


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    header = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t|", key=header.count)
    reader = csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [column.strip().lower() for column in next(reader, [])]
        if "title" not in columns or not {"slug", "url", "link"} & set(columns):
            raise BadRequest(f"{name} is not in a form that can be read: {_FORMATS}.")
        for values in reader:
            if any(value.strip() for value in values):
                yield _row(f"Line {reader.line_num}", dict(zip(columns, values, strict=False)))
    except csv.Error as error:
        raise BadRequest(f"{name} breaks off as CSV in line {reader.line_num}: {error}.") from error


def _xml_rows(data: bytes, name: str) -> Iterator[Row]:
    if re.search(rb"<!ENTITY", _bare(data), re.IGNORECASE):
        raise BadRequest(f"{name} declares entities, which no feed and no sitemap needs.")
    root = _root(data, name)
    kind = _local(root)
    if kind and len(root) and not re.search(rb"</(?:[\w.-]+:)?" + kind.encode() + rb"\s*>", _bare(data), re.IGNORECASE):
        raise BadRequest(f"{name} breaks off as XML: its end is missing.")
    if kind in {"rss", "feed", "rdf"}:
        return _feed_rows(data)
    if kind == "urlset":
        return _sitemap_rows(root)
    if kind == "sitemapindex":
        raise BadRequest(f"{name} is an index of sitemaps; give one of the sitemaps it lists.")
    raise BadRequest(f"{name} is not in a form that can be read: {_FORMATS}.")


def _bare(data: bytes) -> bytes:
    """The bytes as of an encoding that has one for each letter of a tag."""
    return data.replace(b"\x00", b"")


def _root(data: bytes, name: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.LxmlError:
        root = None
    if any(fault.type_name == "ERR_RESOURCE_LIMIT" for fault in parser.error_log):
        raise BadRequest(f"{name} is nested too deeply.")
    return root


def _local(element: Any) -> str:
    tag = getattr(element, "tag", "")
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _feed_rows(data: bytes) -> Iterator[Row]:
    import feedparser

    # A stream, never the bytes: feedparser takes short bytes for the name of a file.
    for place, entry in enumerate(feedparser.parse(io.BytesIO(data)).entries, start=1):
        yield _row(f"Entry {place}", entry)


def _sitemap_rows(root: Any) -> Iterator[Row]:
    for place, entry in enumerate((child for child in root if _local(child) == "url"), start=1):
        address = next((part.text or "" for part in entry if _local(part) == "loc"), "").strip()
        titles = (part.text or "" for part in entry.iter() if _local(part) == "title" and _is_news(part))
        yield Row(f"Entry {place}", next(titles, "") or _spoken(slug_of(address)), address)


def _is_news(part: Any) -> bool:
    return _local(part.getparent()) == "news"
