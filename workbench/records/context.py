"""What the writer reads."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.records.library import Post, Reference


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One source as the writer sees it: the snippet's head, the page's text from `start` on, `pinned` by a person."""

    title: str
    url: str
    teaser: str
    text: str
    page_read: bool = True
    start: int = 0
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """The rendered `research_context` and what stands in its three sections."""

    text: str
    references: tuple[Reference, ...] = ()
    posts: tuple[Post, ...] = ()
    web: tuple[Excerpt, ...] = ()
