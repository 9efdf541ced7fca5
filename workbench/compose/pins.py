"""Pins on what is stored: the shipped ones, the evidence of each, its verdict, and the gate before settings."""

from __future__ import annotations

import json
import logging
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from workbench.compose.recorded import frozen, thawed
from workbench.errors import BadRequest, StoreError, WorkbenchError
from workbench.evidence.expectation import Expectation, expectation, expectations
from workbench.evidence.verdicts import Ranking, Verdict, overall, ranked, verdict
from workbench.records import Pin, RunRecord
from workbench.search import parse_recording
from workbench.settings import Settings
from workbench.store import DamagedRun, NewPin, Store, damage
from workbench.store.settings import Gate
from workbench.text import topic_key

log = logging.getLogger("workbench.settings")
SHIPPED = Path(__file__).parents[1] / "sample" / "pins"
BATCH = 200
MOST_LINES = 1000
RECORDING = "its recording"


@dataclass(frozen=True, slots=True)
class Checked:
    """A pin with its verdict, and what it was checked on: its recording, or runs by their numbers, newest first."""

    pin: Pin
    verdict: Verdict
    runs: tuple[int, ...] = ()

    @property
    def line(self) -> str:
        """The pin and its verdict in one line."""
        return f"{self.pin.text}: {self.verdict.sentence}"


def check(store: Store, settings: Settings) -> tuple[Checked, ...]:
    """Every pin that counts, judged by the settings; a pin that cannot be checked says why and is nothing to check."""
    ship(store)
    rankings = Rankings(store, settings)
    return tuple(_checked(pin, rankings) for pin in store.pins.list())


def check_one(store: Store, pin: Pin, settings: Settings) -> Checked:
    """One pin, kept or not, judged by the settings; a fault of its evidence is a sentence and nothing to check."""
    return _checked(pin, Rankings(store, settings))


class Rankings:
    """What pins are checked on, as the settings judge it; each run is read and judged once."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._known: dict[str, tuple[int, Ranking | DamagedRun] | None] = {}

    def of(self, pin: Pin, expected: Expectation) -> Iterator[tuple[int, Ranking | DamagedRun]]:
        """The ranking of the pin's recording, with no number, or those of the newest run of its topic or of every one.

        A run comes with its number, the newest first; of a damaged one there is no ranking.
        """
        if pin.recording:
            yield 0, ranked(_thawed(pin.recording), self._settings, RECORDING)
            return
        runs = self._store.pins.newest_runs(expected.topic)
        for start in range(0, len(runs), BATCH):
            batch = runs[start : start + BATCH]
            read = self._store.runs.sound([run for run in batch if run not in self._known])
            for run in read.runs:
                self._known[run.id] = (run.number, ranked(run, self._settings)) if run.judged else None
            self._known.update({one.id: (one.number, one) for one in read.damaged})
            yield from (found for run in batch if (found := self._known.get(run)))


def _checked(pin: Pin, rankings: Rankings) -> Checked:
    try:
        expected = expectation(pin.text)
        found, numbers, damaged = [], [], []
        for number, ranking in rankings.of(pin, expected):
            if isinstance(ranking, DamagedRun):
                damaged.append(ranking)
                continue
            found.append((ranking.name, verdict(expected, ranking)))
            numbers += [number] if number else []
    except WorkbenchError as error:
        return Checked(pin, Verdict("nothing to check", str(error)))
    if not found and damaged:
        return Checked(pin, Verdict("nothing to check", damage(damaged)))
    if not found:
        of = f"“{expected.topic}”" if expected.topic else "any topic"
        return Checked(pin, Verdict("nothing to check", f"No finished run of {of} is stored."))
    told = overall(found)
    sentence = f"{told.sentence} {damage(damaged)}".rstrip()
    return Checked(pin, replace(told, sentence=sentence), tuple(numbers))


@lru_cache(maxsize=256)
def _thawed(recording: str) -> RunRecord:
    return thawed(recording)


def gate(store: Store) -> Gate:
    """What says which pins settings would leave red; a fault of the pins is logged and holds up no save."""

    def left_red(settings: Settings) -> tuple[str, ...]:
        try:
            return tuple(one.line for one in check(store, settings) if one.verdict.state == "red")
        except StoreError as error:
            log.warning("The settings are saved without asking the pins, which cannot be read. %s", error)
            return ()

    return left_red


def ship(store: Store) -> None:
    """Install the pins that the program brings, once in the life of a store; one that cannot be written is left."""
    with suppress(StoreError):
        store.pins.install(shipped())


@lru_cache(maxsize=1)
def shipped() -> tuple[NewPin, ...]:
    """The pins that the program brings, on reconstructed recordings."""
    listed = json.loads((SHIPPED / "pins.json").read_text(encoding="utf-8"))
    return tuple(
        NewPin(one["text"], (SHIPPED / one["recording"]).read_text(encoding="utf-8"), "workbench", one["note"])
        for one in listed
    )


def new_pin(
    text: str, *, run: RunRecord | None = None, recording: str = "", author: str = "", note: str = ""
) -> NewPin:
    """A pin to be added; made from a run or a recording it is checked on that for good, which must be of its topic.

    `BadRequest` says what is wrong with the line, the recording or the topic.
    """
    expected = expectation(text)
    if run is not None:
        if run.judged is None:
            raise BadRequest(f"Run {run.number} was never judged, so nothing can be pinned on it.")
        recording = frozen(run)
    if recording:
        topic = parse_recording(recording).topic
        if expected.topic and topic_key(expected.topic) != topic_key(topic):
            of = f"Run {run.number}" if run else "The recording"
            raise BadRequest(f"{of} is of “{topic}”, and the pin is for “{expected.topic}”.")
    return NewPin(str(expected), recording, author, note)


def keep(store: Store, new: NewPin) -> Pin:
    """Keep a pin; one that counts already on the same recording, in any spelling of its topic, is refused."""
    if (_same(new.text), new.recording) in {(_same(pin.text), pin.recording) for pin in store.pins.list()}:
        raise BadRequest(f"There is such a pin already: {new.text}")
    return store.pins.add([new])[0]


def _same(text: str) -> Hashable:
    """What two pins of one meaning have in common, however their topic is spelled."""
    try:
        expected = expectation(text)
    except BadRequest:
        return text
    return replace(expected, topic=topic_key(expected.topic))


def add_lines(store: Store, text: str, author: str = "") -> tuple[int, tuple[str, ...]]:
    """Add a pin for each line of a text; how many were added, and a sentence on each line that was not.

    A line that is a pin already is passed over. The first `MOST_LINES` lines that are not empty count.
    """
    known = {_same(pin.text) for pin in store.pins.list()}
    read = list(islice(expectations(text), MOST_LINES + 1))
    faults = [one for one in read[:MOST_LINES] if isinstance(one, str)]
    lines: dict[Hashable, str] = {}
    for one in read[:MOST_LINES]:
        if isinstance(one, Expectation):
            lines.setdefault(_same(str(one)), str(one))
    new = [NewPin(line, author=author) for same, line in lines.items() if same not in known]
    store.pins.add(new)
    if len(read) > MOST_LINES:
        faults.append(f"Only the first {MOST_LINES:,} lines were read.")
    return len(new), tuple(faults)
