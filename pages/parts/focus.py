"""Puts the cursor where a person is about to write, once what they write in is drawn."""

from __future__ import annotations

import streamlit as st

_SCRIPT = """<script>{
let left = 60;
const tried = setInterval(() => {
  const line = document.querySelector(".st-key-%s textarea");
  line?.focus();
  if (document.activeElement === line || --left === 0) clearInterval(tried);
}, 50);
}</script>"""


def into(key: str) -> None:
    """Focus the text area with that key of ours; a dialog that takes the focus first gives it up."""
    st.html(_SCRIPT % key.replace(".", "-"), unsafe_allow_javascript=True)
