"""Strict readers of BibTeX and RIS: whatever does not follow the grammar to the letter is an error."""

from __future__ import annotations

import re

_ENTRY = re.compile(r"@(?P<kind>[a-z]+)\{(?P<key>[a-z0-9-]+),\n")
_FIELD = re.compile(r"  (?P<name>[a-z]+) = ")
_MONTH = re.compile(r"[a-z]{3}")
_TAG = re.compile(r"(?P<tag>[A-Z][A-Z0-9])  - (?P<value>.*)")
_SPELT = {
    r"\textbackslash{}": "\\", r"\textbraceleft{}": "{", r"\textbraceright{}": "}", r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^", r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", r"\&": "&",
    r"\%": "%", r"\$": "$", r"\#": "#", r"\_": "_",
}  # fmt: skip
_COMMAND = re.compile("|".join(map(re.escape, _SPELT)))

Entry = dict[str, str]


def read_bibtex(text: str) -> dict[str, Entry]:
    """The entries by key. Only lines that begin with `%` and empty lines stand between them."""
    found: dict[str, Entry] = {}
    at = 0
    while at < len(text):
        if text[at] in "%\n":
            end = text.index("\n", at)
            assert "@" not in text[at:end], "a comment begins an entry"
            at = end + 1
            continue
        head = _ENTRY.match(text, at)
        assert head, f"no entry at {text[at : at + 40]!r}"
        assert head["key"] not in found, "a key stands twice"
        found[head["key"]], at = _fields(text, head.end())
    return found


def _fields(text: str, at: int) -> tuple[Entry, int]:
    fields: Entry = {}
    while not text.startswith("}\n", at):
        name = _FIELD.match(text, at)
        assert name, f"no field at {text[at : at + 40]!r}"
        assert name["name"] not in fields, "a field stands twice"
        fields[name["name"]], at = _value(text, name.end())
        assert text.startswith(",\n", at), "a field was broken out of"
        at += 2
    return fields, at + 2


def _value(text: str, at: int) -> tuple[str, int]:
    """A value between braces, counted as BibTeX counts them: a backslash before a brace does not help."""
    if bare := _MONTH.match(text, at):
        return bare[0], bare.end()
    assert text[at] == "{"
    depth, end = 0, at
    while True:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        assert text[end] != "\n", "a value has two lines"
        end += 1
        if depth == 0:
            return text[at + 1 : end - 1], end


def title_of(entry: Entry) -> str:
    """The title that LaTeX prints; its own braces keep the capitals."""
    assert entry["title"].startswith("{")
    assert entry["title"].endswith("}")
    return from_latex(entry["title"][1:-1])


def from_latex(text: str) -> str:
    """What LaTeX prints of a field; a sign that it acts on and that stands bare is an error."""
    bare = _COMMAND.sub("", text)
    assert not set(bare) & set("\\{}~^<>|&%$#_"), f"{bare!r} is not text to LaTeX"
    return _COMMAND.sub(lambda one: _SPELT[one[0]], text)


def read_ris(text: str) -> list[list[tuple[str, str]]]:
    """The records as tags and values; each begins with TY and ends with ER."""
    records: list[list[tuple[str, str]]] = []
    opened: list[tuple[str, str]] | None = None
    lines = text.split("\r\n")
    assert lines.pop() == "", "the last line has no end"
    for line in lines:
        tag = _TAG.fullmatch(line)
        assert tag, f"no tag in {line!r}"
        assert len(line.splitlines()) == 1, "a value breaks its line"
        if opened is None:
            assert tag["tag"] == "TY", "a record begins without its type"
            opened = []
        else:
            assert tag["tag"] != "TY", "a record begins inside another"
        opened.append((tag["tag"], tag["value"]))
        if tag["tag"] == "ER":
            assert tag["value"] == ""
            records.append(opened)
            opened = None
    assert opened is None, "a record has no end"
    return records
