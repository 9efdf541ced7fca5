"""What swaps two sources, in words that the page and the command share; hosts and entries stand in backquotes."""

from __future__ import annotations

from workbench.settings import ResearchSettings
from workbench.tuning.flips import Flips, WeightLine
from workbench.urls import names


def head(found: Flips, research: ResearchSettings) -> str:
    """By how much a source leads the other, as the tail of a sentence."""
    return f"{found.lead:.3f}" if any(research.weights) else "its place alone: all weights are 0"


def values(line: WeightLine) -> str:
    """The values of a weight at which the two swap, lowest first; "" if no value does it."""
    return " and ".join(_value(flip.value, line.now) for flip in line.flips)


def tier(found: Flips) -> str:
    """The smallest tier change that swaps the two, what it gives and what it takes; "" if no single one does."""
    change = found.tier
    if change is None:
        return ""
    where = f"in tier {change.now}" if change.now else "in no tier"
    leader = names((found.above.url, found.below.url))[found.below.url]
    lead = f"{change.lead:.3f}" if change.lead >= 0.001 else "less than 0.001"
    gone = "".join(f"; the entry `{entry}` of tier {of} goes" for of, entry in change.removed)
    return f"with `{change.host}` {where}, `{leader}` leads by {lead}{gone}"


def _value(value: float, now: float) -> str:
    if value > 0:
        return f"{value:.3f}"
    return "0" if now > 0 else "any value over 0"
