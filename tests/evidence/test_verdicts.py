"""A verdict is what the real judging says: checked against brute force over generated runs and by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.tuning.archives import HOSTS, WORDS, changed, run, stored, tried
from workbench.compose.recorded import frozen, thawed
from workbench.evidence import verdicts
from workbench.evidence.expectation import Expectation, expectation
from workbench.evidence.verdicts import State, Verdict, overall, ranked
from workbench.records import Dropped, Hit, Page, Ruling, RunRecord
from workbench.settings import JUDGED_BY, Settings, flat, from_flat
from workbench.tuning import rescore, rescue
from workbench.urls import canonical, covering, host_of

RUNS = [run(seed, Settings()) for seed in range(1, 90)]


def verdict(expected: Expectation, record: RunRecord, settings: Settings, name: str = "") -> Verdict:
    return verdicts.verdict(expected, ranked(record, settings, name))


def line(chance: random.Random, record: RunRecord) -> Expectation:
    """An expectation of hosts and addresses that may be among the results."""
    hits = record.searched.answers[0].hits if record.searched else ()
    names = [*HOSTS[:4], "uni.edu", "wikipedia.org", *(canonical(hit.url) for hit in hits[:3])]
    kind = chance.choice(("above", "never", "first", "top"))
    one, other = chance.sample(list(dict.fromkeys(map(_ascii, names))), 2)
    if kind == "above":
        return Expectation("above", one, record.topic, other)
    return Expectation(kind, one, record.topic, top=0 if kind == "first" else chance.randint(1, 4))  # type: ignore[arg-type]


def _ascii(name: str) -> str:
    return str(expectation(f"{name} first for x").first)


def brute(expected: Expectation, record: RunRecord, settings: Settings) -> State:
    """The state, slowly, from a whole rescore."""
    found = rescore(record, settings)

    def narrow(name: str) -> tuple[bool, int]:
        return "://" in name, len(name)

    def owner(*urls: str) -> str:
        names = [name for name in (expected.first, expected.second) if name and _is(name, urls)]
        return max(names, key=narrow, default="")

    def place(name: str) -> tuple[int, bool]:
        for at, source in enumerate(found.judged.sources, 1):
            if owner(source.url, *((source.read.hit.url,) if "://" in name else ())) == name:
                return at, False
        lost = [one for one in found.dropped if owner(one.hit.url) == name]
        return 0, all(one.state == "unread" for one in lost)

    at, absent = place(expected.first)
    if expected.kind == "above":
        below, gone = place(expected.second)
        if absent or gone or (at and at == below):
            return "nothing to check"
        return "green" if at and (not below or at < below) else "red"
    if absent:
        return "nothing to check"
    inside = 0 < at <= (expected.top or 1)
    return "green" if inside != (expected.kind == "never") else "red"


def _is(name: str, urls: tuple[str, ...]) -> bool:
    if "://" in name:
        return any(canonical(url) == name for url in urls)
    return any(covering(host_of(url), {name}) for url in urls)


def test_a_verdict_is_that_of_a_whole_rescore_and_survives_the_freezing_of_its_run() -> None:
    chance, states = random.Random(7), []
    for record in RUNS:
        settings = tried(chance)
        again = thawed(frozen(record))
        for _ in range(4):
            expected = line(chance, record)
            said = verdict(expected, record, settings)
            assert said.state == brute(expected, record, settings), (record.number, str(expected))
            held = verdict(expected, again, settings, f"run {record.number}")
            assert (held.state, held.lead) == (said.state, said.lead)
            states.append(said.state)
    assert {states.count(state) > 20 for state in ("green", "red", "nothing to check")} == {True}


def made(*results: tuple[str, Page | None]) -> RunRecord:
    """A run whose results are equal but for their place."""
    hits = tuple(
        Hit(url, "T", " ".join(random.Random(at).sample(WORDS, 20)), at) for at, (url, _) in enumerate(results, 1)
    )
    pages = dict(results)
    return stored("bun runtime", hits, pages, Settings(), 12)


def ok(url: str) -> tuple[str, Page]:
    return url, Page(url, "ok", text="text")


@pytest.mark.parametrize(
    ("text", "state", "sentence"),
    [
        ("bun.com above dev.to", "green", "`bun.com` leads by 0."),
        ("dev.to above bun.com", "red", "`bun.com` leads by 0."),
        ("lost.example above dev.to", "nothing to check", "`lost.example` is no source of run 12: unread: blocked"),
        ("bun.com above nowhere.example", "nothing to check", "`nowhere.example` is not among the results of run 12."),
        ("bun.com above docs.bun.com", "green", "`bun.com` leads by 0."),
        ("docs.bun.com above https://bun.com/", "red", "`https://bun.com` leads by 0."),
    ],
)  # fmt: skip
def test_who_stands_above_is_told_with_numbers(text: str, state: State, sentence: str) -> None:
    lost = "https://lost.example/"
    record = made(ok("https://bun.com/"), ok("https://dev.to/x"), ok("https://docs.bun.com/y"),
                  (lost, Page(lost, "blocked", reason="HTTP 403")))  # fmt: skip
    said = verdict(expectation(f"{text} for bun runtime"), record, Settings())
    assert said.state == state
    assert said.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("text", "state", "sentence"),
    [
        ("bun.com first for", "green", "`bun.com` is first of 3 sources, ahead of `dev.to` by 0."),
        ("dev.to first for", "red", "`dev.to` is second of 3 sources, behind `bun.com` by 0."),
        ("dev.to in the top 2 of", "green", "`dev.to` is second of 3 sources, ahead of `medium.com` by 0."),
        ("medium.com in the top 5 of", "green", "`medium.com` is third of 3 sources, with 0."),
        ("never medium.com in the top 3 of", "red", "`medium.com` is third of 3 sources, with 0."),
        ("never medium.com in the top 2 of", "green", "`medium.com` is third of 3 sources, behind `dev.to` by 0."),
        ("never gone.example in the top 2 of", "nothing to check", "`gone.example` is not among the results"),
    ],
)
def test_a_place_is_told_with_who_is_next(text: str, state: State, sentence: str) -> None:
    record = made(ok("https://bun.com/"), ok("https://dev.to/x"), ok("https://medium.com/y"))
    said = verdict(expectation(f"{text} bun runtime"), record, Settings())
    assert (said.state, said.sentence[: len(sentence)]) == (state, sentence)


def test_what_the_settings_drop_is_red_where_it_should_stand_and_green_where_it_should_not() -> None:
    record = made(ok("https://bun.com/"), ok("https://dev.to/x"))
    strict = changed(Settings(), blocked_domains=("bun.com",))
    for text, state in (
        ("bun.com above dev.to for x", "red"),
        ("dev.to above bun.com for x", "green"),
        ("bun.com first for x", "red"),
        ("never bun.com in the top 3 of x", "green"),
    ):
        said = verdict(expectation(text), record, strict)
        assert (said.state, "blocked hosts" in said.sentence) == (state, True)


def test_equal_scores_are_told_to_be_equal() -> None:
    record = made(ok("https://bun.com/"), ok("https://dev.to/x"))
    zero = changed(Settings(), **{f"{name}_weight": 0.0 for name in (
        "credibility", "snippet_quality", "recency", "uniqueness", "search_rank")})  # fmt: skip
    said = verdict(expectation("bun.com above dev.to for x"), record, zero)
    assert said == Verdict("green", "`bun.com` leads by nothing, at equal scores: 0.000 to 0.000.", 0.0)


def test_no_setting_beside_those_of_the_judging_changes_a_verdict() -> None:
    others = {key: value for key, value in _perturbed().items() if key not in JUDGED_BY}
    assert len(others) > 15
    settings = from_flat({**flat(Settings()), **others})
    for record in RUNS[:20]:
        before, after = rescore(record, Settings()), rescore(record, settings)
        assert (before.judged, before.searched) == (after.judged, after.searched)


def _perturbed() -> dict[str, object]:
    return {
        key: value + 1 if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in flat(Settings()).items()
    } | {"known_references_json": "{}", "web_research_extra_ports": (8080,), "desk_engine": "ddg"}


def test_rulings_and_given_pages_are_kept_by_a_frozen_run() -> None:
    record = made(ok("https://bun.com/"), ok("https://dev.to/x"), ("https://lost.example/", None))
    ruling = Ruling("https://bun.com", "https://dev.to/x", "same", "ada", "", datetime(2026, 11, 1, tzinfo=UTC))
    assert record.judged is not None
    ruled = replace(record, judged=replace(record.judged, rulings=(ruling,)))
    expected = expectation("bun.com above dev.to for x")
    for one in (ruled, thawed(frozen(ruled))):
        assert "duplicate" in verdict(expected, one, Settings()).sentence
    strict = changed(Settings(), blocked_domains=("lost.example",))
    given = rescue(record, Hit("https://lost.example/", "T", "", 3), Page("", "ok", text="x"), strict)
    again = replace(record, read=given.reads)
    top = expectation("lost.example in the top 3 of x")
    assert verdict(top, again, strict).state == verdict(top, thawed(frozen(again)), strict).state


def test_a_run_is_judged_by_its_own_clock() -> None:
    hits = (
        Hit("https://a.example/", "T", "2026-11-01 — " + " ".join(WORDS[:14]), 1),
        Hit("https://b.example/", "T", "2024-11-01 — " + " ".join(WORDS[12:26]), 2),
    )
    record = stored("x y", hits, {hit.url: Page(hit.url, "ok", text="t") for hit in hits}, Settings(), 3)
    expected = expectation("a.example above b.example for x y")
    now, then = (verdict(expected, replace(record, today=day), Settings()) for day in (record.today, date(2024, 11, 2)))
    assert now.lead != then.lead


def test_several_runs_have_one_verdict() -> None:
    green, red = Verdict("green", "g."), Verdict("red", "`b` leads by 0.1: 0.5 to 0.4.", -0.1)
    none = Verdict("nothing to check", "n.")
    assert overall([("run 3", green)]) == green
    assert overall([("run 3", green), ("run 2", red), ("run 1", none)]) == Verdict(
        "red", "Red in 1 of 3 runs. In run 2: `b` leads by 0.1: 0.5 to 0.4.", -0.1
    )
    assert overall([("run 3", green), ("run 1", none)]).sentence == (
        "Green in 1 of 2 runs. In the other one there is nothing to check."
    )
    assert overall([("run 3", none), ("run 1", none)]).state == "nothing to check"


def test_a_recorded_address_that_no_run_may_ask_is_refused() -> None:
    text = frozen(made(ok("http://10.0.0.1/x"), ok("https://dev.to:8080/x")))
    reads = thawed(text).read or ()
    assert [read.page.outcome for read in reads if read.page] == ["refused", "ok"]
    lost: tuple[Dropped, ...] = rescore(thawed(text), Settings()).dropped
    assert [one.state for one in lost] == ["unread"]
