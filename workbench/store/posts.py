"""The posts of our own site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlmodel import col, delete, or_, select

from workbench.records import Post
from workbench.store.database import Database, upsert
from workbench.store.stored_text import clean
from workbench.store.tables import PostRow

Found = list[Post]


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

    def change(self, posts: Iterable[Post], gone: Iterable[str]) -> None:
        """Keep the posts and remove those with the slugs `gone`, in one transaction."""
        rows = {row["slug"]: row for row in map(_row, posts)}
        away = [clean(slug) for slug in gone if clean(slug) not in rows]
        with self._database.writing() as session:
            if away:
                session.connection().execute(delete(PostRow).where(col(PostRow.slug).in_(away)))
            upsert(session, PostRow, list(rows.values()), ["slug"])

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


def _folded(word: str) -> str:
    return clean(word).casefold()


def _row(post: Post) -> dict[str, str]:
    title, slug = clean(post.title), clean(post.slug)
    return {"slug": slug, "title": title, "status": clean(post.status), "folded": _folded(f"{title}\n{slug}")}


def _post(row: PostRow) -> Post:
    return Post(title=row.title, slug=row.slug, status=row.status)
