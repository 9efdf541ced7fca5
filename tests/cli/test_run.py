"""`workbench run`: the context on standard output, everything else beside it, recorded and replayed the same."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.cli.homes import TOPIC
from tests.compose.benches import put_sample
from tests.store.fault_lines import by_hand
from workbench.cli.main import call
from workbench.jobs import engine
from workbench.jobs.queue import jobs_url, prepare

KEYS = {
    "topic", "today", "settings", "outcomes", "hits", "sources", "dropped", "sections", "context", "findings",
    "timings",
}  # fmt: skip
WORDS = "The river quality report covers nine sites and eleven months of sampling by two councils."


class Gone(io.StringIO):
    """A reader of what is told who has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def recording(**changes: Any) -> dict[str, Any]:
    return {
        "topic": "river quality",
        "today": "2026-11-29",
        "hits": [
            {"url": "https://good.example/report", "title": "Report", "snippet": WORDS, "published": "2026-11-27"},
            {"url": "https://lost.example/report", "title": "Lost", "snippet": WORDS},
        ],
        "pages": {
            "https://good.example/report": {"status": 200, "content_type": "text/plain", "body": WORDS * 3},
            "https://lost.example/report": {"error": "timeout"},
        },
        "posts": [{"title": "How we measured the river", "slug": "river-measured", "status": "published"}],
        **changes,
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "recording.json"
    path.write_text(json.dumps(recording()))
    return path


def test_a_recording_gives_the_run_as_one_document(file: Path) -> None:
    done = command(
        "run", "--recording", file, "--json",
        "--set", "research_tier1_domains=good.example",
        "--set", "web_research_results=3", "--set", "web_research_results=4",
    )  # fmt: skip
    assert done.code == 0
    found = done.json
    assert set(found) >= KEYS
    assert (found["topic"], found["today"], found["engine"]) == ("river quality", "2026-11-29", "recording")
    assert found["settings"]["web_research_results"] == 4
    assert found["outcomes"][0]["outcome"] == "ok"
    assert [(hit["url"], hit["state"]) for hit in found["hits"]] == [
        ("https://good.example/report", "kept"),
        ("https://lost.example/report", "unread"),
    ]
    (source,) = found["sources"]
    assert (source["domain_credibility"], source["recency_score"], source["search_rank_score"]) == (0.95, 0.9, 1.0)
    assert [(lost["url"], lost["stage"], lost["reason"]) for lost in found["dropped"]] == [
        ("https://lost.example/report", "read", "unread: timeout, recorded as timeout")
    ]
    assert {name: len(entries) for name, entries in found["sections"].items()} == {
        "references": 0,
        "posts": 1,
        "web": 1,
    }
    assert found["context"].startswith("EXISTING POSTS ON OUR SITE")
    assert [one["kind"] for one in found["findings"]] == ["web_research_extract_failed"]
    assert set(found["timings"]) == {"search", "read", "judge", "render"}


def test_the_result_is_on_standard_output_and_progress_and_notices_are_on_the_other(file: Path, tmp_path: Path) -> None:
    done = command("run", "another topic", "--recording", file, "--today", "9999-12-31")
    assert done.code == 0
    assert done.out == command("runs", "show", "1", "--json").json["context"] + "\n"
    shown = command("runs", "show", "1", "--json").json
    assert (shown["topic"], shown["today"]) == ("another topic", "9999-12-31")
    assert shown["sources"][0]["recency_score"] == 0.6
    lines = done.err.splitlines()
    assert lines[0] == "recording: ok, 2 results"
    assert sorted(line.split()[0] for line in lines[1:3]) == ["ok", "timeout"]
    assert lines[3] == "judged: 1 source kept"
    assert lines[4].startswith("Notice: 1 of 2 pages could not be read. https://lost.example/report: timeout")
    assert len(lines) == 5


def test_a_run_of_the_sample_is_written_to_a_file_recorded_and_replayed_the_same(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    out, record = tmp_path / "out.md", tmp_path / "recorded.json"
    done = command("run", TOPIC, "--engine", "corpus", "--today", "2026-11-29", "--out", out, "--record", record)
    assert (done.code, done.out) == (0, "")
    context = out.read_text()
    assert [context.count(head) for head in ("VERIFIED REFERENCE", "EXISTING POSTS", "RECENT WEB SOURCES")] == [1, 1, 1]
    assert f"Wrote {out}." in done.err
    recorded = json.loads(record.read_text())
    assert set(recorded) == {"topic", "today", "hits", "pages", "posts"}
    again = command("run", "--recording", record, "--out", tmp_path / "again.json", "--json")
    assert again.code == 0
    replayed = json.loads((tmp_path / "again.json").read_text())
    first = command("runs", "show", "1", "--json").json
    assert replayed["context"] + "\n" == context
    for key in ("topic", "today", "sources", "dropped", "sections"):
        assert replayed[key] == first[key]


def test_a_recording_of_a_replay_has_the_posts_of_the_first_and_gives_the_same_context(
    file: Path, tmp_path: Path
) -> None:
    (tmp_path / "posts.csv").write_text("title,slug\nRiver rules of ours,river-rules\n")
    command("posts", "import", tmp_path / "posts.csv")
    first = command("run", "--recording", file, "--record", tmp_path / "b.json")
    second = command("run", "--recording", tmp_path / "b.json")
    assert first.out == second.out
    assert "river-measured" in first.out
    assert "river-rules" not in first.out
    assert json.loads((tmp_path / "b.json").read_text())["posts"] == recording()["posts"]


def test_a_recording_that_says_nothing_of_posts_is_replayed_with_ours(file: Path, tmp_path: Path) -> None:
    (tmp_path / "posts.csv").write_text("title,slug\nRiver rules of ours,river-rules\n")
    command("posts", "import", tmp_path / "posts.csv")
    whole = recording()
    del whole["posts"]
    cases: tuple[tuple[dict[str, Any], bool], ...] = (({}, True), ({"posts": []}, False))
    for posts, linked in cases:
        file.write_text(json.dumps({**whole, **posts}))
        assert ("river-rules" in command("run", "--recording", file).out) is linked


ADDRESSES = (
    ("https://me:hunter2@good.example/report", "unread: refused, credentials in the address"),
    ("http://127.0.0.1/admin", "unread: refused, not a public address"),
    ("http://[::1]/", "unread: refused, not a public address"),
    ("http://desk.local/", "unread: refused, not a public address"),
    ("http://xn--a.example/", "unread: invalid, not a well-formed address"),
    ("http://good.example:8080/", "unread: refused, a port that pages may not use"),
    ("https://away.example/", "unread: refused, not a public address"),
    ("https://gone.example/", "unread: refused, credentials in the address"),
)


@pytest.mark.parametrize("gate", ["true", "false"])
def test_an_address_that_may_not_be_asked_is_no_source_whatever_a_recording_holds(
    gate: str, file: Path, tmp_path: Path
) -> None:
    page = {"status": 200, "content_type": "text/plain", "body": WORDS * 3}
    hits = [
        {"url": url, "title": url.partition("@")[2], "snippet": f"{n} {WORDS}"} for n, (url, _) in enumerate(ADDRESSES)
    ]
    pages = {url: page for url, _ in ADDRESSES} | {
        "https://away.example/": {**page, "final_url": "http://169.254.169.254/latest"},
        "https://gone.example/": {**page, "final_url": "https://me:hunter2@good.example/"},
    }
    file.write_text(json.dumps(recording(hits=hits, pages=pages)))
    done = command(
        "run", "--recording", file, "--json", "--record", tmp_path / "b.json", "--set", "web_research_results=10",
        "--set", f"research_require_fetched_source_for_citation={gate}",
    )  # fmt: skip
    exports = [command("runs", "export", "1", "--format", form).out for form in ("md", "json", "csv")]
    assert all("hunter2" not in text for text in (done.out, done.err, (tmp_path / "b.json").read_text(), *exports))
    assert [one["reason"] for one in done.json["hits"]] == [reason for _, reason in ADDRESSES]
    assert done.json["sources"] == []


def test_a_result_is_printed_and_ends_with_1_where_its_file_cannot_be_written(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for option in ("--record", "--out"):
        done = command("run", "--recording", file, option, "/dev/full")
        assert done.code == 1
        assert "RECENT WEB SOURCES" in done.out
        assert done.err.splitlines()[-1] == "/dev/full cannot be written: No space left on device." or (
            "/dev/full cannot be written: No space left on device.\n" in done.err
        )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "The topic is empty; type what the research is about."),
        ([" \u200b "], "The topic is empty; type what the research is about."),
        (["x" * 401], "The topic has 401 characters; at most 400 are searched for."),
        (["river", "--engine", "bing"], "There is no engine “bing” to run; choose ddg or corpus."),
        (["river", "--engine", "recording"], "The engine recording needs its file: --recording FILE."),
        (["--engine", "ddg", "--recording", "x"], "--engine ddg and --recording contradict each other"),
        (["river", "--record", "/proc/recording.json"], "/proc/recording.json cannot be written: "),
        (["river", "--recording", "."], ". cannot be read: it is a folder."),
        (["river", "--today", "29.11.2026"], "--today is “29.11.2026”, which is no day such as 2026-11-29."),
        (["river", "--set", "web_research_results"], "--set takes KEY=VALUE; “web_research_results” has no '='."),
        (["river", "--set", "web_research_results=0"], "must be between 1 and 20"),
        (["river", "--set", "no_such=1"], "There is no setting “no_such”"),
        (["river", "--recording", "none.json"], "none.json cannot be read: No such file or directory."),
        (["river", "--out", "none/out.md"], "none/out.md cannot be written: name a file in a folder that exists."),
        (["river", "--record", "."], ". cannot be written: name a file in a folder that exists."),
        (["river", "--no-such-option"], "No such option: --no-such-option"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_a_wrong_call_is_one_sentence_and_starts_nothing(
    arguments: list[str], words: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("run", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert command("runs", "list", "--json").json == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"topic": "t", "today": "tomorrow", "hits": []}', '{"topic": NaN}', "[" * 100_000, "\x00"],
    ids=range(8),
)
def test_a_recording_that_is_none_is_named_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "recording.json"
    file.write_text(text)
    done = command("run", "--recording", file)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("The recording cannot be read: ")


def test_a_run_that_fails_is_told_stored_and_ends_with_1(file: Path, home: Path) -> None:
    (home / "workers").write_text("in the way")
    done = command("run", "--recording", file)
    assert (done.code, done.out) == (1, "")
    assert "Traceback" not in done.err
    (home / "workers").unlink()
    (home / "jobs.db").write_bytes(b"no database " * 500)
    done = command("run", "--recording", file)
    assert (done.code, done.out) == (1, "")
    left = "it was left as it is. Move it away to start anew."
    assert done.err == f"{home}/jobs.db is not a database of this program; {left}\n"
    assert command("runs", "list", "--json").json == []


def test_a_result_is_printed_though_the_queue_could_not_note_that_it_is_there(file: Path, home: Path) -> None:
    prepare(jobs_url(home))
    by_hand(
        home / "jobs.db",
        "CREATE TRIGGER fails BEFORE INSERT ON operation_outputs WHEN (SELECT count(*) FROM operation_outputs) >= 3 "
        "BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    done = command("run", "--recording", file)
    assert done.code == 1
    assert "RECENT WEB SOURCES" in done.out
    assert done.err.splitlines()[-1] == (
        "The result is stored, and the next worker finishes run 1: workbench worker --drain"
    )
    assert "Traceback" not in done.err
    assert command("runs", "show", "1", "--json").json["context"] == done.out.rstrip("\n")


def test_no_password_of_an_address_within_a_text_goes_out(file: Path, tmp_path: Path, home: Path) -> None:
    plain, packed = "https://bob:hunter2@good.example/", "https%3A%2F%2Fbob%3Ahunter2%40good.example"
    hit = {"url": f"https://good.example/go?next={packed}", "title": f"At {plain}", "snippet": f"{plain} {WORDS}"}
    page = {"status": 200, "content_type": "text/plain", "body": f"{plain} {packed} {WORDS * 3}"}
    posts = [{"title": f"River {plain}", "slug": packed, "status": "published"}]
    file.write_text(json.dumps(recording(hits=[hit], pages={hit["url"]: page}, posts=posts)))
    done = command("run", "--recording", file, "--json", "--record", tmp_path / "b.json")
    again = command("run", "--recording", tmp_path / "b.json")
    exports = [command("runs", "export", "1", "--format", form).out for form in ("md", "json", "csv", "bib", "ris")]
    said = (done.out, done.err, (tmp_path / "b.json").read_text(), again.out, again.err, *exports)
    assert all("hunter2" not in text for text in said)
    assert done.json["context"] == again.out.rstrip("\n")
    assert [one["url"] for one in done.json["sources"]] == [
        "https://good.example/go?next=https%3A%2F%2F***%40good.example"
    ]


def test_a_reader_of_the_progress_who_goes_ends_no_run(home: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "recording.json", tmp_path / "out.md"
    file.write_text(json.dumps(recording()))
    with contextlib.redirect_stderr(Gone()):
        assert call(["run", "--recording", str(file), "--out", str(out)]) == 0
        engine.shut_down()  # a process of its own would end here
    assert WORDS in out.read_text()
    assert [one["state"] for one in command("runs", "list", "--json").json] == ["done"]
