"""What a host says: the tier it stands in, by one matcher."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.settings import ResearchSettings
from workbench.urls import covering

TIER1, TIER2, NEUTRAL = 0.95, 0.85, 0.65


@dataclass(frozen=True, slots=True)
class Tiers:
    """The two lists as sets, so that a host is looked up once a label, however long they are."""

    first: frozenset[str]
    second: frozenset[str]

    @classmethod
    def of(cls, settings: ResearchSettings) -> Tiers:
        return cls(frozenset(settings.tier1_domains), frozenset(settings.tier2_domains))


@dataclass(frozen=True, slots=True)
class Standing:
    """A host's credibility (0..1), its tier (0 is none) and the entry that says so."""

    credibility: float
    tier: int = 0
    entry: str = ""


def standing(host: str, tiers: Tiers) -> Standing:
    """Where a host in normal form stands: tier 1 is asked first, a host nobody lists is neutral."""
    if entry := covering(host, tiers.first):
        return Standing(TIER1, 1, entry)
    if entry := covering(host, tiers.second):
        return Standing(TIER2, 2, entry)
    return Standing(NEUTRAL)
