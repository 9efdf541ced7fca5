"""An edited table of posts: what it changes, and the same edits over what others stored meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from workbench.library.imports import posts_of
from workbench.records import Post, PostChange
from workbench.urls.slugs import slug_of

Posts = tuple[Post, ...]


def changed(base: Sequence[Post], rows: Sequence[Post]) -> dict[str, PostChange]:
    """Old and new of each post that the rows change, by slug; a row that is no post yet changes nothing."""
    before, after = _by_slug(base), _sound(base, rows)
    unsound = {slug_of(row.slug) for row in unfinished(base, rows)}
    slugs = [slug for slug in {**before, **after} if slug not in unsound]
    return {slug: (before.get(slug), after.get(slug)) for slug in slugs if before.get(slug) != after.get(slug)}


def unfinished(base: Sequence[Post], rows: Sequence[Post]) -> Posts:
    """The edited rows that are no posts yet."""
    same = set(base)
    return tuple(row for row in rows if row not in same and not _as_post(row))


def carried(base: Posts, rows: Posts, stored: Posts) -> tuple[Posts, Posts]:
    """Base and rows of the same edits over what is stored now.

    A post that was not edited follows the store. One that was keeps its base, so that a save can tell whether somebody
    else changed it; an edit that the store has come to agree with is none.
    """
    if stored == base:
        return base, rows
    before, held, wanted, same = _by_slug(base), _by_slug(stored), _sound(base, rows), set(base) & set(rows)
    slugs = [row.slug if row in same else slug_of(row.slug) for row in rows]
    mine = {slug for slug, row in zip(slugs, rows, strict=True) if row not in same}
    mine |= {post.slug for post in base if post not in same}
    mine -= {slug for slug in mine if held.get(slug) == wanted.get(slug) and (slug in wanted or slug not in slugs)}
    now = [row if slug in mine else held.get(slug) for slug, row in zip(slugs, rows, strict=True)]
    others = [post for post in stored if post.slug not in mine and post.slug not in slugs]
    begun = [before.get(post.slug) if post.slug in mine else post for post in stored]
    gone = [post for post in base if post.slug in mine and post.slug not in held]
    return (*filter(None, begun), *gone), (*filter(None, now), *others)


def _by_slug(posts: Sequence[Post]) -> Mapping[str, Post]:
    return {post.slug: post for post in posts}


def _sound(base: Sequence[Post], rows: Sequence[Post]) -> Mapping[str, Post]:
    """The posts that the rows give, by slug; those that were not edited stay letter for letter."""
    same = set(base)
    return _by_slug([post for row in rows if (post := row if row in same else _as_post(row))])


def _as_post(row: Post) -> Post | None:
    return next(iter(posts_of([asdict(row)])[0]), None)
