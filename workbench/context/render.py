"""The three sections and the footer, from the sources, the links and the settings of a run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workbench.context.excerpt import cut, most_characters, page_text
from workbench.context.parts import SENTINEL, parts
from workbench.records import Context, Excerpt, Post, Read, Reference, Source
from workbench.settings import Settings
from workbench.text import plain, shown
from workbench.urls import host_of

TEASER_CHARACTERS = 100
Starts = Mapping[str, int]
UNMOVED: Starts = {}


def render(
    sources: Sequence[Source],
    references: Sequence[Reference],
    posts: Sequence[Post],
    settings: Settings,
    starts: Starts = UNMOVED,
) -> Context:
    """The context and what stands in it; nothing to show gives the empty text, without a footer.

    `starts` says by a source's address where its excerpt begins, where a person moved it.
    """
    web = tuple(excerpt(source.read, settings, starts.get(source.url)) for source in sources)
    text = "".join(part.text for part in parts(references, posts, web))
    return Context(text, tuple(references), tuple(posts), web)


def starts_of(context: Context) -> dict[str, int]:
    """Where the moved excerpts of a context begin, by their addresses: what `render` takes to give them again."""
    return {one.url: one.start for one in context.web if one.pinned}


def is_render(text: str) -> bool:
    """Whether a stored text is one of our renders, so that a re-run need not build it again."""
    return re.search(rf"^{re.escape(SENTINEL)}", text, re.MULTILINE) is not None


def log_line(topic: str, context: Context) -> str:
    """The line that people who watch the log know."""
    counts = f"{len(context.references)} refs, {len(context.posts)} internal, {len(context.web)} web"
    return f"[RESEARCH] Built context for '{topic[:40]}': {counts}"


def excerpt(read: Read, settings: Settings, start: int | None) -> Excerpt:
    """What the writer sees of a source; its quote begins at `start`, where a person moved it, or at the beginning."""
    hit, page, url = read.hit, read.page, read.address
    title = shown(hit.title) or (shown(page.title) if page else "") or host_of(url)
    teaser, readable = plain(hit.snippet)[:TEASER_CHARACTERS], read.readable
    if not page or not readable:
        return Excerpt(title, url, teaser, "", readable)
    held = cut(page_text(page), start or 0, most_characters(settings))
    return Excerpt(title, url, teaser, held.text, readable, held.start, start is not None)
