"""What to call addresses in a sentence or a table, so that no two of them have one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.urls.hosts import host_of

LONGEST = 60  # characters


def names(urls: Iterable[str], most: int = LONGEST) -> dict[str, str]:
    """A name for each of these addresses: its host, or the address where several share one.

    A name of more than so many characters is shortened in its middle where that still tells it from the others. None
    holds a backquote.
    """
    hosts = {url: host_of(url) for url in urls}
    many = Counter(hosts.values())
    whole = {url: host if host and many[host] == 1 else url.replace("`", "%60") for url, host in hosts.items()}
    short = {url: _shortened(name, most) for url, name in whole.items()}
    alike = Counter(short.values())
    return {url: name if alike[name] == 1 else whole[url] for url, name in short.items()}


def _shortened(name: str, most: int) -> str:
    tail = most * 2 // 5
    return name if len(name) <= most else f"{name[: most - tail - 1]}…{name[-tail:]}"
