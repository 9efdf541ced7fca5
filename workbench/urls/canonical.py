"""The canonical form of an address: two spellings of one page get one form."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, urlsplit

from workbench.urls.hosts import ascii_name

_DEFAULT_PORTS = {None, 80, 443}
_FRONTS = ("www.", "m.", "amp.", "mobile.")
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
_AMP = re.compile(r"/amp$", re.IGNORECASE)
_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_hs(?:enc|mi)"
    r"|mkt_tok|oly_(?:anon|enc)_id|vero_id|wickedid|s_cid|ref_src|_ga|_gl|spm|amp",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_PATH_SAFE = "/:@!$&'()*+,;=~%"
_LINK_UNSAFE = re.compile(r"[\s\x00-\x20\x7f\"<>\\^`{|}()]|[^\x00-\x7f]")


@lru_cache(maxsize=8192)
def canonical(url: str) -> str:
    """The one form of an address; what cannot be read as http(s) comes back trimmed and unchanged.

    Scheme, `www.`, `m.` and `amp.`, host case, IDN form, trailing dot, default port, fragment, trailing slash,
    `/amp`, index page, tracking parameters, parameter order, percent form and dot segments do not matter.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return url
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
        return url
    host = _front_removed(ascii_name(parts.hostname)) or f"[{parts.hostname}]"
    at = "" if port in _DEFAULT_PORTS else f":{port}"
    query = _query(parts.query)
    return f"https://{host}{at}{_path(parts.path)}" + (f"?{query}" if query else "")


def _front_removed(host: str) -> str:
    for prefix in _FRONTS:
        rest = host.removeprefix(prefix)
        if rest != host and "." in rest:
            return _front_removed(rest)
    return host


def _path(path: str) -> str:
    path = _without_dots(_percent(quote(path, safe=_PATH_SAFE)))
    while (shorter := _AMP.sub("", _INDEX.sub("", path.rstrip("/")))) != path:
        path = shorter
    return path


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    return "/".join(kept)


def _query(query: str) -> str:
    pieces = [_percent(quote(piece, safe=_PATH_SAFE + "?")) for piece in query.split("&") if piece]
    return "&".join(sorted(piece for piece in pieces if not _TRACKING.fullmatch(piece.partition("=")[0])))


def _percent(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if char in _UNRESERVED else match[0].upper()

    return _PERCENT.sub(one, text)


def link_form(url: str) -> str:
    """The address as a Markdown link target: ASCII host, and nothing in it that could end the link."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    name = ascii_name(host)
    if name and not host.isascii():
        url = re.sub(re.escape(host), name, url, count=1, flags=re.IGNORECASE)
    return _LINK_UNSAFE.sub(lambda match: quote(match[0], safe="", errors="ignore"), url)
