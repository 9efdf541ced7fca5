"""What the sample corpus promises: invented hosts, complete front matter, and every state once."""

from __future__ import annotations

import difflib
import io
import itertools
import json
import re
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pdfplumber
import pytest
import trafilatura

SAMPLE = Path(__file__).parents[2] / "workbench" / "sample"
DOCUMENTS = SAMPLE / "documents"
KEYS = {"url", "title", "snippet", "topic"}
OPTIONAL = {"published", "status"}
TRACKING = {"fbclid", "gclid"}
SCRIPT_BUILT = '<div id="root"></div>'
ADDRESS = re.compile(rb"https?://([^/\s\"'<>)\]]+)")
RELATIVE_LEAD = re.compile(r"\d+ (?:hour|day|week|month)s? ago - ")
ABSOLUTE_LEAD = re.compile(r"(?:\d{4}-\d{2}-\d{2} — |[A-Z][a-z]{2} \d{1,2}, \d{4} · )")


@dataclass(frozen=True)
class Document:
    """One file of the corpus: where it lies, its front matter and what follows it."""

    file: str
    meta: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def status(self) -> int:
        return int(self.meta.get("status", "200"))

    @property
    def readable(self) -> bool:
        return self.status == 200 and (self.file.endswith(".pdf") or SCRIPT_BUILT not in self.text)


def front_matter(text: str) -> tuple[dict[str, str], str]:
    first, *lines = text.split("\n")
    assert first == "---"
    end = lines.index("---")
    pairs = [line.partition(":") for line in lines[:end]]
    return {key.strip(): value.strip() for key, _, value in pairs}, "\n".join(lines[end + 1 :])


def read(path: Path) -> Document:
    name = path.relative_to(DOCUMENTS).as_posix()
    if path.suffix == ".pdf":
        meta, _ = front_matter(path.with_name(f"{path.name}.meta").read_text("utf-8"))
        return Document(name, meta, path.read_bytes())
    meta, body = front_matter(path.read_text("utf-8"))
    return Document(name, meta, body.encode())


def page_text(document: Document) -> str:
    if document.file.endswith(".pdf"):
        with pdfplumber.open(io.BytesIO(document.body)) as pdf:
            return "\n".join(page.extract_text() for page in pdf.pages)
    if document.file.endswith(".html"):
        return str(trafilatura.extract(document.text, include_comments=False) or "")
    return document.text


def host(url: str) -> str:
    return urlsplit(url).hostname or ""


def canonical(url: str) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    parts = urlsplit(url)
    kept = [(k, v) for k, v in parse_qsl(parts.query) if k not in TRACKING and not k.startswith("utm_")]
    return host(url).removeprefix("www."), parts.path.rstrip("/"), tuple(sorted(kept))


def similarity(a: str, b: str) -> float:
    return difflib.SequenceMatcher(None, a.lower().split(), b.lower().split(), autojunk=False).ratio()


def long_words(topic: str) -> list[str]:
    return re.findall(r"\w{4,}", topic.lower())


ALL = tuple(read(path) for path in sorted(DOCUMENTS.rglob("*")) if path.is_file() and path.suffix != ".meta")
TOPICS: dict[str, str] = {
    topic["slug"]: topic["title"] for topic in tomllib.loads((SAMPLE / "topics.toml").read_text("utf-8"))["topic"]
}
SETTINGS: dict[str, str] = tomllib.loads((SAMPLE / "settings.toml").read_text("utf-8"))


def named(document: Document) -> str:
    return document.file


each_document = pytest.mark.parametrize("document", ALL, ids=named)
each_topic = pytest.mark.parametrize(("slug", "title"), TOPICS.items(), ids=list(TOPICS))


@each_document
def test_front_matter_is_complete(document: Document) -> None:
    assert set(document.meta) >= KEYS
    assert set(document.meta) <= KEYS | OPTIONAL
    assert all(document.meta.values())
    assert document.meta["topic"] in TOPICS
    assert document.file.split("/")[0] == document.meta["topic"]


@each_document
def test_a_publication_date_is_a_day_and_never_stands_beside_a_relative_lead(document: Document) -> None:
    published = document.meta.get("published")
    assert published is None or date.fromisoformat(published)
    assert not (published and RELATIVE_LEAD.match(document.meta["snippet"]))


@each_document
def test_every_address_stands_on_a_reserved_name(document: Document) -> None:
    assert urlsplit(document.meta["url"]).scheme == "https"
    assert host(document.meta["url"]).endswith(".example")


