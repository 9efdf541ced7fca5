"""When two sources of a run swap: by each weight, by a tier; and how much each slot of its ranking bears."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, tuning_lines, tuning_runs, tuning_under
from pages.parts.bars import swatch
from pages.parts.theme import NAMES
from pages.parts.tuning_lines import Swaps
from pages.parts.tuning_runs import Chosen
from pages.parts.words import MISSING, plain_html, said
from workbench.compose import Workbench
from workbench.records import Source
from workbench.text import shown
from workbench.tuning import rescore
from workbench.tuning.swaps import head
from workbench.urls import names


@st.fragment
@faults.told("flips")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw the choice of a run and of two of its sources, and what swaps them."""
    run = tuning_runs.one(desk, chosen, "flips")
    if run is None:
        return
    under, run, settings = tuning_under.draw(desk, run, "flips")
    sources = rescore(run, settings).judged.sources
    if len(sources) < 2:
        st.html('<div class="wb"><p>Two sources are needed; under these settings the run has fewer.</p></div>')
        return
    pair = _pair(f"{run.id}.{under}", sources)
    if pair[0] == pair[1]:
        st.html('<div class="wb"><p>Choose two different sources.</p></div>')
        return
    held = tuning_lines.swaps(run, settings, pair)
    lead = head(held.found, settings.research)
    above, below = map(plain_html, names((held.found.above.url, held.found.below.url)).values())
    st.html(
        f'<div class="wb wb-answer"><code>{above}</code> leads <code>{below}</code> by {lead} '
        f"under the settings {tuning_under.NAMES[under]}. {said(tuning_lines.tier(held.found))}</div>"
    )
    left, right = st.columns([1, 1], gap="large")
    with left:
        st.html(_weights(held))
    with right:
        weight = _weight(held)
        tuning_lines.chart(held, weight, "tuning.flips.lines")
    st.header("How much each slot bears", anchor=False)
    st.html(_slots(held))


def _pair(of: str, sources: tuple[Source, ...]) -> tuple[str, str]:
    """Draw the choice of two sources; `of` names what they are the sources of."""
    named = names(source.url for source in sources)
    told = {
        one.url: f"{place} · {named[one.url]} · {shown(one.read.hit.title)}" for place, one in enumerate(sources, 1)
    }
    urls = list(told)
    found = [
        column.selectbox(
            name, urls, index=at, format_func=lambda url: told.get(url, url), key=f"tuning.flips.{of}.{at}"
        )
        for at, (column, name) in enumerate(zip(st.columns(2), ("One source", "The other"), strict=True))
    ]
    return found[0] or urls[0], found[1] or urls[1]


def _weight(held: Swaps) -> int:
    """Draw the choice of the weight; the one that is nearest to a swap comes first."""
    near = [min((abs(flip.value - line.now) for flip in line.flips), default=9e9) for line in held.found.weights]
    picked = st.pills(
        "Lines over the weight of",
        list(range(len(NAMES))),
        default=near.index(min(near)),
        required=True,
        format_func=NAMES.__getitem__,
        key=f"tuning.flips.weight.{near.index(min(near))}",
        wrap=True,
    )
    return int(picked or 0)


def _weights(held: Swaps) -> str:
    rows = "".join(
        f"<tr><td class='wb-nowrap'>{swatch(at)} {NAMES[at]}</td><td class='wb-end'>{line.now:.2f}</td>"
        f"<td>{said(tuning_lines.sentence(held, at).partition(';')[0].rstrip('.') + '.')}</td></tr>"
        for at, line in enumerate(held.found.weights)
    )
    head = '<tr><th>Weight</th><th class="wb-end">now</th><th>They swap</th></tr>'
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _slots(held: Swaps) -> str:
    rows, told = [], names(url for slot in held.slots for url in (slot.url, slot.then) if url)
    for slot in held.slots:
        name = plain_html(told[slot.url])
        if slot.radius is None:
            bears, then = MISSING, "No single weight gives it to another."
        else:
            taker = f"<code>{plain_html(told[slot.then])}</code> takes it" if slot.then else "it is empty"
            bears, then = f"{slot.radius:.1%}", f"With {slot.weight} at {slot.value:.3f} {taker}."
        rows.append(
            f"<tr><td>{slot.slot}</td><td class='wb-whole'>{name}<div class='wb-second'>{then}</div></td>"
            f"<td class='wb-end wb-nowrap'>{bears}</td></tr>"
        )
    head = (
        '<tr><th>Slot</th><th>Source, and who takes the slot</th><th class="wb-end wb-nowrap">Bears less than</th></tr>'
    )
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'
