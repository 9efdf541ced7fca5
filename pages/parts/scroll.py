"""Brings what is selected into view within its own scrolled box; the page itself stays where it is."""

from __future__ import annotations

import streamlit as st

_SCRIPT = """<script>{
const inner = document.querySelector(".%s"), box = inner?.closest(".%s");
if (box) {
  const a = inner.getBoundingClientRect(), b = box.getBoundingClientRect();
  if (a.top < b.top || a.bottom > b.bottom) box.scrollTop += a.top - b.top - 32;
}
}</script>"""


def into_view(inner: str, box: str, at: int) -> None:
    """Scroll the box of that class to the element of that class; `at` says which one it is now.

    Nothing but our own class names and the number goes into the script.
    """
    st.html(f'<i data-at="{at:d}"></i>{_SCRIPT % (inner, box)}', unsafe_allow_javascript=True)