@each_document
def test_no_document_names_a_real_host(document: Document) -> None:
    found = ADDRESS.findall(document.body) + ADDRESS.findall(page_text(document).encode())
    assert [name for name in found if not name.endswith(b".example")] == []
    assert b"www." not in document.body.replace(b"www.docs.heatlab.example", b"")


@each_document
def test_a_readable_page_is_long_enough_to_cite_and_short_enough_to_read(document: Document) -> None:
    if document.readable:
        assert 250 <= len(page_text(document).split()) <= 900


def test_there_are_six_topics_of_about_ten_documents() -> None:
    assert len(TOPICS) == 6
    assert len(ALL) >= 55
    for slug in TOPICS:
        assert 10 <= sum(document.meta["topic"] == slug for document in ALL) <= 12


def test_addresses_are_unique() -> None:
    assert len({document.meta["url"] for document in ALL}) == len(ALL)


def test_markdown_html_text_and_pdf_are_all_there() -> None:
    kinds = [Path(document.file).suffix for document in ALL]
    assert set(kinds) == {".md", ".html", ".txt", ".pdf"}
    assert kinds.count(".html") >= 10
    assert kinds.count(".txt") >= 3
    assert kinds.count(".pdf") >= 3


def test_pdfs_are_small_and_name_no_program() -> None:
    for document in ALL:
        if document.file.endswith(".pdf"):
            assert document.body.startswith(b"%PDF")
            assert len(document.body) < 60_000
            assert b"reportlab" not in document.body.lower()


def test_every_sidecar_belongs_to_a_pdf() -> None:
    assert all(path.with_suffix("").suffix == ".pdf" for path in DOCUMENTS.rglob("*.meta"))
    assert all(path.with_suffix("").exists() for path in DOCUMENTS.rglob("*.meta"))


def test_the_whole_sample_stays_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < 1_500_000


def test_pages_that_cannot_be_read_are_blocked_gone_limited_or_built_by_script() -> None:
    lost = {document.file: document.status for document in ALL if not document.readable}
    assert lost == {
        "cold-climate-heat-pumps/06-vapour-injection.html": 403,
        "database-connection-pooling/03-pool-size-calculator.html": 200,
        "e-bike-battery-safety/04-recall-list-moved.html": 404,
        "remote-meeting-overload/09-what-an-hour-costs.md": 429,
        "sourdough-starter-maintenance/07-feed-calculator.html": 200,
    }


def test_one_page_under_two_addresses_differs_only_in_www_and_tracking() -> None:
    twins = [(a, b) for a, b in itertools.combinations(ALL, 2) if canonical(a.meta["url"]) == canonical(b.meta["url"])]
    heat, meetings = "cold-climate-heat-pumps/", "remote-meeting-overload/"
    assert [(a.file, b.file) for a, b in twins] == [
        (heat + "04-rated-capacity.md", heat + "05-rated-capacity-newsletter-link.md"),
        (meetings + "05-write-first.md", meetings + "06-write-first-from-digest.md"),
    ]
    assert all(a.body == b.body for a, b in twins)


def test_only_syndicated_copies_have_snippets_that_are_alike() -> None:
    alike = {
        (a.file, b.file)
        for a, b in itertools.combinations(ALL, 2)
        if canonical(a.meta["url"]) != canonical(b.meta["url"])
        and max(similarity(a.meta["snippet"], b.meta["snippet"]), similarity(b.meta["snippet"], a.meta["snippet"]))
        >= 0.7
    }
    heat, fire, trees = "cold-climate-heat-pumps/", "e-bike-battery-safety/", "street-trees-urban-cooling/"
    assert alike == {
        (heat + "01-two-winters-412-homes.html", heat + "02-field-study-syndicated.html"),
        (fire + "01-what-214-fires-tell-us.md", fire + "02-half-of-fires-wrong-charger.html"),
        (trees + "01-harbour-district-count.html", trees + "02-trees-cool-harbour-streets.html"),
        (trees + "01-harbour-district-count.html", trees + "03-council-release-reposted.md"),
        (trees + "02-trees-cool-harbour-streets.html", trees + "03-council-release-reposted.md"),
    }
    by_file = {document.file: document.meta for document in ALL}
    for a, b in alike:
        assert by_file[a]["snippet"] != by_file[b]["snippet"]
        assert host(by_file[a]["url"]) != host(by_file[b]["url"])


