"""What can be judged: topics with a finished run, and the sources of a run by the addresses that judgments have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from workbench.compose.evidence import BATCH, DECIMALS, Evidence
from workbench.errors import BadRequest
from workbench.evidence.judgments import thing_of
from workbench.evidence.questions import AskedAs, Question, next_question, questions
from workbench.records import Judgment, RunRecord, Source
from workbench.records.judgment import UNDECIDED
from workbench.store import DamagedRun, Store
from workbench.text import topic_key
from workbench.urls.pages import page_address

Order = Callable[[Sequence[Question], Mapping[str, Source]], list[Question]]


@dataclass(frozen=True, slots=True)
class JudgedTopic:
    """A topic, the newest finished run of it, and how many sources that has."""

    name: str
    run: str
    number: int
    sources: int

    @property
    def key(self) -> str:
        """What is the same for every spelling of the topic."""
        return topic_key(self.name)

    def total(self, asked_as: AskedAs) -> int:
        """How many questions its sources make."""
        return self.sources if asked_as == "grades" else comb(self.sources, 2)


def topics(store: Store, topic: str | None = None) -> tuple[JudgedTopic, ...]:
    """The topics with a finished run, or this one if it has any; at most a thousand, the one run last first."""
    return tuple(JudgedTopic(run.topic, run.id, run.number, run.kept) for run in store.archive.topics(topic))


def least_judged(
    known: Sequence[JudgedTopic], standing: Iterable[Judgment], asked_as: AskedAs, rater: str
) -> tuple[JudgedTopic, ...]:
    """The topics in the order in which they should be judged: first those that the rater, by number, has not judged
    all of, and of these the ones with the fewest judgments of all raters.
    """
    held = [one for one in standing if one.is_pair == (asked_as == "pairs") and one.answer not in UNDECIDED]
    by_all = Counter(topic_key(one.topic) for one in held)
    by_rater = Counter(topic_key(one.topic) for one in held if one.rater == rater)
    return tuple(sorted(known, key=lambda one: (by_rater[one.key] >= one.total(asked_as), by_all[one.key])))


def by_address(run: RunRecord) -> Mapping[str, Source]:
    """The sources of a run by the addresses that judgments are on; one that cannot be judged is left out."""
    found: dict[str, Source] = {}
    for source in run.judged.sources if run.judged else ():
        try:
            found.setdefault(page_address(source.url), source)
        except BadRequest:
            continue
    return found


def next_for(
    store: Store,
    known: Sequence[JudgedTopic],
    standing: Sequence[Judgment],
    asked_as: AskedAs,
    rater: str,
    damaged: list[DamagedRun] | None = None,
) -> tuple[JudgedTopic, Question] | None:
    """The first question on the first of the topics that the rater has not answered all of.

    The runs that could not be read on the way are added to `damaged`.
    """
    return next(_left(store, known, standing, asked_as, rater, damaged=damaged), None)


def most_telling(
    store: Store,
    known: Sequence[JudgedTopic],
    found: Evidence,
    rater: str,
    damaged: list[DamagedRun] | None = None,
) -> tuple[JudgedTopic, Question] | None:
    """The pair of all these topics whose answer tells most, with why; what the rater put off after all others.

    The runs that could not be read are added to `damaged`.
    """
    later = {thing_of(one) for one in found.standing if one.rater == rater and one.answer == "later"}
    asked = _left(store, known, found.standing, "pairs", rater, found.ordered, damaged)
    return min(asked, key=lambda one: (one[1].thing in later, -round(one[1].bits, DECIMALS)), default=None)


def _left(
    store: Store,
    known: Sequence[JudgedTopic],
    standing: Sequence[Judgment],
    asked_as: AskedAs,
    rater: str,
    order: Order | None = None,
    damaged: list[DamagedRun] | None = None,
) -> Iterator[tuple[JudgedTopic, Question]]:
    """Each topic that something is left to ask of, with the first question on it in that order."""
    for at in range(0, len(known), BATCH):
        held = known[at : at + BATCH]
        read = store.runs.sound([one.run for one in held])
        if damaged is not None:
            damaged += read.damaged
        runs = {run.id: run for run in read.runs}
        for topic in held:
            sources = by_address(runs[topic.run]) if topic.run in runs else {}
            asked = questions(topic.name, sources, asked_as, rater)
            if first := next_question(order(asked, sources) if order else asked, standing, rater):
                yield topic, first
