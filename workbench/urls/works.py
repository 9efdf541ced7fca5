"""The work that an address names: one id for each DOI and each arXiv paper, however its address is written."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from workbench.text import has_invisible
from workbench.urls.hosts import has_credentials, host_of

_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "export.arxiv.org"})
_LONGEST = 300  # characters of a DOI; the longest in use have under 200
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\x00-\x20\x7f\ufffd]+")
_UNDER_DOI = re.compile(r"/doi/(?:[a-z]{1,12}/)?(10\.[0-9]{4,9}[./].*)", re.IGNORECASE)
_VIEW = re.compile(r"(?:/(?:full|abstract|abs|pdf|epdf|html|references)|\.pdf)$", re.IGNORECASE)
_OF_ARXIV = re.compile(r"10\.48550/arxiv\.(.+)")
_ARXIV_PATH = re.compile(r"/(?:abs|pdf|html)/(.+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:([0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5})|([a-z]{2,8}(?:-[a-z]{2,8})?)(?:\.[a-z]{2})?/([0-9]{7}))(?:v[0-9]{1,3})?"
)


@lru_cache(maxsize=8192)
def work_id(url: str) -> str:
    """`doi:10.1000/182` or `arxiv:2301.00001`, versions and views left out; "" for an address that names no work."""
    lowered = url.lower()
    if ("doi" not in lowered and "arxiv" not in lowered) or has_credentials(url):
        return ""
    try:
        parts = urlsplit(url.strip())
        path = unquote(parts.path, errors="strict")
    except ValueError:
        return ""
    host = host_of(url)
    if parts.scheme not in {"http", "https"} or not host or has_invisible(path):
        return ""
    if host in _ARXIV_HOSTS:
        found = _ARXIV_PATH.fullmatch(path.rstrip("/"))
        return _arxiv(re.sub(r"\.pdf$", "", found[1], flags=re.IGNORECASE)) if found else ""
    if host in _DOI_HOSTS:
        return _doi(path.strip("/"))
    found = _UNDER_DOI.search(path)
    return _doi(_VIEW.sub("", found[1].rstrip("/"))) if found else ""


def _doi(text: str) -> str:
    """DOIs are the same in capitals and small letters; those that arXiv gives are its own ids."""
    text = text.lower()
    if len(text) > _LONGEST or not _DOI.fullmatch(text):
        return ""
    of_arxiv = _OF_ARXIV.fullmatch(text)
    return (of_arxiv and _arxiv(of_arxiv[1])) or f"doi:{text}"


def _arxiv(text: str) -> str:
    """The id without its version; of an old one also without the subject class, which arXiv leaves out at will."""
    found = _ARXIV.fullmatch(text.lower())
    if not found:
        return ""
    return f"arxiv:{found[1] or f'{found[2]}/{found[3]}'}"
