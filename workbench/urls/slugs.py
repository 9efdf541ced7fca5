"""The slug of a post: the last part of its address, never a path."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from workbench.text import one_line, safe
from workbench.urls.canonical import canonical
from workbench.urls.hosts import without_credentials


def slug_of(address: str) -> str:
    """The last part of an address's path, or the slug itself."""
    address = without_credentials(one_line(safe(address))).replace("\\", "/")
    path = address
    if re.match(r"[a-z][a-z0-9+.-]*://", address, re.IGNORECASE):
        try:
            path = urlsplit(canonical(address)).path
        except ValueError:
            return ""
    last = re.split("[?#]", path, maxsplit=1)[0].rstrip("/").rpartition("/")[2]
    last = unquote(last).replace("\\", "/").rpartition("/")[2]
    return "" if last in {".", ".."} else one_line(safe(last))
