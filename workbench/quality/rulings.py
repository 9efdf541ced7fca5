"""What people ruled on the pages at hand: which belong together, and which never do."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from workbench.quality.candidate import Candidate
from workbench.records import Ruling
from workbench.urls import canonical


def applying(rulings: Iterable[Ruling], known: Container[str]) -> tuple[Ruling, ...]:
    """The standing rulings on two pages of those at hand, which are known by their canonical addresses."""
    last = {ruling.pair: ruling for ruling in rulings}
    found = [one for one in last.values() if one.verdict != "withdrawn"]
    return tuple(one for one in found if one.first in known and one.second in known)


@dataclass(slots=True)
class Groups:
    """The candidates that rulings make one, by their places, and which groups they keep apart."""

    group: list[int]
    apart: set[frozenset[int]] = field(default_factory=set)

    @classmethod
    def of(cls, rulings: Sequence[Ruling], candidates: Sequence[Candidate]) -> Groups:
        """Groups by the rulings *same*, unless one would bring together what another one keeps apart."""
        groups = cls(list(range(len(candidates))))
        if not rulings:
            return groups
        place = {address: at for at, one in enumerate(candidates) for address in one.addresses}
        place |= {canonical(one.url): at for at, one in enumerate(candidates)}
        at_hand = [one for one in rulings if one.first in place and one.second in place]
        pairs = [(one.verdict, place[one.first], place[one.second]) for one in at_hand]
        groups.apart = {frozenset((a, b)) for verdict, a, b in pairs if verdict == "not the same" and a != b}
        for verdict, a, b in pairs:
            if verdict == "same" and not groups.are_apart(a, b):
                groups.join(a, b)
        return groups

    def are_apart(self, a: int, b: int) -> bool:
        """Whether a ruling keeps any of the one group apart from any of the other."""
        return frozenset((self.group[a], self.group[b])) in self.apart

    def join(self, a: int, b: int) -> None:
        """Make the groups of the two one, apart from all that either was apart from."""
        one, other = self.group[a], self.group[b]
        self.group = [one if group == other else group for group in self.group]
        self.apart = {frozenset(one if group == other else group for group in pair) for pair in self.apart}
