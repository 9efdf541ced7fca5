"""The address of one page that a person says something of."""

from __future__ import annotations

from workbench.errors import BadRequest
from workbench.text import one_line, quoted, safe
from workbench.urls.canonical import canonical
from workbench.urls.hosts import has_credentials, host_of, without_credentials

LONGEST_ADDRESS = 2000


def page_address(url: str) -> str:
    """The canonical address of a page; `BadRequest` for what is none, is too long or names who asks."""
    address = canonical(one_line(safe(url)))
    if " " in address or not (host_of(address) or address.startswith("corpus://")):
        raise BadRequest(
            f"{quoted(without_credentials(url), 200)} is no address of a page, such as https://host.example/page."
        )
    if has_credentials(address):
        raise BadRequest("The address names who asks; give it without credentials.")
    if len(address) > LONGEST_ADDRESS:
        raise BadRequest(f"An address has at most {LONGEST_ADDRESS:,} characters here; this one has {len(address):,}.")
    return address
