"""How the final order of a run depends on one weight: exact also where other copies survive.

Every score is a sum over one and the same total of weights, so two scores meet where two lines do. The order of the
first scores, by which copies are folded, changes only at such places; between two of them the survivors, their
uniqueness and their positions stay, and the judging is asked once what they are. At 0 it is asked by itself: what the
weight alone parts stands equal there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from workbench.quality import candidates, judge
from workbench.records import Components, Read, RunRecord, Source
from workbench.settings import FIELDS, WEIGHTS, ResearchSettings, Settings
from workbench.tuning.moves import identity
from workbench.tuning.rescore import reads_of

HEAVIEST = 1000
_DIGITS = 12  # of a component; what rounding adds in a sum of five is far below, what makes two unequal far above
Line = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Segment:
    """The sources best first, by their canonical addresses, while the weight lies between the two values.

    The first one may be the value 0 alone, where two that stand equal without the weight are parted by any value of it.
    """

    low: float
    high: float
    order: tuple[str, ...]


def segments(run: RunRecord, settings: Settings, weight: int) -> tuple[Segment, ...]:
    """The orders of a run over all values of one weight, the others held; neighbours differ."""
    reads, research = reads_of(run, settings)[1], settings.research
    first = {_line(one.components, research, weight) for one in candidates(reads, run.query, research)}
    found = [Segment(0.0, 0.0, tuple(map(identity, sources_of(run, reads, weighing(research, weight, 0.0)))))]
    least, most = Fraction(0), Fraction(HEAVIEST)
    for bounds in itertools.pairwise([least, *meetings(first, least, most), most]):
        for part in _within(run, reads, research, weight, bounds):
            if found and found[-1].order == part.order:
                found[-1] = Segment(found[-1].low, part.high, part.order)
            else:
                found.append(part)
    return tuple(found)


def weighing(research: ResearchSettings, weight: int, value: float) -> ResearchSettings:
    """The settings with one weight at another value."""
    return research.model_copy(update={FIELDS[WEIGHTS[weight]].field: value})


def _within(
    run: RunRecord, reads: Sequence[Read], research: ResearchSettings, weight: int, bounds: tuple[Fraction, Fraction]
) -> Iterator[Segment]:
    """The orders between two values between which the same copies survive."""
    low, high = bounds
    sources = sources_of(run, reads, weighing(research, weight, float((low + high) / 2)))
    lines = [(identity(one), _line(one.components, research, weight)) for one in sources]
    for begin, end in itertools.pairwise([low, *meetings((line for _, line in lines), low, high), high]):
        middle = (begin + end) / 2
        ordered = sorted(lines, key=lambda one: -(one[1][0] + middle * one[1][1]))
        yield Segment(float(begin), float(end), tuple(name for name, _ in ordered))


def sources_of(run: RunRecord, reads: Sequence[Read], research: ResearchSettings) -> tuple[Source, ...]:
    """The sources of what was read, under these weights and thresholds."""
    return judge(reads, run.query, research, run.rulings).sources


def _line(components: Components, research: ResearchSettings, weight: int) -> Line:
    """The score times the sum of all weights, as what it is at 0 and what it gains with the weight."""
    values = [Fraction(str(round(value, _DIGITS))) for value in components.values()]
    held = [Fraction(0) if place == weight else Fraction(str(one)) for place, one in enumerate(research.weights)]
    return sum((value * one for value, one in zip(values, held, strict=True)), Fraction(0)), values[weight]


def meetings(lines: Iterable[Line], low: Fraction, high: Fraction) -> list[Fraction]:
    """Where any two of the lines cross between two values, in order."""
    found = set()
    for one, other in itertools.combinations(set(lines), 2):
        if one[1] != other[1]:
            at = (other[0] - one[0]) / (one[1] - other[1])
            if low < at < high:
                found.add(at)
    return sorted(found)
