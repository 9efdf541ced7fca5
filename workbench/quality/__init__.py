"""Which readable hits are worth citing, best first, and why."""

from workbench.quality.judge import judge, overall
from workbench.quality.selection import select_hits

__all__ = ["judge", "overall", "select_hits"]
