"""What can be judged: topics with a finished run, and the sources of a run by the addresses that judgments have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from workbench.errors import BadRequest
from workbench.records import Judgment, RunRecord, Source
from workbench.records.judgment import UNDECIDED
from workbench.store import Store
from workbench.text import topic_key
from workbench.tuning.questions import AskedAs, Question, next_question, questions
from workbench.urls.pages import page_address

MOST_RUNS = 1000


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


def topics(store: Store) -> tuple[JudgedTopic, ...]:
    """The topics of the newest thousand finished runs, each once, the one that was run last first."""
    found: dict[str, JudgedTopic] = {}
    for run in store.runs.list(state="done", limit=MOST_RUNS):
        found.setdefault(topic_key(run.topic), JudgedTopic(run.topic, run.id, run.number, run.kept))
    return tuple(found.values())


def least_judged(
    known: Sequence[JudgedTopic], standing: Iterable[Judgment], asked_as: AskedAs, rater: str
) -> tuple[JudgedTopic, ...]:
    """The topics in the order in which they should be judged: those with something left for the rater first, and of
    these the ones that have the fewest judgments of all raters.
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
    store: Store, known: Iterable[JudgedTopic], standing: Sequence[Judgment], asked_as: AskedAs, rater: str
) -> tuple[JudgedTopic, Question] | None:
    """The first question on the first of the topics that the rater has not answered all of."""
    for topic in known:
        addresses = by_address(store.runs.get(topic.run, texts=False))
        if found := next_question(questions(topic.name, addresses, asked_as, rater), standing, rater):
            return topic, found
    return None
