"""A workbench with five readable results and two posts, and its live settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compose.benches import AT_ONCE, benched, items, pages_for
from workbench.compose import Workbench
from workbench.records import Post
from workbench.services import SiteConfig

POSTS = (Post("How we measured the river", "river-measured"), Post("A draft on rivers", "river-draft", "draft"))


@pytest.fixture
def bench(home: Path) -> Iterator[Workbench]:
    with benched(home, [items()], pages_for(items())) as opened:
        opened.store.settings.write(AT_ONCE)
        opened.store.posts.add(POSTS)
        yield opened


@pytest.fixture
def site_config(bench: Workbench) -> SiteConfig:
    return SiteConfig(bench=bench)
