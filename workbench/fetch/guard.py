"""Which addresses may be read: the one guard before every request and after every redirect.

The address is parsed here once, strictly; what is dialled, and the Host that is sent, come from this parse alone.
A reason names the kind of fault in the same words each time and never a resolved address.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from workbench.urls.hosts import ascii_name, is_number

WEB_PORTS = {"http": 80, "https": 443}
_LONGEST = 65_536
_ADDRESS = re.compile(r"(https?)://([^/?#\\]*)(/[^?#]*)?(\?[^#]*)?(?:#.*)?", re.IGNORECASE | re.DOTALL)
_AUTHORITY = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]+)(?::([0-9]{0,5}))?")
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TARGET_SAFE = "/?:@!$&'()*+,;=-._~%[]"

_LOCAL_NAMES = (
    ".local", ".internal", ".localhost", ".localdomain", ".home.arpa", ".svc", ".onion", ".invalid",
)  # fmt: skip
_V4_REFUSED = [ipaddress.IPv4Network(net) for net in ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")]
_V6_GLOBAL = ipaddress.IPv6Network("2000::/3")
_V6_REFUSED = [ipaddress.IPv6Network(net) for net in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be asked: the name and port to dial, and the path to ask for."""

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as a header names it: brackets around IPv6, the port where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == WEB_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def place(self) -> str:
        """The address in the one form in which two spellings of a hop are equal."""
        return f"{self.scheme}://{self.authority}{self.path}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an address is not asked: it is none (`invalid`), or the guard says no (`refused`)."""

    outcome: Literal["invalid", "refused"]
    reason: str


NOT_HTTP = Refusal("invalid", "not an http(s) address")
MALFORMED = Refusal("invalid", "not a well-formed address")
CREDENTIALS = Refusal("refused", "credentials in the address")
NOT_PUBLIC = Refusal("refused", "not a public address")
PORT = Refusal("refused", "a port that pages may not use")


def check_url(url: object, extra_ports: Collection[int] = ()) -> Target | Refusal:
    """The target that an address names, or why it is refused before anything is looked up."""
    if not isinstance(url, str) or len(url) > _LONGEST:
        return MALFORMED
    parts = _ADDRESS.fullmatch(url.strip(" "))
    if parts is None:
        return NOT_HTTP
    scheme, authority = parts[1].lower(), parts[2]
    if not authority:
        return NOT_HTTP
    if "@" in authority:
        return CREDENTIALS
    pieces = _AUTHORITY.fullmatch(authority)
    if pieces is None or _UNSENDABLE.search(url) or any(char.isspace() for char in authority):
        return MALFORMED
    host = _checked_host(pieces[1])
    if isinstance(host, Refusal):
        return host
    port = int(pieces[2]) if pieces[2] else WEB_PORTS[scheme]
    if port not in {80, 443, *extra_ports}:
        return PORT
    path = quote((parts[3] or "/") + (parts[4] or ""), safe=_TARGET_SAFE)
    return Target(url.strip(" ").partition("#")[0], scheme, host, port, path)


def _checked_host(host: str) -> str | Refusal:
    """The host to dial in its one form: a public literal, or a dotted name that is not reserved for local use."""
    if host.startswith("["):
        return _checked_v6(host[1:-1])
    name = ascii_name(host)
    if not name:
        return MALFORMED
    if is_number(name):
        return _checked_v4(host)
    if "." not in name or name.endswith(_LOCAL_NAMES):
        return NOT_PUBLIC
    return name


def _checked_v6(text: str) -> str | Refusal:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return MALFORMED
    return str(address) if is_public(text) else NOT_PUBLIC


def _checked_v4(text: str) -> str | Refusal:
    """The dotted quad as written; every other spelling of a number is refused, public or not."""
    return text if is_public(text) else NOT_PUBLIC


def is_public(address: str) -> bool:
    """Whether an IP address is one that anybody may reach, by an allow-list; what cannot be read is not."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast and not any(ip in net for net in _V4_REFUSED)
    return ip.scope_id is None and ip in _V6_GLOBAL and not any(ip in net for net in _V6_REFUSED)
