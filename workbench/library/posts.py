"""Which of our own posts a topic could link to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.records import Post
from workbench.text import terms

_SHORTEST, _MOST_WORDS, _MOST_POSTS = 4, 3, 5


def topic_words(topic: str) -> tuple[str, ...]:
    """The first three distinct words of four or more characters."""
    return tuple(dict.fromkeys(terms(topic, _SHORTEST)))[:_MOST_WORDS]


def linked(posts: Iterable[Post], words: Sequence[str], count: int = _MOST_POSTS) -> tuple[Post, ...]:
    """The first published posts whose title or slug contains one of the words."""
    wanted = [word.casefold() for word in words if word]
    found = [post for post in posts if post.status == "published" and _holds(post, wanted)]
    return tuple(found[:count])


def _holds(post: Post, words: Sequence[str]) -> bool:
    title, slug = post.title.casefold(), post.slug.casefold()
    return any(word in title or word in slug for word in words)
