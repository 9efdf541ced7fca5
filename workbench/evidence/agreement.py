"""How far raters agree: on what two or more of them answered, and where they differ, who said what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.evidence.judgments import Thing, thing_of
from workbench.records import Judgment
from workbench.records.judgment import UNDECIDED


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A question that raters answered differently: their judgments in the order of the raters."""

    said: tuple[Judgment, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of `shared` questions that two or more of the raters answered, all who did agree on `agreed`.

    A grade and a preference are different questions. `raters` are all who answered any, in order.
    """

    raters: tuple[str, ...]
    shared: int
    agreed: int
    disagreements: tuple[Disagreement, ...]


def agreement(standing: Iterable[Judgment]) -> Agreement:
    """How far the standing answers of several raters agree, disagreements in the order of topics and addresses."""
    found: dict[Thing, dict[str, Judgment]] = defaultdict(dict)
    for one in standing:
        if one.answer not in UNDECIDED:
            found[thing_of(one)][one.rater] = one
    shared = {thing: said for thing, said in found.items() if len(said) > 1}
    differ = [thing for thing in sorted(shared) if len({one.answer for one in shared[thing].values()}) > 1]
    return Agreement(
        tuple(sorted({rater for said in found.values() for rater in said})),
        len(shared),
        len(shared) - len(differ),
        tuple(Disagreement(tuple(said for _, said in sorted(shared[thing].items()))) for thing in differ),
    )
