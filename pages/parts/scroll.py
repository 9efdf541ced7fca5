"""Brings what is selected into view within its own scrolled box; the page itself stays where it is."""

from __future__ import annotations

from zlib import crc32

import streamlit as st

_SCRIPT = """<script>{
const [first, last] = ["%s", "%s"].map(one => document.querySelector("." + one)), box = last?.closest(".%s");
if (box) new ResizeObserver((_, watch) => {
  if (!box.clientHeight) return;
  watch.disconnect();
  const b = box.getBoundingClientRect(), top = first.getBoundingClientRect().top;
  if (top < b.top || last.getBoundingClientRect().bottom > b.bottom) box.scrollTop += top - b.top - %d;
}).observe(box);
}</script>"""


def into_view(first: str, last: str, box: str, drawn: str, above: int = 0) -> None:
    """Scroll the box of that class until it shows what stands from the first to the last of those classes.

    `drawn` is what the box shows: it scrolls again whenever that is another, for then its place is lost. A box that is
    folded away scrolls when it is seen. `above` pixels are left over the first. Nothing but our own class names and
    numbers goes into the script.
    """
    script = _SCRIPT % (first, last, box, above)
    st.html(f'<i data-drawn="{crc32(drawn.encode()):d}"></i>{script}', unsafe_allow_javascript=True)
