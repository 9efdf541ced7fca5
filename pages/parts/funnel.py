"""The funnel: a block for each result, grouped by the state it ended in; the counts add up to the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from pages.parts.words import STATE_WORDS, plural
from workbench.records import Dropped, RunRecord, State

MOST_BLOCKS = 40


def dropped(run: RunRecord) -> tuple[Dropped, ...]:
    """Every result that is no source."""
    return (*(run.searched.dropped if run.searched else ()), *(run.judged.dropped if run.judged else ()))


def counted(run: RunRecord) -> dict[State, int]:
    """How many results ended in each state, in the order of the funnel."""
    found: Counter[State] = Counter(one.state for one in dropped(run))
    found["kept"] = len(run.judged.sources) if run.judged else 0
    return {state: found[state] for state in STATE_WORDS if found[state]}


def sentence(counts: Mapping[State, int]) -> str:
    """The counts in words."""
    said = ", ".join(f"{count:,} {STATE_WORDS[state]}" for state, count in counts.items())
    return f"{plural(sum(counts.values()), 'result')}: {said}"


def draw(counts: Mapping[State, int]) -> None:
    """Draw the blocks; above forty they become lengths."""
    if not counts:
        return
    lengths = sum(counts.values()) > MOST_BLOCKS
    groups = "".join(_group(state, count, lengths=lengths) for state, count in counts.items())
    st.html(f'<div class="wb wb-funnel" role="img" aria-label="{sentence(counts)}">{groups}</div>')


def _group(state: State, count: int, *, lengths: bool) -> str:
    blocks = f'<i class="wb-block wb-{state}"></i>' * (1 if lengths else count)
    return (
        f'<div class="wb-group" style="flex:{count} 1 0"><div class="wb-blocks">{blocks}</div>'
        f"<div><b>{count:,}</b> <span>{STATE_WORDS[state]}</span></div></div>"
    )
