"""The Markdown of a run shows every text letter for letter and the context as the writer gets it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import settings as effort
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.conftest import cases
from tests.export.runs import GOOD, any_text, empty_run, run_of, runs
from workbench.export import as_markdown, exported, table
from workbench.export.hashes import context_sha256, settings_sha256
from workbench.export.markdown import fenced, literal
from workbench.records import RunRecord
from workbench.text import shown as letters

SHOWN = [
    pytest.param(line["input"]["title"], id=line["name"])
    for line in cases("adversarial/ui_export.jsonl")
    if isinstance(line["input"].get("title"), str)
]
HOSTILE = (
    "$a^2$ and $$b$$", r"\(x\) \[y\]", "![x](http://evil.example/p.png)", "<img src=x onerror=alert(1)>", "| a | b |",
    "www.evil.example", "a@b.example", "`code`", "==mark== ++in++", "&copy; &amp;#36;", "# head", "<!-- c -->",
    "[^1]: note", "{.class} {{ x }}", "_www.evil.example_", "https://evil.example/$x$", ":smile: :red[x]", "a\n\n# b",
)  # fmt: skip


def renderer() -> MarkdownIt:
    """CommonMark with tables and bare addresses, as most viewers read it."""
    return MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table")


def tokens(text: str) -> list[Token]:
    return [inner for token in renderer().parse(text) for inner in (token, *(token.children or ()))]


def shown(line: str) -> str:
    """What a reader sees of one inline text."""
    inline = renderer().parseInline(line)[0].children or []
    assert {token.type for token in inline} <= {"text", "text_special"}, f"{line!r} is more than text"
    return "".join(token.content for token in inline)


@pytest.mark.parametrize("text", [*SHOWN, *HOSTILE])
def test_a_text_of_the_web_is_shown_letter_for_letter(text: str) -> None:
    written = literal(text)
    assert shown(written) == letters(text)
    assert not re.search(r"(?<!\\)(\\\\)*[$`<|\[]", written)
    assert not re.search(r"https?://|www\.|\w@\w|(?<!\\):\w+:|(?<!\\):\w+\[", written)


@effort(deadline=None)
@given(any_text)
def test_any_text_is_shown_letter_for_letter(text: str) -> None:
    assert shown(literal(text)).strip() == letters(text).strip()


@effort(deadline=None, max_examples=60)
@given(runs())
def test_no_text_of_a_run_becomes_markup(run: RunRecord) -> None:
    text = as_markdown(run)
    found = tokens(text)
    kinds = {token.type for token in found}
    assert not kinds & {"html_inline", "html_block", "image", "code_inline", "code_block", "blockquote_open"}
    assert [token.tag for token in found if token.type == "heading_open"].count("h1") == 1
    rows = table(run)
    grids = sum(token.type == "tr_open" for token in found)
    heads = len({bool(row.rank) for row in rows})
    assert grids == len(rows) + heads
    links = [str(token.attrs["href"]) for token in found if token.type == "link_open"]
    assert all(link.startswith(("https://", "http://")) for link in links)
    assert len(links) <= sum(row.rank is not None for row in rows)
    text.encode()


@pytest.mark.parametrize(
    "context",
    ["Plain.", "```\ncode\n```", "~~~~\n`````text\nx\n`````", "$a$ <b> | x", "a\n\n\n", "`" * 40, "  ```", "# h\n$x$"],
)
def test_the_context_stands_letter_for_letter_in_a_fence_that_nothing_closes(context: str) -> None:
    found = [token for token in tokens(as_markdown(run_of(context=context))) if token.type == "fence"]
    assert [token.content for token in found] == [context + "\n"]


@effort(deadline=None)
@given(any_text.map(lambda text: text.replace("\r", "").replace("\x00", "")))
def test_any_context_stands_in_its_fence_as_it_is(context: str) -> None:
    (fence,) = [token for token in tokens("\n".join(fenced(context))) if token.type == "fence"]
    assert fence.content == context + "\n"


def test_settings_hashes_scores_badges_and_states_are_told() -> None:
    run = run_of(reason="thin: 1 word")
    text = as_markdown(run)
    for told in (
        "Settings version: 3", settings_sha256(run), context_sha256(run), "0.75", "0.65", "page read",
        "**snippet only**", "4 results: 2 kept, 1 thin, 1 duplicate.", "| 4 | T https", "| thin | thin: 1 word |",
        table(run)[0].page_text_sha256, f"[T]({GOOD})",
    ):  # fmt: skip
        assert told in text, told


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://bank.example@evil.example/", "data:text/html,x", "x"])
def test_only_an_address_that_hides_nothing_is_a_link(url: str) -> None:
    links = [token for token in tokens(as_markdown(run_of(url=url))) if token.type == "link_open"]
    assert [link.attrs["href"] for link in links] == ["https://plain.example/y"]


def test_dollars_of_an_address_are_escaped_and_the_link_is_the_same() -> None:
    text = as_markdown(run_of(url="https://good.example/$a$?x=1&copy=2"))
    assert not re.search(r"(?<!\\)\$", text)
    (first, _) = [token for token in tokens(text) if token.type == "link_open"]
    assert first.attrs["href"] == "https://good.example/$a$?x=1&copy=2"


def test_an_empty_run_says_so() -> None:
    text = as_markdown(empty_run())
    assert text.endswith("0 results.\n\n## What the writer gets\n\nNothing: the context is the empty text.\n")
    assert "None" not in text


def test_chinese_and_hebrew_are_kept() -> None:
    text = exported(run_of("热泵在寒冷气候中的表现", topic="איכות המים"), "md").decode()
    assert "热泵在寒冷气候中的表现" in text
    assert text.startswith("# איכות המים\n")


def test_the_same_run_is_the_same_text() -> None:
    assert exported(run_of(), "md") == exported(run_of(), "md")
