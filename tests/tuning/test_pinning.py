"""An excerpt moved by a person: every surface shows it, later runs honour it, and replays give it byte for byte."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.cli.homes import put_run
from tests.compose.benches import benched, done, items, pages_for
from tests.tuning.test_rescue import done as recorded
from tests.tuning.test_rescue import recording
from workbench.compose import Workbench, from_snapshot
from workbench.context import Part, parts_of
from workbench.errors import BadRequest
from workbench.export import run_document
from workbench.records import Context, RunRecord
from workbench.tuning import moved, quoted_source, rescore, start_in

WORDS = "Engineers explain how the new flood gates"


def quoted(run: RunRecord, url: str) -> Part:
    return next(part for part in parts_of(run.context or Context("")) if part.kind == "excerpt" and part.url == url)


def test_a_pinned_run_replays_byte_for_byte_and_a_later_run_of_the_same_pages_begins_there(home: Path) -> None:
    with benched(home, [items(3)], pages_for(items(3))) as bench:
        first = asyncio.run(done(bench))
        url = first.judged.sources[0].url if first.judged else ""
        start = start_in(quoted_source(first, url), words=WORDS)
        pinned = bench.pin(first, url, start, "ada")
        settings = from_snapshot(pinned.settings)
        assert quoted(pinned, url).text.split("\n")[1].startswith("  | " + WORDS)
        assert rescore(pinned, settings).context == pinned.context
        assert moved(first, settings, {}) == first.context
        longer = from_snapshot({**pinned.settings, "research_web_content_chars_per_source": 40})
        assert rescore(pinned, longer).context.web[0].text == WORDS[:40]

        later = asyncio.run(done(bench))
        assert quoted(later, url) == quoted(pinned, url)
        assert bench.unpin(later, url).context == first.context
        assert quoted(bench.store.runs.get(pinned.id), url) == quoted(pinned, url)
        assert quoted(asyncio.run(done(bench)), url) == quoted(first, url)


def test_a_rescued_run_honours_the_pins_of_its_pages(home: Path) -> None:
    async def both() -> tuple[RunRecord, RunRecord]:
        bench, run = await recorded()
        url = run.judged.sources[0].url if run.judged else ""
        pinned = bench.pin(run, url, 100, "ada")
        lost = "https://host1.example/a"
        page = recording(1)["pages"]["https://host0.example/a"]["body"].encode()
        new = await bench.rescue(run, lost, page, "text/html")
        await bench.aclose()
        return pinned, new

    pinned, new = asyncio.run(both())
    url = pinned.judged.sources[0].url if pinned.judged else ""
    assert quoted(new, url).text.rstrip("\n") == quoted(pinned, url).text.rstrip("\n")
    assert rescore(new, from_snapshot(new.settings)).context == new.context


@pytest.fixture
def ran(home: Path) -> RunRecord:
    with benched(home, [items(2)], {items(2)[0]["href"]: pages_for(items(2))[items(2)[0]["href"]]}) as bench:
        return asyncio.run(done(bench, research_require_fetched_source_for_citation="false"))


@pytest.mark.parametrize(
    ("start", "words", "told"),
    [
        (None, "", "Say where the excerpt begins"),
        (-1, "", "cannot begin at -1"),
        (10**6, "", "cannot begin at 1,000,000"),
        (None, "no such words", "does not hold the words “no such words”"),
        (None, "the", "stand "),
    ],
)
def test_a_place_that_is_none_is_refused_in_a_sentence(
    ran: RunRecord, start: int | None, words: str, told: str
) -> None:
    source = quoted_source(ran, "https://good0.example/report")
    with pytest.raises(BadRequest, match=told):
        start_in(source, start, words)


def test_words_are_found_whatever_their_case_and_breaks(ran: RunRecord) -> None:
    source = quoted_source(ran, "https://good0.example/report#top")
    assert start_in(source, words="  engineers\nEXPLAIN ") == start_in(source, words=WORDS) > 0


@pytest.mark.parametrize(
    ("url", "told"), [("https://good1.example/report", "was not read"), ("https://a.example/", "has no source")]
)
def test_only_a_page_that_was_read_has_an_excerpt_to_move(ran: RunRecord, url: str, told: str) -> None:
    with pytest.raises(BadRequest, match=told):
        quoted_source(ran, url)


def test_an_excerpt_is_pinned_and_given_back_on_the_command_line(home: Path) -> None:
    put_run(home)
    before = command("runs", "show", "1", "--json").json
    url = before["sections"]["web"][0]["url"]
    done_ = command("runs", "pin", "1", url, "--start", "300", "--author", "ada", "--json")
    assert (done_.code, done_.json["pinned"], done_.json["url"]) == (0, True, url)
    after = command("runs", "show", "1", "--json").json
    assert after["sections"]["web"][0]["text"] == done_.json["text"] != before["sections"]["web"][0]["text"]
    assert done_.json["text"].split("\n")[0] in command("runs", "export", "1").out
    bench = Workbench.open()
    run = bench.store.runs.get(1)
    assert run_document(run)["context"] == after["context"]
    assert rescore(run, from_snapshot(run.settings)).context == run.context
    assert bench.store.excerpts.of(run.judged.sources if run.judged else ())[url].author == "ada"
    bench.store.close()
    assert "from its beginning:" in command("runs", "unpin", "1", url).out
    assert command("runs", "show", "1", "--json").json == before
    words = before["sections"]["web"][0]["text"].split("\n")[0]
    assert command("runs", "pin", "1", url, "--words", words).out.startswith(f"Run 1 quotes {url} from character 0 on:")


def test_a_wrong_pin_is_a_wrong_call(home: Path) -> None:
    put_run(home)
    assert command("runs", "pin", "1", "https://a.example/", "--start", "1").code == 2
    assert (
        "Say where the excerpt begins"
        in command(
            "runs", "pin", "1", json.loads(command("runs", "show", "1", "--json").out)["sections"]["web"][0]["url"]
        ).err
    )
    assert command("runs", "unpin", "9", "https://a.example/").code == 2
