"""What judgments say of replayed rankings: nDCG, precision and reciprocal rank of each topic, and over all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from workbench.measure.ranking import coverage, ndcg, precision, reciprocal_rank
from workbench.settings.model import JudgmentSettings
from workbench.text import counted, topic_key
from workbench.tuning.overlap import rank_biased_overlap
from workbench.tuning.replay import Replay
from workbench.urls import canonical

Graded = Mapping[tuple[str, str], float]  # by a topic's key and a canonical address


@dataclass(frozen=True, slots=True)
class TopicMeasures:
    """One topic's newest run, measured; where `why` says that judgments say too little, there are no numbers."""

    topic: str
    run: int
    judged: int
    coverage: float
    why: str = ""
    ndcg: float | None = None
    precision: float | None = None
    reciprocal_rank: float | None = None


@dataclass(frozen=True, slots=True)
class Measures:
    """The measured topics, their means (`None` if no topic is informative), and what was left out and why.

    `coverage` is the mean over every topic that somebody graded; `skipped` counts runs that failed or never ended,
    `unjudged` the topics of which nobody graded a source, and `gone` graded topics of which no run is stored.
    """

    k: int
    relevant_from: int
    topics: tuple[TopicMeasures, ...]
    ndcg: float | None
    precision: float | None
    mrr: float | None
    coverage: float | None
    informative: int
    not_informative: int
    unjudged: int
    gone: int
    skipped: int


def measures(found: Replay, graded: Graded, settings: JudgmentSettings) -> Measures:
    """Measure the newest run of each topic that a replay holds; a run without a source counts as 0."""
    of_topic: dict[str, dict[str, float]] = defaultdict(dict)
    for (topic, url), grade in graded.items():
        of_topic[topic][url] = grade
    newest = newest_runs(found)
    topics = tuple(
        _measured(found, run, of_topic[topic], settings) for topic, run in newest.items() if of_topic.get(topic)
    )
    telling = [one for one in topics if not one.why]
    return Measures(
        k=settings.cutoff,
        relevant_from=settings.relevant_from,
        topics=topics,
        ndcg=_mean([one.ndcg for one in telling]),
        precision=_mean([one.precision for one in telling]),
        mrr=_mean([one.reciprocal_rank for one in telling]),
        coverage=_mean([one.coverage for one in topics]),
        informative=len(telling),
        not_informative=len(topics) - len(telling),
        unjudged=len(newest) - len(topics),
        gone=len(of_topic.keys() - newest.keys()),
        skipped=found.archive.unfinished,
    )


def newest_runs(found: Replay) -> dict[str, int]:
    """The place of the newest run of each topic, by the topic's key, in the order of the keys."""
    newest: dict[str, int] = {}
    for place, run in enumerate(found.archive.runs):
        key = topic_key(run.topic)
        if key not in newest or found.archive.runs[newest[key]].number < run.number:
            newest[key] = place
    return dict(sorted(newest.items()))


def overlaps(before: Replay, after: Replay, topics: Sequence[TopicMeasures]) -> Iterator[float]:
    """The rank-biased overlap (0..1) of each topic's two rankings."""
    places = {run.number: place for place, run in enumerate(before.archive.runs)}
    for one in topics:
        place = places[one.run]
        old, new = ([source.url for source in side.sources(place)] for side in (before, after))
        yield rank_biased_overlap(old, new)


def _measured(found: Replay, place: int, judged: Mapping[str, float], settings: JudgmentSettings) -> TopicMeasures:
    run = found.archive.runs[place]
    ranking = [judged.get(canonical(source.url)) for source in found.sources(place)]
    covered = coverage(ranking, settings.cutoff)
    if why := _too_little(judged, settings.least_judged):
        return TopicMeasures(run.topic, run.number, len(judged), covered, why)
    return TopicMeasures(
        run.topic,
        run.number,
        len(judged),
        covered,
        ndcg=ndcg(ranking, judged.values(), settings.cutoff),
        precision=precision(ranking, settings.relevant_from, settings.cutoff),
        reciprocal_rank=reciprocal_rank(ranking, settings.relevant_from),
    )


def _too_little(judged: Mapping[str, float], least: int) -> str:
    """Why a topic's grades tell no order from another; "" if they do."""
    if len(judged) < least:
        return f"not informative: {counted(len(judged), 'source')} graded, {least} are asked for"
    if len(set(judged.values())) == 1:
        return "not informative: every grade is the same"
    return ""


def _mean(values: Sequence[float | None]) -> float | None:
    held = [value for value in values if value is not None]
    return fmean(held) if held else None
