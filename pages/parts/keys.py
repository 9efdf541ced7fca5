"""Every key that the desk listens to."""

from __future__ import annotations

import streamlit as st

from pages.parts.words import plain_html

KEYS = (
    ("Run a topic", "Ctrl+Enter", "run the topic, from within its line"),
    ("Run a topic", "J", "open the next source"),
    ("Run a topic", "K", "open the source before"),
    ("Run a topic", "O", "open or close the source"),
    ("Run a topic", "W", "what the writer would read"),
    ("Run a topic", "E", "export it as Markdown"),
    ("Writer context", "J", "the next part"),
    ("Writer context", "K", "the part before"),
    ("Writer context", "E", "export it as Markdown"),
    ("Judge", "Left", "the left source is the better"),
    ("Judge", "Right", "the right source is the better"),
    ("Judge", "Down", "no difference"),
    ("Judge", "0", "grade 0: leave it out"),
    ("Judge", "1", "grade 1: it only touches the topic"),
    ("Judge", "2", "grade 2: cite it"),
    ("Judge", "3", "grade 3: cite it first"),
    ("Judge", "S", "skip: it is not asked again"),
    ("Judge", "L", "later: it is asked again at the end"),
    ("Judge", "U", "undo: take the last answer back"),
    ("Judge", "N", "a note to the answer; Ctrl+Enter when it is written"),
    ("Judge", "T", "the next topic, when this one is judged"),
    ("Everywhere", "Tab", "the next control; Shift+Tab the one before"),
    ("Tables", "Space", "select the row that has the focus"),
    ("Dialogs", "Esc", "close"),
)


def draw() -> None:
    """Draw the list."""
    st.header("Keys", anchor=False)
    rows = "".join(
        f'<tr><td class="wb-second">{plain_html(where)}</td><td class="wb-nowrap"><code>{plain_html(key)}</code></td>'
        f"<td>{plain_html(what)}</td></tr>"
        for where, key, what in KEYS
    )
    head = "<tr><th>Page</th><th>Key</th><th>What it does</th></tr>"
    st.html(f'<table class="wb wb-table wb-keys"><thead>{head}</thead><tbody>{rows}</tbody></table>')
