"""What we bring along: curated references and the posts of our own site."""

from workbench.library.edited import carried, changed, unfinished
from workbench.library.imports import posts_of, read_posts
from workbench.library.posts import linked, topic_words
from workbench.library.references import Match, ReferenceMap, matches, matching, reference_map

__all__ = [
    "Match",
    "ReferenceMap",
    "carried",
    "changed",
    "linked",
    "matches",
    "matching",
    "posts_of",
    "read_posts",
    "reference_map",
    "topic_words",
    "unfinished",
]
