"""What to ask a rater next: in an order of chance that is the same at each asking, unless another one is given."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from workbench.evidence.judgments import Thing, thing_of
from workbench.records import Judgment
from workbench.text import topic_key

AskedAs = Literal["pairs", "grades"]
BY_CHANCE = "It comes by chance: order and sides are drawn for each rater and topic, and a reload keeps them."


@dataclass(frozen=True, slots=True)
class Question:
    """One source of a topic to be graded, or two to be compared, by canonical addresses in their order.

    `is_turned` says that the second one is shown first; `why` is a sentence on why this one is asked, and `bits`
    (0..1) what its answer is worth where that was reckoned.
    """

    topic: str
    first: str
    second: str
    is_turned: bool = False
    why: str = BY_CHANCE
    bits: float = 0.0

    @property
    def thing(self) -> Thing:
        """What an answer to it is on."""
        return topic_key(self.topic), self.first, self.second

    @property
    def shown(self) -> tuple[str, ...]:
        """The addresses as they are shown, left first."""
        pair = tuple(filter(None, (self.first, self.second)))
        return pair[::-1] if self.is_turned else pair


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rater is with the questions of a topic: `later` are still open, `skipped` are not."""

    total: int
    judged: int
    skipped: int
    later: int

    @property
    def left(self) -> int:
        """How many are still to be asked."""
        return self.total - self.judged - self.skipped


def questions(topic: str, addresses: Iterable[str], asked_as: AskedAs, rater: str, seed: int = 0) -> list[Question]:
    """Every question on the sources of a topic, in the order of chance that the rater is asked them."""
    known = sorted(set(addresses))
    things = [(url, "") for url in known] if asked_as == "grades" else list(combinations(known, 2))
    drawn = sorted((_draw(topic_key(topic), rater, seed, *thing), thing) for thing in things)
    return [Question(topic, *thing, bool(thing[1]) and draw[-1] % 2 == 1) for draw, thing in drawn]


def next_question(
    asked: Sequence[Question], standing: Iterable[Judgment], rater: str, first: Thing | None = None
) -> Question | None:
    """The question to ask the rater next: those put off come at the end, in the order in which they were.

    One of the things may be asked before all others, if it is open. With no question open, nothing comes out.
    """
    said = _said_by(standing, rater)
    is_open = [one for one in asked if one.thing not in said or said[one.thing].answer == "later"]
    is_open.sort(key=lambda one: (one.thing != first, said[one.thing].at.timestamp() if one.thing in said else 0.0))
    return is_open[0] if is_open else None


def progress(asked: Sequence[Question], standing: Iterable[Judgment], rater: str) -> Progress:
    """How far the rater is."""
    said = _said_by(standing, rater)
    answers = [said[one.thing].answer for one in asked if one.thing in said]
    skipped, later = answers.count("skipped"), answers.count("later")
    return Progress(len(asked), len(answers) - skipped - later, skipped, later)


def _said_by(standing: Iterable[Judgment], rater: str) -> dict[Thing, Judgment]:
    return {thing_of(one): one for one in standing if one.rater == rater}


def _draw(topic: str, rater: str, seed: int, first: str, second: str) -> bytes:
    """Bytes that look like chance and are the same for the same."""
    return hashlib.sha256("\0".join((topic, rater, str(seed), first, second)).encode()).digest()
