"""Measures before and after, and the fit, put together for every surface; as documents they are in full precision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from workbench.compose.evidence import Evidence
from workbench.evidence.fit import Fit, TopicScore
from workbench.evidence.measures import Measures, TopicMeasures, overlaps
from workbench.export.judgments import topic_names
from workbench.records.judgment import GRADES
from workbench.settings import WEIGHTS, Settings, flat, from_flat, judge_alike
from workbench.store import DamagedRun, damage
from workbench.text import counted

NO_GRADE = "No source is graded yet, so there is no number."
_MEASURES = ("ndcg", "precision", "reciprocal_rank", "coverage")


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures under the settings that hold, and under tried ones with how alike each topic's two rankings are."""

    before: Measures
    after: Measures | None = None
    overlaps: tuple[float, ...] = ()

    @property
    def rbo(self) -> float | None:
        """The mean rank-biased overlap, 0..1, of the two rankings of the topics that somebody graded."""
        return sum(self.overlaps) / len(self.overlaps) if self.overlaps else None

    @property
    def rows(self) -> Iterator[tuple[TopicMeasures, TopicMeasures | None, float | None]]:
        """Each topic before, after, and how alike its two rankings are."""
        after = self.after.topics if self.after else ()
        for place, one in enumerate(self.before.topics):
            yield one, after[place] if after else None, self.overlaps[place] if self.overlaps else None


def measured(found: Evidence, tried: Settings | None = None) -> Measured:
    """The measures, and those under tried settings if these judge otherwise."""
    before = found.measured()
    if tried is None or judge_alike(found.settings, tried):
        return Measured(before)
    under = found.under(tried)
    return Measured(before, found.measured(under), tuple(overlaps(found.now, under, before.topics)))


def counts(found: Measures, damaged: Sequence[DamagedRun] = ()) -> tuple[str, ...]:
    """What the means are over and what is left out of them, in sentences; one where there is no number."""
    if not found.topics and not found.gone:
        return (NO_GRADE, *([damage(damaged)] if damaged else []))
    told = [
        f"Measured on {counted(found.informative, 'topic')}, each by its newest finished run."
        if found.informative
        else "No topic has grades enough, so there is no number."
    ]
    if found.not_informative:
        told.append(f"{counted(found.not_informative, 'topic')} {_is(found.not_informative)} not informative.")
    if found.unjudged:
        told.append(f"Of {counted(found.unjudged, 'more topic')} no source is graded.")
    if found.gone:
        told.append(f"{counted(found.gone, 'graded topic')} {_has(found.gone)} no finished run any more.")
    if found.skipped:
        told.append(f"{counted(found.skipped, 'failed run')} {_is(found.skipped)} skipped.")
    if damaged:
        told.append(damage(damaged))
    return tuple(told)


def fitted_settings(settings: Settings, found: Fit) -> Settings:
    """The settings with the fitted weights in place of their own."""
    return from_flat({**flat(settings), **dict(zip(WEIGHTS, found.weights, strict=True))})


def changed_weights(settings: Settings, found: Fit) -> dict[str, float]:
    """The fitted weights that differ from those that hold, by their keys."""
    held = settings.research.weights
    return {key: new for key, new, old in zip(WEIGHTS, found.weights, held, strict=True) if new != old}


def named(scores: Sequence[TopicScore], found: Evidence) -> list[tuple[str, TopicScore]]:
    """Topics as they were written last, those that lose most first."""
    names = topic_names(found.standing)
    ordered = sorted(scores, key=lambda one: (one.after - one.before, one.topic))
    return [(names.get(one.topic, one.topic), one) for one in ordered]


def measures_document(found: Evidence, told: Measured, version: int) -> dict[str, Any]:
    """Measures as they are kept in a file: in full precision, with what they were reckoned from; no number is null."""
    before, after = told.before, told.after
    return {
        "sentences": list(counts(before, found.runs.damaged)),
        "settings_version": version,
        "k": before.k,
        "relevant_from": before.relevant_from,
        "combine": found.settings.judgments.combine,
        "least_judged": found.settings.judgments.least_judged,
        "grades": sum(one.answer in GRADES for one in found.standing),
        "last_judged": max((one.at.isoformat() for one in found.standing), default=None),
        "informative": before.informative,
        "not_informative": before.not_informative,
        "unjudged": before.unjudged,
        "gone": before.gone,
        "failed": before.skipped,
        "damaged": sorted(one.number for one in found.runs.damaged),
        "before": _means(before),
        "after": _means(after) if after else None,
        "rbo": told.rbo,
        "topics": [
            {
                "topic": old.topic,
                "run": old.run,
                "judged": old.judged,
                "why": old.why,
                "before": _numbers(old),
                "after": _numbers(new) if new else None,
                "rbo": overlap,
            }
            for old, new, overlap in told.rows
        ],
    }


def fit_document(found: Evidence, told: Fit, version: int) -> dict[str, Any]:
    """A fit with its verdict, in full precision but for the weights, which are proposed to three decimals."""
    rows = named(told.scores, found)
    held = found.settings.research.weights
    return {
        "accepted": told.accepted,
        "sentence": told.sentence,
        "settings_version": version,
        "seed": told.seed,
        "weights": {
            key: {"now": now, "fitted": new} for key, now, new in zip(WEIGHTS, held, told.weights, strict=True)
        },
        "answers": told.answers,
        "topics": told.topics,
        "unseen": told.unseen,
        "held_out": told.held_out,
        "current": told.current,
        "interval": list(told.interval) if told.interval else None,
        "k": found.settings.judgments.cutoff,
        "ndcg": told.ndcg,
        "current_ndcg": told.current_ndcg,
        "chance": told.chance,
        "more": told.more,
        "better": [name for name, one in rows[::-1] if one.after > one.before],
        "worse": [name for name, one in rows if one.after < one.before],
        "scores": [{**asdict(one), "topic": name} for name, one in rows],
    }


def _means(found: Measures) -> dict[str, float | None]:
    return {"ndcg": found.ndcg, "precision": found.precision, "mrr": found.mrr, "coverage": found.coverage}


def _numbers(one: TopicMeasures) -> dict[str, float | None]:
    return {name: getattr(one, name) for name in _MEASURES}


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _has(count: int) -> str:
    return "has" if count == 1 else "have"
