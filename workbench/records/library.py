"""What is kept for every topic: curated links, own posts, installed documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Reference:
    """A curated link to official documentation."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Post:
    """A post on our own site; only `published` ones are linked."""

    title: str
    slug: str
    status: str = "published"


PostChange = tuple[Post | None, Post | None]
"""A post as it was and as it is to be; no post is one that there is not."""


@dataclass(frozen=True, slots=True)
class Document:
    """An installed document of the corpus: the address it stands for, and its raw body."""

    url: str
    title: str
    snippet: str = ""
    topic: str = ""
    published: date | None = None
    status: int = 200
    content_type: str = "text/markdown"
    body: bytes = b""
    sample: bool = False
