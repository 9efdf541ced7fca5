"""What the judgments say so far."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.records import Judgment
from workbench.records.judgment import UNDECIDED
from workbench.text import topic_key


def draw(desk: Workbench, standing: Sequence[Judgment]) -> None:  # noqa: ARG001  what it will be measured with
    """Draw the verdict on all standing judgments."""
    said = [one for one in standing if one.answer not in UNDECIDED]
    topics = len({topic_key(one.topic) for one in said})
    told = f"{plural(len(said), 'judgment')} on {plural(topics, 'topic')} so far." if said else "No judgment yet."
    st.html(f'<div class="wb"><b>Verdict so far</b><div class="wb-second">{told}</div></div>')
