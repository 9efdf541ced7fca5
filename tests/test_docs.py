"""What the documents name exists: files and headings, pictures, commands with their options, keys."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from pages.parts.keys import KEYS
from tests.desk.browsing import PATIENCE, Watched, address, sampled, watched
from tests.desk.sessions import TOPIC
from workbench.cli.main import app
from workbench.installing import sample_topics

if TYPE_CHECKING:
    from playwright.sync_api import Locator

__all__ = ["address", "sampled", "watched"]  # fixtures

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
PICTURES = sorted((ROOT / "docs" / "pictures").iterdir())
LARGEST_PICTURE = 200_000
CODE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")

per_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def slug(heading: str) -> str:
    """The anchor that a heading is reached by."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {slug(found) for found in re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)}


def links(page: Path) -> Iterator[tuple[str, str, str]]:
    yield from LINK.findall(CODE.sub("", page.read_text()))


@per_page
def test_every_link_leads_to_a_file_and_a_heading_that_exist(page: Path) -> None:
    missing = []
    for _, _, target in links(page):
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.is_relative_to(ROOT) or not file.exists() or (anchor and anchor not in anchors(file)):
            missing.append(target)
    assert missing == []


@per_page
def test_every_picture_is_described(page: Path) -> None:
    assert [target for is_picture, words, target in links(page) if is_picture and len(words.split()) < 3] == []


def test_every_picture_is_shown_somewhere_and_small() -> None:
    shown = {Path(target).name for page in PAGES for is_picture, _, target in links(page) if is_picture}
    assert {picture.name for picture in PICTURES} == shown
    assert [picture.name for picture in PICTURES if picture.stat().st_size > LARGEST_PICTURE] == []


def test_every_page_of_the_docs_is_linked_from_the_readme() -> None:
    linked = {target.partition("#")[0] for _, _, target in links(ROOT / "README.md")}
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= linked


def commands(page: Path) -> Iterator[list[str]]:
    """The words after `workbench` of each command that a page names, in a sentence or on a line of its own."""
    text = page.read_text()
    named = [found.replace("\n", " ") for found in CODE.findall(text)]
    named += re.findall(r"^    (.*\bworkbench .+)$", text, re.MULTILINE)
    for line in named:
        _, is_command, rest = f" {line}".partition(" workbench ")
        if is_command and re.match(r"[a-z]", rest):
            yield shlex.split(rest.partition("  #")[0])


def fault(words: list[str]) -> str:
    """Why the command line would not know these words; nothing if it does. Values stand for themselves."""
    found: Any = typer.main.get_command(app)
    rest = list(words)
    while hasattr(found, "commands") and rest and not rest[0].startswith("-"):
        if rest[0] not in found.commands:
            return f"no command {rest[0]} in {' '.join(words)}"
        found = found.commands[rest.pop(0)]
    known = {option for param in found.params for option in (*param.opts, *param.secondary_opts)} | {"--help"}
    unknown = [word for word in rest if word.startswith("--") and word != "--" and word.partition("=")[0] not in known]
    return f"no option {unknown[0]} in {' '.join(words)}" if unknown else ""


@per_page
def test_every_command_with_its_options_exists(page: Path) -> None:
    assert [found for words in commands(page) if (found := fault(words))] == []


def test_the_documents_name_commands_and_a_wrong_one_is_found() -> None:
    assert sum(1 for page in PAGES for _ in commands(page)) > 50
    assert fault(["runs", "exprot", "1"]) == "no command exprot in runs exprot 1"
    assert fault(["runs", "export", "1", "--fromat", "md"]) == "no option --fromat in runs export 1 --fromat md"
    assert fault(["settings", "presets", "apply", "calm", "--note=x"]) == ""


def test_every_option_named_alone_belongs_to_some_command() -> None:
    def options(found: Any) -> Iterator[str]:
        yield from (option for param in found.params for option in (*param.opts, *param.secondary_opts))
        for inner in getattr(found, "commands", {}).values():
            yield from options(inner)

    known = set(options(typer.main.get_command(app)))
    alone = {found.split()[0] for page in PAGES for found in CODE.findall(page.read_text()) if found.startswith("--")}
    assert alone - known == set()


def test_the_keys_of_the_documents_are_those_of_the_desk() -> None:
    table = (ROOT / "docs" / "operators.md").read_text().partition("\n## Keys\n")[2].partition("\n## ")[0]
    told = {(row[0].lower(), key) for row in re.findall(r"^\| ([\w ]+) \| (.+?) \|", table, re.MULTILINE)
            for key in re.findall(r"`([^`]+)`", row[1])}  # fmt: skip
    listed = {(where.lower(), key) for where, key, _ in KEYS}
    assert listed <= told
    assert told - listed == {("everywhere", "Shift+Tab")}


def test_the_topics_of_a_demo_are_those_of_the_sample() -> None:
    table = (
        (ROOT / "docs" / "demos.md")
        .read_text()
        .partition("\n## What each topic is good for\n")[2]
        .partition("\n## ")[0]
    )
    rows = re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)
    assert rows[1:] == [topic.title for topic in sample_topics()]


class Clicks:
    """A reader who follows the answers and counts."""

    def __init__(self, watched: Watched) -> None:
        self.page, self.watched, self.taken = watched.page, watched, 0

    def on(self, what: Locator | str) -> None:
        found = self.page.get_by_role("button", name=what).first if isinstance(what, str) else what
        found.click(timeout=PATIENCE)
        self.taken += 1

    def sees(self, words: str) -> int:
        """The clicks that it took to see these words; what comes next is counted from here."""
        self.page.get_by_text(words).first.wait_for(timeout=PATIENCE)
        taken, self.taken = self.taken, 0
        return taken


def told(question: str) -> list[int]:
    """The clicks that the answers name for a question."""
    section = (ROOT / "docs" / "answers.md").read_text().partition(f"\n## {question}\n")[2].partition("\n## ")[0]
    return [int(number) for number in re.findall(r"\((\d)[,)]", section)]


@pytest.mark.browser
@pytest.mark.timeout(240)
def test_an_answer_takes_the_clicks_that_it_says(watched: Watched) -> None:
    clicks, page = Clicks(watched), watched.page
    page.goto(watched.address)
    watched.run(TOPIC)
    watched.titled(re.compile(r"sources kept of \d+ results"))
    assert told("What was lost?")[0] == clicks.sees("over limit") == 0

    clicks.on(page.locator(".st-key-run-open-1 button").first)
    assert told("Why is this source first?")[0] == clicks.sees("Its nearest neighbour")

    clicks.on(page.get_by_text("results were lost, and how to get each back"))
    assert told("What was lost?")[1] == clicks.sees("Choose a result to see its reason in full")

    rank = page.get_by_role("slider", name="Search rank")
    rank.focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    clicks.taken += 1
    clicks.on("Keep as settings")
    clicks.on("Save as v2")
    assert told("How do I keep a changed weight?")[0] == clicks.sees("Saved as v2. The next run uses it.")

    clicks.on("Writer context")
    assert told("What would the writer read?")[0] == clicks.sees("The writer gets 3 sources")
    clicks.on("Why 2")
    assert told("What would the writer read?")[1] == 1 + clicks.sees("known_references_json")
