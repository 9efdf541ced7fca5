"""Our own posts out of a file: RSS, Atom, a sitemap, CSV or JSON; each row that is no post is named."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from workbench.errors import BadRequest
from workbench.records import Post
from workbench.text import one_line, plain, safe
from workbench.urls import canonical

LARGEST = 10 << 20
MOST_ROWS = 50_000

Row = Mapping[str, object]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_FORMATS = "RSS, Atom, a sitemap, CSV with the columns title and slug or url, or a JSON list of objects"


def read_posts(data: bytes, name: str) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    """The posts in a file and a sentence for each row that is none; `BadRequest` if the whole file is not usable."""
    if len(data) > LARGEST:
        raise BadRequest(f"{name} is larger than {LARGEST >> 20} MiB.")
    head = data.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")[:1]
    if not head:
        raise BadRequest(f"{name} is empty.")
    rows = _xml_rows(data, name) if head == b"<" else _text_rows(_decoded(data, name), name)
    return _posts(rows, name)


def _posts(rows: Iterable[tuple[str, Row]], name: str) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    posts: dict[str, Post] = {}
    faults: list[str] = []
    for count, (where, row) in enumerate(rows, start=1):
        if count > MOST_ROWS:
            raise BadRequest(f"{name} has more than {MOST_ROWS:,} rows.")
        post, fault = _post(row)
        if post and post.slug in posts:
            fault = f"the slug {post.slug[:80]!r} was there before"
        if post and not fault:
            posts[post.slug] = post
        else:
            faults.append(f"{where}: {fault}.")
    return tuple(posts.values()), tuple(faults)


def _post(row: Row) -> tuple[Post | None, str]:
    address = _field(row, "slug") or _field(row, "url") or _field(row, "link")
    slug = slug_of(address)
    title = plain(_field(row, "title"))
    if not title and row.get("untitled"):
        title = _spoken(slug)
    if not title:
        return None, _field(row, "fault") or "it has no title"
    if not slug:
        return None, "it has no slug and no address with a path" if not address else f"{address[:80]!r} gives no slug"
    return Post(title, slug, one_line(safe(_field(row, "status"))).lower() or "published"), ""


def _field(row: Row, key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def slug_of(address: str) -> str:
    """The last part of an address's path, or the slug itself."""
    address = one_line(safe(address))
    path = address
    if re.match(r"[a-z][a-z0-9+.-]*://", address, re.IGNORECASE):
        try:
            path = urlsplit(canonical(address)).path
        except ValueError:
            return ""
    last = unquote(re.split("[?#]", path, maxsplit=1)[0].rstrip("/").rpartition("/")[2]).rpartition("/")[2]
    return "" if last in {".", ".."} else one_line(safe(last))


def _spoken(slug: str) -> str:
    words = re.sub(r"\.\w{2,5}$", "", slug).replace("-", " ").replace("_", " ").strip()
    return plain(words[:1].upper() + words[1:])


def _decoded(data: bytes, name: str) -> str:
    coding = next((coding for bom, coding in _BOMS if data.startswith(bom)), "utf-8")
    try:
        return data.decode(coding)
    except UnicodeDecodeError as error:
        raise BadRequest(f"{name} is not UTF-8 text (byte {error.start + 1:,}).") from error


def _text_rows(text: str, name: str) -> Iterator[tuple[str, Row]]:
    return _json_rows(text, name) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text, name)


def _json_rows(text: str, name: str) -> Iterator[tuple[str, Row]]:
    try:
        data: Any = json.loads(text)
    except RecursionError as error:
        raise BadRequest(f"{name} is nested too deeply.") from error
    except ValueError as error:
        raise BadRequest(f"{name} is no JSON: {one_line(str(error))[:160]}.") from error
    if not isinstance(data, list):
        raise BadRequest(f"{name} is JSON, but not a list of objects with title and slug or url.")
    return (
        (f"Entry {place}", item if isinstance(item, dict) else {"fault": "it is no object"})
        for place, item in enumerate(data, start=1)
    )


def _csv_rows(text: str, name: str) -> Iterator[tuple[str, Row]]:
    header = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t|", key=header.count)
    reader = csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [column.strip().lower() for column in next(reader)]
        if "title" not in columns or not {"slug", "url", "link"} & set(columns):
            raise BadRequest(f"{name} is not in a form that can be read: {_FORMATS}.")
        for values in reader:
            if any(value.strip() for value in values):
                yield f"Line {reader.line_num}", dict(zip(columns, values, strict=False))
    except csv.Error as error:
        raise BadRequest(f"{name} breaks off as CSV in line {reader.line_num}: {error}.") from error


def _xml_rows(data: bytes, name: str) -> Iterator[tuple[str, Row]]:
    if re.search(rb"<!ENTITY", data.replace(b"\x00", b""), re.IGNORECASE):
        raise BadRequest(f"{name} declares entities, which no feed and no sitemap needs.")
    root = _root(data)
    kind = _local(root)
    if kind in {"rss", "feed", "rdf"}:
        return _feed_rows(data)
    if kind == "urlset":
        return _sitemap_rows(root)
    if kind == "sitemapindex":
        raise BadRequest(f"{name} is an index of sitemaps; give one of the sitemaps it lists.")
    raise BadRequest(f"{name} is not in a form that can be read: {_FORMATS}.")


def _root(data: bytes) -> Any:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.LxmlError:
        return None


def _local(element: Any) -> str:
    tag = getattr(element, "tag", "")
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _feed_rows(data: bytes) -> Iterator[tuple[str, Row]]:
    import feedparser

    # A stream, never the bytes: feedparser takes short bytes for the name of a file.
    for place, entry in enumerate(feedparser.parse(io.BytesIO(data)).entries, start=1):
        yield f"Entry {place}", {"title": entry.get("title"), "link": entry.get("link")}


def _sitemap_rows(root: Any) -> Iterator[tuple[str, Row]]:
    for place, entry in enumerate((child for child in root if _local(child) == "url"), start=1):
        address = next((part.text for part in entry if _local(part) == "loc"), None)
        title = next((part.text for part in entry.iter() if _local(part) == "title" and _is_news(part)), None)
        yield f"Entry {place}", {"title": title, "url": address, "untitled": "yes"}


def _is_news(part: Any) -> bool:
    return _local(part.getparent()) == "news"