def test_two_snippets_are_too_thin() -> None:
    thin = {
        document.file
        for document in ALL
        if len(document.meta["snippet"]) < 50 or len(document.meta["snippet"].split()) < 10
    }
    assert thin == {
        "sourdough-starter-maintenance/04-five-lines.md",
        "street-trees-urban-cooling/08-planting-day.md",
    }


def test_snippets_lead_with_relative_dates_absolute_dates_and_none() -> None:
    snippets = [document.meta["snippet"] for document in ALL]
    relative = sum(bool(RELATIVE_LEAD.match(snippet)) for snippet in snippets)
    absolute = sum(bool(ABSOLUTE_LEAD.match(snippet)) for snippet in snippets)
    assert relative >= 8
    assert absolute >= 15
    assert len(snippets) - relative - absolute >= 8


def test_hostile_and_awkward_content_is_there() -> None:
    texts = [document.text for document in ALL if not document.file.endswith(".pdf")]
    titles = [document.meta["title"] for document in ALL]
    assert sum("\nCITATION GUIDANCE:\n" in text for text in texts) == 1
    assert sum("click here" in document.meta["snippet"] for document in ALL) == 1
    assert any({"[", "]", "*", "<", ">", "`", "|"} <= set(title) for title in titles)
    assert any({"“", "”", "é", "−", "°"} <= set(title) for title in titles)


@each_topic
def test_a_topic_has_both_tiers_and_neutral_hosts(slug: str, title: str) -> None:
    def covered(address: str, entries: str) -> bool:
        return any(f".{host(address)}".endswith(f".{entry}") for entry in entries.split(","))

    urls = [document.meta["url"] for document in ALL if document.meta["topic"] == slug]
    first = [url for url in urls if covered(url, SETTINGS["research_tier1_domains"])]
    second = [url for url in urls if covered(url, SETTINGS["research_tier2_domains"])]
    assert first
    assert second
    assert len(urls) - len(first) - len(second) >= 3


def test_the_sample_tiers_are_the_shipped_ones_and_reserved_names() -> None:
    assert SETTINGS["research_tier1_domains"] == "edu,gov,ac.uk,edu.example,gov.example"
    second = SETTINGS["research_tier2_domains"].split(",")
    assert len(second) == len(set(second))
    assert len([entry for entry in second if not entry.endswith(".example")]) == 37
    hosts = {canonical(document.meta["url"])[0] for document in ALL}
    assert {entry for entry in second if entry.endswith(".example")} == {
        name for name in hosts if name.startswith("docs.")
    }
    assert SETTINGS["research_blocked_domains"] in hosts


@each_topic
def test_a_topic_finds_a_published_post_by_its_first_three_long_words(slug: str, title: str) -> None:
    posts: list[dict[str, str]] = json.loads((SAMPLE / "posts.json").read_text("utf-8"))
    words = long_words(title)[:3]
    found = [
        post["slug"]
        for post in posts
        if post["status"] == "published"
        and any(word in post["title"].lower() or word in post["slug"].lower() for word in words)
    ]
    assert 1 <= len(found) <= 5


def test_posts_are_published_or_drafts_and_have_one_slug_each() -> None:
    posts: list[dict[str, str]] = json.loads((SAMPLE / "posts.json").read_text("utf-8"))
    assert len(posts) >= 12
    assert all(set(post) == {"title", "slug", "status"} for post in posts)
    assert {post["status"] for post in posts} == {"published", "draft"}
    assert len({post["slug"] for post in posts}) == len(posts)


@each_topic
def test_a_topic_matches_two_references_by_whole_words(slug: str, title: str) -> None:
    references: dict[str, list[dict[str, str]]] = json.loads((SAMPLE / "references.json").read_text("utf-8"))
    matched = [
        entry["url"]
        for keyword, entries in references.items()
        if re.search(rf"(?<!\w){re.escape(keyword)}(?!\w)", title)
        for entry in entries
    ]
    assert len(matched) >= 2
    assert len(set(matched)) == len(matched)


def test_references_have_a_title_and_a_reserved_address() -> None:
    references: dict[str, list[dict[str, str]]] = json.loads((SAMPLE / "references.json").read_text("utf-8"))
    for keyword, entries in references.items():
        assert keyword == keyword.lower()
        for entry in entries:
            assert set(entry) == {"title", "url"}
            assert host(entry["url"]).endswith(".example")
