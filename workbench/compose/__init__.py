"""The one place that knows what is real: it opens the store, builds a run's world, and does a run's stages."""

from workbench.compose.bench import TAKEN_UP, Workbench
from workbench.compose.pins import Checked, add_lines, check, check_one, keep, new_pin, ship
from workbench.compose.snapshots import from_snapshot
from workbench.compose.world import ListedPosts, World, posts_of
from workbench.text import clean_topic

__all__ = [
    "TAKEN_UP",
    "Checked",
    "ListedPosts",
    "Workbench",
    "World",
    "add_lines",
    "check",
    "check_one",
    "clean_topic",
    "from_snapshot",
    "keep",
    "new_pin",
    "posts_of",
    "ship",
]
