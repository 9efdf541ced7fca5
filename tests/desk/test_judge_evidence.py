"""What judgments say on the page Judge: the verdict, the measures beneath it, and the weights that are kept."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

import pytest
import streamlit as st

from pages.parts import judge_evidence
from tests.desk.planted import grades, pairs
from tests.desk.sessions import TOPIC, Desk
from tests.desk.tuned import keep
from workbench.compose import Workbench
from workbench.compose.judging import by_address
from workbench.compose.measured import fit_document, measured, measures_document
from workbench.evidence.questions import questions
from workbench.records import RunRecord
from workbench.settings import WEIGHTS
from workbench.text import topic_key

PAGE = "pages/judge.py"
Opener = Callable[[], Desk]


@pytest.fixture
def runs(bench: Workbench) -> list[RunRecord]:
    return keep(bench, range(1, 41))


def verdict(shown: Desk) -> str:
    found = re.search(r"<b>Verdict so far</b>(.*?)</div></div>", shown.html, re.DOTALL)
    assert found
    return re.sub("<[^>]*>", "", found[1]).strip()


def why(shown: Desk) -> str:
    found = re.search(r"<b>Why this pair</b>(.*?)</div></div>", shown.html, re.DOTALL)
    assert found
    return re.sub("<[^>]*>", "", found[1]).strip()


def measures(shown: Desk) -> str:
    """What stands under the verdict once it is unfolded, as text."""
    return re.sub("<[^>]*>", " ", shown.unfold("judge.measures").html)


def test_the_verdict_of_no_judgment_is_to_keep_the_weights(desk: Opener, done: RunRecord) -> None:
    shown = desk().open(PAGE)
    assert verdict(shown).startswith("Not enough evidence, keep the current weights. 0 answers on 0 topics say")
    assert "judge.keep" not in shown.buttons
    assert "judge.measures.json" not in [one.proto.id for one in shown.at.get("download_button")]


def test_the_most_telling_pair_of_the_topic_is_asked_with_why(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, topic=TOPIC)
    assert re.fullmatch(r"The fit .* a chance of 0\.\d\d\. The answer says most about .*\.", why(shown))
    held = judge_evidence.of(bench, (), bench.store.settings.resolve().settings).found
    asked = questions(TOPIC, by_address(done), "pairs", "anybody")
    bits = {one.thing: one.bits for one in held.ordered(asked, by_address(done))}
    titles = {html.escape(source.read.hit.title): url for url, source in by_address(done).items()}
    drawn = [titles[one] for one in re.findall(r'<h2 dir="auto">(.*?)</h2>', shown.html)]
    assert bits[topic_key(TOPIC), min(drawn), max(drawn)] == pytest.approx(max(bits.values()))


def test_fitted_weights_are_kept_by_the_dialog_of_every_save(
    desk: Opener, bench: Workbench, runs: list[RunRecord]
) -> None:
    bench.store.judgments.bring_in(pairs(runs, 50))
    shown = desk().open(PAGE, topic=runs[0].topic)
    assert "agree with" in verdict(shown)
    assert shown.buttons["judge.keep"].label == "Keep the fitted weights…"
    shown.press("judge.keep")
    assert not any(button.proto.shortcut for button in shown.at.button)
    shown.press("keep.save")
    assert "Saved as v2. The next run uses it." in shown.html
    assert bench.store.settings.resolve().settings.research.search_rank_weight < 0.2
    assert "judge.keep" not in shown.buttons


def test_a_save_over_somebody_elses_is_told(desk: Opener, bench: Workbench, runs: list[RunRecord]) -> None:
    bench.store.judgments.bring_in(pairs(runs, 50))
    shown = desk().open(PAGE, topic=runs[0].topic).press("judge.keep")
    bench.store.settings.write({"research_search_rank_weight": 0.9})
    shown.press("keep.save")
    assert "Another editor saved v2 while you were editing. Nothing was saved" in shown.errors[0]
    assert bench.store.settings.version() == 2


def test_beyond_a_few_answers_the_fit_is_asked_for_and_says_what_it_does_not_count_yet(
    desk: Opener, bench: Workbench, runs: list[RunRecord]
) -> None:
    made = pairs(runs, 70)
    bench.store.judgments.bring_in(made[:65])
    shown = desk().open(PAGE, topic=runs[0].topic)
    assert re.fullmatch(r"65 answers on \d+ topics, not fitted yet\.", verdict(shown))
    shown.press("judge.fit")
    assert "agree with" in verdict(shown)
    assert "judge.fit" not in shown.buttons
    bench.store.judgments.bring_in(made)
    shown.run()
    assert re.search(r"That was on 65 of now 6\d answers\.$", verdict(shown))
    assert shown.buttons["judge.fit"].label == "Fit again"
    bench.store.settings.write({"research_recency_weight": 0.9})
    assert "not fitted yet" in verdict(shown.run())


def test_measures_stand_before_and_after_with_coverage_winners_and_losers(
    desk: Opener, bench: Workbench, runs: list[RunRecord]
) -> None:
    bench.store.judgments.bring_in([*pairs(runs, 30), *grades(runs[:6])])
    shown = desk().open(PAGE, topic=runs[0].topic)
    if "judge.fit" in shown.buttons:
        shown.press("judge.fit")
    told = measures(shown)
    for words in ("nDCG@5", "P@5, relevant from grade 2", "MRR", "Coverage@5", "RBO", "Credibility  0.400"):
        assert words in told
    assert re.search(r"The gain is [+−]\d+\.\d points; its 95% interval over topics", told)
    assert re.search(r"\d+ topics stay as well ordered as now", told)
    assert 'role="img" aria-label="The gain is' in shown.html
    low, high = re.findall(r'<span style="(?:right|left):[^"]+">([^<]+)</span>', shown.html)
    assert f"interval over topics is {low} to {high}." in told
    assert re.search(r"RBO</td><td class=\"wb-end\">–</td><td class=\"wb-end\">\d\.\d{3}", shown.html)
    assert "nan" not in told.lower()


def test_too_little_is_a_sentence_in_place_of_each_number(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    first, second, _ = by_address(done)
    bench.store.judgments.add(TOPIC, first, "", "3")
    shown = desk().open(PAGE, topic=TOPIC)
    told = measures(shown)
    assert "No topic has grades enough, so there is no number." in told
    assert "not informative: 1 source graded, 3 are asked for" in told
    assert "Not enough evidence, keep the current weights." in told
    bench.store.judgments.add(TOPIC, first, second, "first")
    bench.store.judgments.withdraw(bench.store.judgments.standing()[0])
    assert "No source is graded yet, so there is no number." in measures(shown.run())


def test_a_new_answer_prepares_no_run_anew(
    desk: Opener, bench: Workbench, runs: list[RunRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = desk().open(PAGE, topic=runs[20].topic)
    read: list[int] = []
    several = type(bench.store.runs).several

    def counted(self: object, ids: list[str], **options: bool) -> list[RunRecord]:
        read.append(len(ids))
        return several(self, ids, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(type(bench.store.runs), "several", counted)
    shown.press(next(key for key in shown.buttons if key.startswith("judge.left.")))
    assert read == []


def test_judgments_whose_runs_are_deleted_are_counted_and_break_nothing(
    desk: Opener, bench: Workbench, runs: list[RunRecord], done: RunRecord
) -> None:
    bench.store.judgments.bring_in([*pairs(runs, 50), *grades(runs[:4])])
    bench.delete([run.id for run in runs])
    shown = desk().open(PAGE, topic=TOPIC)
    assert verdict(shown).startswith("Not enough evidence, keep the current weights. 0 answers")
    assert "graded topics have no finished run any more" in measures(shown)


def test_weights_of_0_are_no_fault(desk: Opener, bench: Workbench, runs: list[RunRecord]) -> None:
    bench.store.settings.write(dict.fromkeys(WEIGHTS, 0.0))
    bench.store.judgments.bring_in([*pairs(runs, 30), *grades(runs[:3])])
    shown = desk().open(PAGE, topic=runs[0].topic)
    assert shown.errors == []
    assert "nan" not in measures(shown).lower()


def test_the_document_is_whole_and_is_json_without_nan(bench: Workbench, runs: list[RunRecord]) -> None:
    bench.store.judgments.bring_in([*pairs(runs, 40), *grades(runs[:6])])
    held = judge_evidence.of(bench, bench.store.judgments.standing(), bench.store.settings.resolve().settings)
    fit = held.fit()
    told = {
        "measures": measures_document(held.found, measured(held.found), 3),
        "fit": fit_document(held.found, fit, 3),
    }
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["measures"]["settings_version"] == 3
    st.cache_resource.clear()
