"""Where a host stands: tier 1 first, whole labels only."""

from __future__ import annotations

import pytest

from workbench.settings import ResearchSettings
from workbench.signals.trust import Standing, Tiers, standing

SHIPPED = Tiers.of(ResearchSettings())


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("mit.edu", Standing(0.95, 1, "edu")),
        ("www.water.gov", Standing(0.95, 1, "gov")),
        ("ox.ac.uk", Standing(0.95, 1, "ac.uk")),
        ("gov.uk", Standing(0.65)),
        ("edu.au", Standing(0.65)),
        ("af.mil", Standing(0.65)),
        ("docs.python.org", Standing(0.85, 2, "python.org")),
        ("notpython.org", Standing(0.65)),
        ("python.org.evil.example", Standing(0.65)),
        ("github.com", Standing(0.65)),
        ("", Standing(0.65)),
    ],
)
def test_the_shipped_tiers_cover_hosts_and_their_subdomains(host: str, expected: Standing) -> None:
    assert standing(host, SHIPPED) == expected


def test_a_host_in_both_tiers_stands_in_the_first() -> None:
    tiers = Tiers(frozenset({"a.example"}), frozenset({"a.example", "b.a.example"}))
    assert standing("b.a.example", tiers) == Standing(0.95, 1, "a.example")
