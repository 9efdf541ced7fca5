"""What other settings would do to a stored run: judged again by the real judging, without a socket or a clock."""

from workbench.tuning.compare import Comparison, Line, compare, lines
from workbench.tuning.moves import sentences
from workbench.tuning.origin import Origin, Reason, origin
from workbench.tuning.pinning import moved, quoted_source, start_in
from workbench.tuning.rescore import Rescored, rescore
from workbench.tuning.rescue import lost_hit, rescue
from workbench.tuning.since import Marked, Sign, marked, since

__all__ = [
    "Comparison",
    "Line",
    "Marked",
    "Origin",
    "Reason",
    "Rescored",
    "Sign",
    "compare",
    "lines",
    "lost_hit",
    "marked",
    "moved",
    "origin",
    "quoted_source",
    "rescore",
    "rescue",
    "sentences",
    "since",
    "start_in",
]
