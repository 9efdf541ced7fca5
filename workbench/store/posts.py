"""The posts of our own site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import col, delete, or_, select

from workbench.errors import StalePosts
from workbench.records import Post, PostChange
from workbench.store.database import Database, upsert
from workbench.store.stored_text import clean
from workbench.store.tables import PostRow
from workbench.text import quoted

Found = list[Post]
MOST_SAID = 3


class Posts:
    """The posts of a store, each known by its slug."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, posts: Iterable[Post]) -> int:
        """Keep the posts, each over the one with its slug; how many."""
        rows = {row["slug"]: row for row in map(_row, posts)}
        with self._database.writing() as session:
            upsert(session, PostRow, list(rows.values()), ["slug"])
        return len(rows)

    def change(self, changes: Mapping[str, PostChange]) -> None:
        """Keep or remove the post of each slug, all or none; the old one is the post that the editor read.

        What somebody else changed since is not overwritten (`StalePosts`), unless it became what is wanted.
        """
        wanted = {clean(slug): change for slug, change in changes.items()}
        with self._database.writing() as session:
            query = select(PostRow).where(col(PostRow.slug).in_(wanted)).with_for_update()
            held = {row.slug: _post(row) for row in session.exec(query)}
            if stale := [slug for slug, change in wanted.items() if held.get(slug) not in change]:
                raise StalePosts(_stale({slug: (held.get(slug), wanted[slug][1]) for slug in stale}))
            if away := [slug for slug, (_, new) in wanted.items() if new is None]:
                session.connection().execute(delete(PostRow).where(col(PostRow.slug).in_(away)))
            upsert(session, PostRow, [_row(new) for _, new in wanted.values() if new], ["slug"])

    def list(self) -> Found:
        """Every post, by slug."""
        with self._database.reading() as session:
            return [_post(row) for row in session.exec(select(PostRow).order_by(col(PostRow.slug)))]

    def containing(self, words: Sequence[str], count: int) -> Found:
        """At most `count` published posts with one of the words in title or slug, by slug."""
        wanted = [col(PostRow.folded).contains(word, autoescape=True) for word in map(_folded, words) if word]
        if not wanted or count < 1:
            return []
        query = select(PostRow).where(col(PostRow.status) == "published", or_(*wanted))
        with self._database.reading() as session:
            return [_post(row) for row in session.exec(query.order_by(col(PostRow.slug)).limit(count))]


def _stale(both: Mapping[str, PostChange]) -> str:
    """What is stored now and what was to be saved of the first few posts."""
    told = [f"{slug[:80]} is {_told(held)} now, you want it {_told(new)}." for slug, (held, new) in both.items()]
    more = f" And {len(told) - MOST_SAID} more." if len(told) > MOST_SAID else ""
    return (
        "Somebody else changed the same posts while you were editing. Nothing was saved; compare first. "
        f"{' '.join(told[:MOST_SAID])}{more}"
    )


def _told(post: Post | None) -> str:
    return f"{quoted(post.title, 80)}, {post.status}" if post else "taken off"


def _folded(word: str) -> str:
    return clean(word).casefold()


def _row(post: Post) -> dict[str, str]:
    title, slug = clean(post.title), clean(post.slug)
    return {"slug": slug, "title": title, "status": clean(post.status), "folded": _folded(f"{title}\n{slug}")}


def _post(row: PostRow) -> Post:
    return Post(title=row.title, slug=row.slug, status=row.status)
