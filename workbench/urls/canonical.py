"""The canonical form of an address: two spellings of one page get one form."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, urlsplit

from workbench.urls.hosts import ascii_name, host_in, is_public_suffix

_DEFAULT_PORTS = {None, 80, 443}
_FRONTS = ("www.", "m.", "amp.")
_INDEX = re.compile(r"/(?:index|default)\.(?:[sx]?html?|php|aspx?|jsp|cgi|cfm)$", re.IGNORECASE)
_AMP = re.compile(r"/amp$", re.IGNORECASE)
_TRACKING = re.compile(
    r"(?:utm|pk|mtm|piwik|matomo|hsa)_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|gad_(?:source|campaignid)|srsltid"
    r"|msclkid|yclid|ysclid|_openstat|twclid|ttclid|li_fat_id|epik|rb_clickid|igshid|igsh|mibextid|mc_[ce]id"
    r"|_hs(?:enc|mi)|__hs(?:tc|sc|fp)|hsctatracking|mkt_tok|oly_(?:anon|enc)_id|vero_id|wickedid|dm_i|ef_id"
    r"|s_kwcid|s_cid|wt_mc|xtor|ref_src|_ga|_gl|spm",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})")
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f\ufffd\ud800-\udfff]")
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
    if _UNREADABLE.search(url):
        return url
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    host = host_in(parts)
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        return url
    place = f"[{host}]" if ":" in host else _front_removed(host)
    at = "" if parts.port in _DEFAULT_PORTS else f":{parts.port}"
    query = _query(parts.query)
    return f"https://{place}{at}{_path(parts.path)}" + (f"?{query}" if query else "")


def _front_removed(host: str) -> str:
    for prefix in _FRONTS:
        rest = host.removeprefix(prefix)
        if rest != host and "." in rest and (prefix == "www." or not is_public_suffix(rest)):
            return _front_removed(rest)
    return host


def _path(path: str) -> str:
    path = _without_dots(_percent(path))
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
    pieces = [_percent(piece, also="?") for piece in query.split("&") if piece]
    return "&".join(sorted(piece for piece in pieces if not _TRACKING.fullmatch(piece.partition("=")[0])))


def _percent(text: str, also: str = "") -> str:
    """One spelling for each character: bare where it may stand bare, else as upper-case percent bytes."""

    def one(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if char in _UNRESERVED else match[0].upper()

    return _PERCENT.sub(one, quote(_LONE_PERCENT.sub("%25", text), safe=_PATH_SAFE + also))


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
