"""Where a rater is: the topic and the way of asking that the address names, and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from pages.parts import judge_evidence
from pages.parts.judge_evidence import Held
from workbench.compose import Workbench
from workbench.compose.judging import JudgedTopic, by_address, least_judged, next_for, topics
from workbench.errors import NotFound, WorkbenchError
from workbench.evidence.judgments import Thing, thing_of
from workbench.evidence.questions import AskedAs, Progress, Question, next_question, progress, questions
from workbench.records import Judgment, RunRecord, Source
from workbench.settings import Settings
from workbench.store import user
from workbench.text import one_line, topic_key, visible

RUN, TOPIC, AS = "run", "topic", "as"
RATER, FIRST, SAID = "judge.rater", "judge.first", "judge.said"
MOST_LOOKED_AT = 100  # topics whose sources are read to find an open question


@dataclass(frozen=True, slots=True)
class Place:
    """What the page is about: a run whose sources are judged, by whom, how, and everybody's standing judgments."""

    run: RunRecord
    sources: Mapping[str, Source]
    topics: Sequence[JudgedTopic]
    asked_as: AskedAs
    rater: str
    standing: Sequence[Judgment]
    asked: Sequence[Question]
    settings: Settings
    evidence: Held

    @property
    def topic_key(self) -> str:
        """What is the same for every spelling of the topic."""
        return topic_key(self.run.topic)

    @property
    def question(self) -> Question | None:
        """What to ask next; nothing if the rater has answered it all."""
        return next_question(self.asked, self.standing, self.rater, st.session_state.get(FIRST))

    @property
    def progress(self) -> Progress:
        """How far the rater is."""
        return progress(self.asked, self.standing, self.rater)

    @property
    def noun(self) -> str:
        """What is counted."""
        return "pair" if self.asked_as == "pairs" else "source"

    def own(self) -> dict[Thing, Judgment]:
        """What the rater said to these questions, in the order of time."""
        things = {one.thing for one in self.asked}
        said = (one for one in self.standing if one.rater == self.rater)
        return {thing_of(one): one for one in said if thing_of(one) in things}

    def next_topic(self, desk: Workbench) -> str:
        """The other topic to go on with; empty if the rater has answered all that there is."""
        others = [one for one in self.topics if one.key != self.topic_key]
        return _open_topic(desk, others, self.standing, self.asked_as, self.rater)


def any_topic(desk: Workbench) -> str:
    """A topic to go on with where there is no place; empty if the rater has answered all that there is."""
    return _open_topic(desk, topics(desk.store), desk.store.judgments.standing(), way(), named_rater())


def _open_topic(
    desk: Workbench, known: Sequence[JudgedTopic], standing: Sequence[Judgment], asked_as: AskedAs, rater: str
) -> str:
    ordered = least_judged(known, standing, asked_as, rater)[:MOST_LOOKED_AT]
    found = next_for(desk.store, ordered, standing, asked_as, rater)
    return found[0].name if found else ""


def read(desk: Workbench) -> tuple[Place | None, WorkbenchError | None]:
    """The place that the address names, else the topic with the fewest judgments; or why there is none."""
    asked_as, rater = way(), named_rater()
    known, standing = topics(desk.store), desk.store.judgments.standing()
    settings = desk.store.settings.resolve().settings
    evidence = judge_evidence.of(desk, standing, settings)
    damaged = {one.id for one in evidence.found.runs.damaged}
    known = tuple(one for one in known if one.run not in damaged)
    try:
        if not any(name in st.query_params for name in (RUN, TOPIC)) and known:
            ordered = least_judged(known, standing, asked_as, rater)
            found = next_for(desk.store, ordered[:MOST_LOOKED_AT], standing, asked_as, rater)
            st.query_params[TOPIC] = found[0].name if found else ordered[0].name  # this one, however the counts change
        run = _run(desk)
    except WorkbenchError as error:
        return None, error
    if run is None:
        return None, None
    sources = by_address(run)
    asked = questions(run.topic, sources, asked_as, rater)
    if asked_as == "pairs":
        asked = evidence.found.ordered(asked, sources)
    return Place(run, sources, known, asked_as, rater, standing, asked, settings, evidence), None


def _run(desk: Workbench) -> RunRecord | None:
    """The run that the address names, or the newest of its topic; none if it names neither."""
    topic = st.query_params.get(TOPIC, "")
    if wanted := st.query_params.get(RUN, ""):
        run = desk.store.runs.get(wanted)
        if run.judged is None or run.state != "done":
            raise NotFound(f"Run {run.number} is not finished, so there is nothing of it to judge yet.")
        return run
    if not topic:
        return None
    found = topics(desk.store, topic)
    if not found:
        gone = " any more. Its judgments are kept." if desk.store.judgments.standing(topic) else "."
        raise NotFound(f"No finished run of “{topic[:200]}” is stored{gone}")
    return desk.store.runs.get(found[0].run)


def way() -> AskedAs:
    """Whether two sources are compared or one is graded."""
    return "grades" if st.query_params.get(AS) == "grades" else "pairs"


def named_rater() -> str:
    """Who judges: the name that was typed, or the user of the system."""
    return one_line(visible(st.session_state.get(RATER) or "")) or user()


def leave() -> None:
    """Ask for no run and no topic, so that the page chooses."""
    for name in (RUN, TOPIC):
        st.query_params.pop(name, None)


def go(topic: str = "", asked_as: AskedAs | None = None) -> None:
    """Show another topic, or ask in another way; the address says so."""
    query = st.query_params.to_dict()
    if topic:
        query.pop(RUN, None)
        query[TOPIC] = topic
    if (asked_as or way()) == "grades":
        query[AS] = "grades"
    else:
        query.pop(AS, None)
    st.query_params.from_dict(query)
    for of_here in (FIRST, SAID):
        st.session_state.pop(of_here, None)
