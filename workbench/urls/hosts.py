"""One normal form for a host, and one rule for which entry covers it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from workbench.text import has_invisible

_CREDENTIALS = re.compile(r"\A([^/?#@\\]*:[/\\]+|\s*[/\\]{2,})[^/?#]*@")
# In a text: a user with a password of any scheme, unless it is masked already, or whoever asks by http(s), whose name
# alone may be a token.
_IN_TEXT = re.compile(
    r"(?P<any>://)[^\s/?#&:@]*:(?!\*{3}@)[^\s/?#]*@"
    r"|(?P<web>\bhttps?:/{2,})[^\s/?#&]*@",
    re.IGNORECASE,
)
# The same within a query, where it is percent-encoded, also twice.
_ENCODED = re.compile(
    r"(?P<lead>(?::|%(?:25)*3A)(?:/|%(?:25)*2F){2})(?:(?!%(?:25)*(?:2F|3F|23|40))[^\s/?#&@])*(?P<at>%(?:25)*40)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


@lru_cache(maxsize=4096)
def ascii_name(host: str) -> str:
    """A host name in lower-case IDNA 2008 form without its trailing dot; "" if it is none."""
    host = host.strip().lower().removesuffix(".")
    if not host or has_invisible(host):
        return ""
    labels = [_ascii_label(label) for label in re.split(r"[.\u3002\uff0e\uff61]", host)]
    name = ".".join(labels)
    return name if all(labels) and len(name) <= 253 else ""


def _ascii_label(label: str) -> str:
    if label.isascii() and not label.startswith("xn--"):
        return label if _LABEL.fullmatch(label) else ""
    import idna

    try:
        if label.isascii():
            idna.decode(label)
            return label
        return idna.encode(label, uts46=True, transitional=False).decode()
    except (idna.IDNAError, UnicodeError):
        return ""


def is_number(host: str) -> bool:
    """Whether a host is an IP address in any spelling, brackets allowed."""
    last = host.removesuffix(".").rpartition(".")[2]
    if last.isdigit() or last.startswith("0x"):
        return True
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def host_in(parts: SplitResult) -> str:
    """The host of a split address: a name, a dotted quad or an IPv6 number in normal form; "" if there is none.

    A number in another spelling and an address with an impossible port have none.
    """
    try:
        _ = parts.port
    except ValueError:
        return ""
    host = parts.hostname or ""
    name = ascii_name(host)
    if not is_number(name or host):
        return name
    try:
        return "" if "%" in host else str(ipaddress.ip_address(host.removesuffix(".")))
    except ValueError:
        return ""


@lru_cache(maxsize=8192)
def host_of(url: str) -> str:
    """The host of an address in normal form, one leading `www.` removed; "" where there is none."""
    try:
        return host_in(urlsplit(url.strip())).removeprefix("www.")
    except ValueError:
        return ""


def without_credentials(url: str) -> str:
    """The address with `***` for who asks, so that it still shows that somebody was named, and tells nothing."""
    return masked(_CREDENTIALS.sub(r"\1***@", url))


def masked(text: str) -> str:
    """The text with `***` for who asks in every address in it, percent-encoded ones too."""
    if "@" in text:
        text = _IN_TEXT.sub(lambda found: f"{found['any'] or found['web']}***@", text)
    if "%" in text:
        text = _ENCODED.sub(lambda found: f"{found['lead']}***{found['at']}", text)
    return text


def has_credentials(url: str) -> bool:
    """Whether an address names who asks."""
    return _CREDENTIALS.match(url) is not None


def normal_host(entry: str) -> str:
    """A host list entry in normal form; "" if it cannot name a host.

    `*.x`, `.x`, `https://x/y` and `x:8080` mean `x`; an IP address, an inner `*` and an invisible
    character are refused.
    """
    entry = entry.strip()
    if has_invisible(entry) or "@" in entry or "\\" in entry:
        return ""
    rest = entry.partition("://")[2] or entry
    rest = re.split(r"[/?#]", rest, maxsplit=1)[0]
    rest = re.sub(r":\d{0,5}$", "", rest).removeprefix("*").removeprefix(".")
    return "" if is_number(rest) else ascii_name(rest)


def suffixes(host: str) -> Iterator[str]:
    """The host itself and every name it lies under, longest first."""
    while host:
        yield host
        host = host.partition(".")[2]


def covering(host: str, entries: Container[str]) -> str:
    """The longest entry that the host equals or lies under, at label boundaries; "" if none does."""
    return next((name for name in suffixes(host) if name in entries), "")


def is_public_suffix(name: str) -> bool:
    """Whether anyone can register under the name (`org`, `co.uk`), by the list installed with tldextract."""
    return "." not in name or _extractor()(f"probe.{name}").suffix == name


@lru_cache(maxsize=1)
def _extractor() -> Any:
    import tldextract

    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
