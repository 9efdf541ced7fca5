"""What other settings would do to a stored run: judged again by the real judging, without a socket or a clock."""

from workbench.tuning.clusters import Cluster, Edge, Margin, Shared, clusters, shared_words
from workbench.tuning.compare import Comparison, Line, compare, lines
from workbench.tuning.interval import Interval, interval
from workbench.tuning.moves import sentences
from workbench.tuning.origin import Origin, Reason, origin
from workbench.tuning.pinning import moved, quoted_source, start_in
from workbench.tuning.rescore import Rescored, rejudged, rendered, rescore, under
from workbench.tuning.rescue import lost_hit, rescue
from workbench.tuning.since import Marked, Sign, marked, since
from workbench.tuning.sweep import Step, sweep
from workbench.tuning.why import Why, why

__all__ = [
    "Cluster",
    "Comparison",
    "Edge",
    "Interval",
    "Line",
    "Margin",
    "Marked",
    "Origin",
    "Reason",
    "Rescored",
    "Shared",
    "Sign",
    "Step",
    "Why",
    "clusters",
    "compare",
    "interval",
    "lines",
    "lost_hit",
    "marked",
    "moved",
    "origin",
    "quoted_source",
    "rejudged",
    "rendered",
    "rescore",
    "rescue",
    "sentences",
    "shared_words",
    "since",
    "start_in",
    "sweep",
    "under",
    "why",
]
