"""Which readable hits are worth citing, best first, and why."""

from workbench.quality.judge import candidates, judge, overall
from workbench.quality.selection import select_hits

__all__ = ["candidates", "judge", "overall", "select_hits"]
