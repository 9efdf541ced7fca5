"""`workbench measure` and `workbench fit`: numbers only where judgments give them, before and after."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.cli.homes import TOPIC, put_run
from tests.desk.planted import grades, pairs
from tests.desk.tuned import keep
from workbench.compose import Workbench
from workbench.compose.judging import by_address
from workbench.records import Judgment, RunRecord
from workbench.settings import WEIGHTS

RUNS = range(1, 41)
NUMBERS = ("ndcg", "precision", "mrr", "coverage")


def stored(judgments: Iterable[Judgment] = (), runs: range = range(0)) -> list[RunRecord]:
    """Generated runs and judgments in the store of this home."""
    bench = Workbench.open()
    made = keep(bench, runs)
    bench.store.judgments.bring_in(judgments)
    asyncio.run(bench.aclose())
    return made


def sample() -> RunRecord:
    bench = Workbench.open()
    run = bench.store.runs.get(1)
    asyncio.run(bench.aclose())
    return run


@pytest.fixture
def addresses(home: Path) -> list[str]:
    """The three sources of the one run that is stored, in their order."""
    put_run(home)
    return list(by_address(sample()))


def grade(url: str, answer: str, topic: str = TOPIC) -> None:
    assert command("judge", "add", topic, answer, url).code == 0


def test_without_judgments_there_is_a_sentence_and_no_number(addresses: list[str]) -> None:
    assert addresses
    said = command("measure")
    assert (said.code, said.out) == (0, "No source is graded yet, so there is no number.\n")
    told = command("measure", "--json").json
    assert told["before"] == dict.fromkeys(NUMBERS)
    assert (told["topics"], told["rbo"], told["after"]) == ([], None, None)
    fitted = command("fit", "--json").json
    assert not fitted["accepted"]
    assert [fitted[name] for name in ("held_out", "current", "interval", "ndcg", "chance")] == [None] * 5
    assert fitted["more"] == 10
    assert command("fit").code == 0
    assert command("fit").out.startswith("Not enough evidence, keep the current weights. 0 answers on 0 topics say")


def test_one_graded_topic_is_measured_in_full_precision_and_said_in_three_decimals(addresses: list[str]) -> None:
    for url, answer in zip(addresses, "023", strict=True):
        grade(url, answer)
    told = command("measure", "--json").json
    gain, ideal = 2 / 1.584962500721156 + 3 / 2, 3 + 2 / 1.584962500721156
    assert told["before"]["ndcg"] == pytest.approx(gain / ideal, abs=1e-15)
    assert told["before"] | {"ndcg": 0} == {"ndcg": 0, "precision": 0.4, "mrr": 0.5, "coverage": 1.0}
    assert (told["k"], told["relevant_from"], told["grades"], told["informative"]) == (5, 2, 3, 1)
    lines = command("measure").out.splitlines()
    assert f"nDCG@5            {gain / ideal:.3f}" in lines
    assert "P@5 from grade 2  0.400" in lines
    assert "coverage@5        1.000" in lines


def test_before_and_after_stand_side_by_side_with_the_overlap(addresses: list[str]) -> None:
    for url, answer in zip(addresses, "023", strict=True):
        grade(url, answer)
    tried = ("--set", "research_search_rank_weight=0.65")
    told = command("measure", "--json", *tried).json
    assert told["after"]["ndcg"] > told["before"]["ndcg"]
    assert 0 < told["rbo"] < 1
    assert told["topics"][0]["after"]["coverage"] == 1.0
    out = command("measure", *tried).out
    assert "before  after" in out
    assert "RBO of before and after: 0." in out
    assert " → " in out
    same = command("measure", "--json", "--set", "research_search_rank_weight=0.4").json
    assert same["after"] is None


def test_how_grades_count_can_be_tried_too(addresses: list[str]) -> None:
    for url, answer in zip(addresses, "023", strict=True):
        grade(url, answer)
    told = command("measure", "--json", "--set", "judgments_cutoff=1", "--set", "judgments_relevant_from=1").json
    assert (told["k"], told["relevant_from"], told["after"]) == (1, 1, None)
    assert told["before"]["ndcg"] == 0.0


def test_grades_that_tell_no_order_are_not_informative_and_say_why(addresses: list[str]) -> None:
    for url in addresses[:2]:
        grade(url, "2")
    told = command("measure", "--json").json
    assert told["topics"][0]["why"] == "not informative: 2 sources graded, 3 are asked for"
    assert told["before"] == {"ndcg": None, "precision": None, "mrr": None, "coverage": pytest.approx(2 / 3)}
    grade(addresses[2], "2")
    out = command("measure").out
    assert "No topic has grades enough, so there is no number. 1 topic is not informative." in " ".join(out.split("\n"))
    assert "not informative: every grade is the same" in out


def test_failed_runs_are_counted_and_runs_without_a_source_count_as_0(home: Path) -> None:
    assert home.exists()
    bench = Workbench.open()
    empty = asyncio.run(bench.do(bench.new_run("zzz qqq", engine="corpus")))
    failed = bench.new_run("zzz qqq", engine="corpus")
    bench.store.runs.set_state(failed.id, "failed", "no engine answered")
    asyncio.run(bench.aclose())
    assert not empty.judged or not empty.judged.sources
    for name, answer in (("a", "0"), ("b", "2"), ("c", "3")):
        grade(f"https://{name}.example/", answer, "zzz qqq")
        grade(f"https://{name}.example/", answer, "gone")
    told = command("measure", "--json").json
    assert told["before"] | {"coverage": None} == {"ndcg": 0.0, "precision": 0.0, "mrr": 0.0, "coverage": None}
    assert (told["failed"], told["gone"], told["unjudged"], told["informative"]) == (1, 1, 0, 1)
    out = command("measure").out
    assert "1 graded topic has no finished run any more." in out
    assert "1 failed run is skipped." in out


def test_planted_weights_are_fitted_with_winners_and_losers_and_the_same_seed_says_the_same(home: Path) -> None:
    assert home.exists()
    runs = stored(runs=RUNS)
    stored([*pairs(runs, 60), *grades(runs[:20])])
    told = command("fit", "--json").json
    assert told == command("fit", "--json", "--seed", "0").json
    assert told["accepted"]
    assert told["held_out"] > told["current"]
    assert tuple(told["weights"]) == WEIGHTS
    assert told["weights"]["research_search_rank_weight"]["fitted"] < 0.2
    assert told["better"]
    assert {one["topic"] for one in told["scores"]} >= {*told["better"], *told["worse"]}
    out = command("fit").out
    assert told["sentence"] == out.splitlines()[0]
    for words in ("credibility  0.400", "nDCG@5", "95% interval", "by chance", "get better:", told["better"][0]):
        assert words in out
    changes = [f"{key}={one['fitted']}" for key, one in told["weights"].items()]
    after = command("measure", "--json", *(part for one in changes for part in ("--set", one))).json
    assert after["after"]["ndcg"] >= after["before"]["ndcg"]


def test_what_the_current_weights_already_say_keeps_them_and_ends_well(home: Path) -> None:
    assert home.exists()
    runs = stored(runs=RUNS)
    bench = Workbench.open()
    for run in runs:
        held = sorted(by_address(run).items(), key=lambda entry: -entry[1].score)
        for (better, _), (worse, _) in pairwise(held):
            bench.store.judgments.add(run.topic, better, worse, "first")
    asyncio.run(bench.aclose())
    told = command("fit")
    assert told.code == 0
    assert told.out.startswith("Not enough evidence, keep the current weights.")


def test_weights_of_0_and_the_end_of_all_runs_give_sentences_and_no_nan(home: Path) -> None:
    assert home.exists()
    runs = stored(runs=RUNS)
    stored([*pairs(runs, 40), *grades(runs[:20])])
    none = [part for key in WEIGHTS for part in ("--set", f"{key}=0")]
    for arguments in (("measure", *none), ("fit", *none), ("judge", "next", *none)):
        done = command(*arguments)
        assert (done.code, "nan" in done.out.lower()) == (0, False)
        assert command(*arguments, "--json").code == 0
    for run in runs:
        assert command("runs", "delete", run.number, "--now").code == 0
    told = command("measure", "--json").json
    assert told["before"] == dict.fromkeys(NUMBERS)
    assert told["gone"] == len({one.topic for one in grades(runs[:20])})
    fitted = command("fit", "--json").json
    assert (fitted["answers"], fitted["accepted"]) == (0, False)
    assert fitted["unseen"] > 40


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("measure", "--set", "nonsense"), "has no '='"),
        (("measure", "--set", "judgments_cutoff=0"), "cutoff"),
        (("fit", "--seed", "-1"), "seed"),
        (("fit", "--seed", "one"), "seed"),
        (("fit", "--set", "research_recency_weight=nan"), "weight"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(home: Path, arguments: tuple[str, ...], why: str) -> None:
    assert home.exists()
    done = command(*arguments)
    assert done.code in (1, 2)
    assert why in done.err.lower()
    assert "Traceback" not in done.err


def test_the_next_pair_is_the_one_that_tells_most_of_all_topics_and_says_why(home: Path) -> None:
    assert home.exists()
    runs = stored(runs=range(1, 13))
    asked = command("judge", "next", "--json").json["next"]
    assert "The answer says most about" in asked["why"]
    assert "gives the right-hand one a chance of 0." in asked["why"]
    assert asked["why"] in command("judge", "next").out
    assert asked == command("judge", "next", "--json").json["next"]
    assert command("judge", "add", asked["topic"], "later", *asked["sources"]).code == 0
    other = command("judge", "next", "--json").json["next"]
    assert other["sources"] != asked["sources"]
    assert json.dumps(other["run"]) in {str(run.number) for run in runs}
