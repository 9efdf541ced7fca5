"""When a page says it was published: every claim with its signal, the one that counts first.

The order of trust was measured on pages with human dates (`benchmarks/dates.py`). A modification date, and the
HTTP header that gives one, are kept but never count as published. A bare year or month is no date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import unquote, urlsplit

from htmldate import find_date
from lxml.html import HtmlElement

from workbench.extract.jsonld import published_claims
from workbench.records import DateCandidate

Signal = Literal["meta", "json-ld", "url", "http", "page"]
MODIFIED = "modified is not published"

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
_MODIFIED = re.compile(r"modif|updat|revis", re.IGNORECASE)
_SEARCHED_CHARACTERS = 400_000  # a search of a longer page costs seconds and finds numbers
_MONTHS = {name: number for number, name in enumerate(re.findall("...", "janfebmaraprmayjunjulaugsepoctnovdec"), 1)}


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


def in_meta(tree: HtmlElement, today: date) -> Iterator[DateCandidate]:
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


def in_json_ld(tree: HtmlElement, today: date) -> Iterator[DateCandidate]:
    """The publication dates in JSON-LD, articles before other things."""
    for text in published_claims(tree)[:_MOST_CLAIMS]:
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


def in_words(tree: HtmlElement, markup: str, url: str, today: date) -> Iterator[DateCandidate]:
    """What a search of the page's own words finds; the first of a month only where the page writes that day."""
    found = find_date(
        _only_words(tree),
        original_date=True,
        extensive_search=len(markup) <= _SEARCHED_CHARACTERS,
        url=url,
        max_date=str(today + timedelta(days=1)),
    )
    if not found:
        return
    claim = judged("page", found, day_in(found), today)
    if claim.day and claim.day.day == 1 and not _writes_the_first(markup, claim.day):
        claim = DateCandidate("page", found, claim.day, "a year or a month alone is no date")
    yield claim


def _only_words(tree: HtmlElement) -> HtmlElement:
    """The tree without scripts, and without what says when the page was modified."""
    words = deepcopy(tree)
    for part in [*words.iter("script"), *words.iter("meta"), *words.iterfind(".//*[@itemprop='dateModified']")]:
        names = (part.get("property"), part.get("name"), part.get("itemprop"), part.get("http-equiv"))
        modified = part.tag != "meta" or _MODIFIED.search(" ".join(filter(None, names)))
        if modified and part.getparent() is not None:
            part.drop_tree()
    return words


def _writes_the_first(markup: str, day: date) -> bool:
    """Whether a page writes the first of a month, in numbers or with a month's name of any language."""
    year, month = day.year, day.month
    written = (
        rf"{year}[-/.年] ?0?{month}[-/.月] ?0?1(?!\d)",
        rf"(?<!\d)0?1[-/.]0?{month}[-/.]{year}",
        rf"(?<!\d)0?{month}/0?1/{year}",
        rf"{year}{month:02}01",
        rf"(?<![\d.])0?1(?:st|er|º|\.)? ?(?:de |d')?[^\W\d]{{3,20}}\.?,? (?:de )?{year}",
        rf"[^\W\d]{{3,20}}\.? 0?1(?:st)?,? {year}",
    )
    return any(re.search(form, markup) for form in written)


def in_header(modified: str, today: date) -> Iterator[DateCandidate]:
    """The HTTP date of last modification: kept to be seen, never a publication date."""
    if modified:
        found = judged("http", modified, day_in(modified), today)
        yield DateCandidate("http", found.text, found.day, found.refused or MODIFIED)


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
