"""When a page says it was published: every claim with its signal, the one that counts first.

The order of trust was measured on pages with human dates (`benchmarks/dates.py`). A modification date, and the
HTTP header that gives one, are kept but never count as published. A bare year or month is no date.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import unquote, urlsplit

from lxml.etree import _Element

from workbench.extract.jsonld import published_claims
from workbench.records import DateCandidate

Signal = Literal["meta", "json-ld", "url", "http", "page"]

_EARLIEST = date(1990, 1, 1)  # before the web there were no pages
_LONGEST_CLAIM = 100
_MOST_CLAIMS = 20
_META_KEYS = (
    "article:published_time", "og:article:published_time", "og:published_time", "og:pubdate", "datepublished",
    "article:published", "article.published", "published_time", "published_at", "publish_date", "publish-date",
    "publishdate", "publicationdate", "publication_date", "pubdate", "parsely-pub-date", "sailthru.date", "bt:pubdate",
    "dc.date.issued", "dcterms.issued", "dc.date.published", "dcterms.available", "dc.date", "dcterms.date",
    "dc.date.created", "dcterms.created", "citation_publication_date", "citation_online_date", "citation_date",
    "prism.publicationdate", "rnews:datepublished", "cxenseparse:recs:publishtime", "article_date_original",
    "originalpublicationdate", "ptime", "displaydate", "date_published", "shareaholic:article_published_time",
    "datecreated", "created", "date",
)  # fmt: skip
_RANK = {key: rank for rank, key in enumerate(_META_KEYS)}
_ISO = re.compile(r"\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|\s*(\d{4})(\d{2})(\d{2})(?!\d)")
_UTC = re.compile(r"\d:\d\d(?:\.\d+)?\s*(?:Z|[+-]00:?00|UTC|GMT)\s*$")
_URL_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d\d)([/_.-])(0?[1-9]|1[0-2]|[a-z]{3})\2(\d{1,2})(?!\d)|(?<!\d)(20\d\d)(0[1-9]|1[0-2])(\d\d)(?!\d)",
    re.IGNORECASE,
)
_NEW_YEAR = (
    r"{year}[-/.]0?1[-/.]0?1(?!\d)|(?<!\d)0?1[-/.]0?1[-/.]{year}"
    r"|(?<!\d)0?1(?:st|er|\.)? ?(?:de )?j[aä]n\w*\.? (?:de )?{year}"
    r"|j[aä]n\w*\.? 0?1(?:st)?,? {year}|{year}年0?1月0?1日|{year}0101"
)
_MONTHS = {calendar.month_abbr[number].lower(): number for number in range(1, 13)}


def judged(signal: Signal, text: str, day: date | None, today: date) -> DateCandidate:
    """One claim as a candidate, refused in words if it is no date or lies ahead."""
    text = text.strip()[:_LONGEST_CLAIM]
    if day is None:
        return DateCandidate(signal, text, refused="not a calendar day")
    if day > today + timedelta(days=1):
        return DateCandidate(signal, text, day, refused="more than one day ahead")
    if day < _EARLIEST:
        return DateCandidate(signal, text, day, refused="before there were web pages")
    return DateCandidate(signal, text, day)


def day_in(text: str) -> date | None:
    """The calendar day at the start of a machine-written date, as written there; None if it is none."""
    found = _ISO.match(text)
    try:
        if found:
            year, month, day = [int(part) for part in found.groups() if part]
            return date(year, month, day)
        return parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def in_meta(tree: _Element, today: date) -> Iterator[DateCandidate]:
    """The dates in `<meta>`, the most telling name first, then those in microdata."""
    claims: list[tuple[int, str]] = []
    for tag in tree.iter("meta"):
        names = (tag.get("property"), tag.get("name"), tag.get("itemprop"))
        ranks = [_RANK[name.strip().lower()] for name in names if name and name.strip().lower() in _RANK]
        if ranks and tag.get("content"):
            claims.append((min(ranks), str(tag.get("content"))))
    texts = [text for _, text in sorted(claims, key=lambda claim: claim[0])]
    for tag in tree.iterfind(".//*[@itemprop='datePublished']"):
        if tag.tag != "meta":
            texts.append(str(tag.get("datetime") or tag.get("content") or tag.text or ""))
    for text in texts[:_MOST_CLAIMS]:
        yield judged("meta", text, day_in(text), today)


def in_json_ld(tree: _Element, today: date) -> Iterator[DateCandidate]:
    """The publication dates in JSON-LD, articles before other things."""
    for text in published_claims(tree):
        yield judged("json-ld", text, day_in(text), today)


def in_url(url: str, today: date) -> Iterator[DateCandidate]:
    """The day written in the address, if a whole one is."""
    for found in _URL_DAY.finditer(unquote(urlsplit(url).path)):
        year, _, month, day, year8, month8, day8 = found.groups()
        number = _MONTHS.get((month or "").lower()) or int(month8 or (month if month and month.isdigit() else 0))
        try:
            claimed = date(int(year or year8), number, int(day or day8))
        except ValueError:
            continue
        yield judged("url", found[0], claimed, today)


def writes_new_year(markup: str, year: int) -> bool:
    """Whether a page writes the first of January of a year, and not the year alone."""
    return re.search(_NEW_YEAR.format(year=year), markup, re.IGNORECASE) is not None


def in_header(modified: str, today: date) -> Iterator[DateCandidate]:
    """The HTTP date of last modification: kept to be seen, never a publication date."""
    if modified:
        found = judged("http", modified, day_in(modified), today)
        yield DateCandidate("http", found.text, found.day, found.refused or "modified is not published")


def ordered(candidates: list[DateCandidate]) -> tuple[DateCandidate, ...]:
    """The candidates with the one that counts first, the refused ones last, no claim twice."""
    standing = [claim for claim in dict.fromkeys(candidates) if not claim.refused]
    refused = [claim for claim in dict.fromkeys(candidates) if claim.refused]
    if standing and (local := _local_day(standing)):
        standing.remove(local)
        standing.insert(0, local)
    return (*standing, *refused)


def _local_day(standing: list[DateCandidate]) -> DateCandidate | None:
    """The claim that writes the day where the first one gives a UTC instant, which names one of two local days."""
    first = standing[0]
    if not _UTC.search(first.text) or first.day is None:
        return None
    near = (claim for claim in standing if claim.day and abs((claim.day - first.day).days) == 1)
    return next((claim for claim in near if not _UTC.search(claim.text)), None)
