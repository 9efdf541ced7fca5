"""Where a rater is: the topic and the way of asking that the address names, and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from pages.parts import judge_evidence
from pages.parts.judge_evidence import Held
from pages.parts.keep import user
from workbench.compose import Workbench
from workbench.compose.judging import JudgedTopic, by_address, least_judged, topics
from workbench.errors import WorkbenchError
from workbench.records import Judgment, RunRecord, Source
from workbench.settings import Settings
from workbench.text import one_line, topic_key, visible
from workbench.tuning.judgments import Thing, thing_of
from workbench.tuning.questions import AskedAs, Progress, Question, next_question, progress, questions

RUN, TOPIC, AS = "run", "topic", "as"
RATER, FIRST, SAID = "judge.rater", "judge.first", "judge.said"


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

    def left(self) -> tuple[JudgedTopic, ...]:
        """The other topics in the order in which they should be judged, without those that have nothing left."""
        others = [one for one in self.topics if one.key != self.topic_key and one.total(self.asked_as)]
        done = {one.key for one in others if _answered(self, one) >= one.total(self.asked_as)}
        ordered = least_judged(others, self.standing, self.asked_as, self.rater)
        return tuple(one for one in ordered if one.key not in done)


def _answered(place: Place, topic: JudgedTopic) -> int:
    held = [one for one in place.standing if one.rater == place.rater and topic_key(one.topic) == topic.key]
    return sum(one.is_pair == (place.asked_as == "pairs") and one.answer != "later" for one in held)


def read(desk: Workbench) -> tuple[Place | None, str]:
    """The place that the address names, else the topic with the fewest judgments; or why there is none."""
    asked_as, rater = way(), named_rater()
    known, standing = topics(desk.store), desk.store.judgments.standing()
    run, fault = _run(desk, known, least_judged(known, standing, asked_as, rater))
    if run is None:
        return None, fault
    sources = by_address(run)
    asked = questions(run.topic, sources, asked_as, rater)
    settings = desk.store.settings.resolve().settings
    evidence = judge_evidence.of(desk, standing, settings)
    if asked_as == "pairs":
        asked = evidence.found.ordered(asked, sources)
    return Place(run, sources, known, asked_as, rater, standing, asked, settings, evidence), ""


def _run(desk: Workbench, known: Sequence[JudgedTopic], ordered: Sequence[JudgedTopic]) -> tuple[RunRecord | None, str]:
    """The run that the address names, or the newest of its topic, or of the topic to be judged first."""
    topic = st.query_params.get(TOPIC, "")
    try:
        if wanted := st.query_params.get(RUN, ""):
            run = desk.store.runs.get(wanted)
            told = f"Run {run.number} is not finished, so there is nothing of it to judge yet."
            return (run, "") if run.judged and run.state == "done" else (None, told)
        if topic:
            found = [one for one in known if one.key == topic_key(topic)]
            if not found:
                return None, f"No finished run of “{topic[:200]}” is there any more. Its judgments are kept."
            return desk.store.runs.get(found[0].run), ""
        if not ordered:
            return None, ""
        st.query_params[TOPIC] = ordered[0].name  # from here on this one, however the counts change
        return desk.store.runs.get(ordered[0].run), ""
    except WorkbenchError as error:
        return None, str(error)


def way() -> AskedAs:
    """Whether two sources are compared or one is graded."""
    return "grades" if st.query_params.get(AS) == "grades" else "pairs"


def named_rater() -> str:
    """Who judges: the name that was typed, or the user of the system."""
    return one_line(visible(st.session_state.get(RATER) or "")) or user() or "unknown"


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
