"""One card an engine: what it is, how it answered lately, and what happens when it fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

import streamlit as st

from pages.parts import faults
from pages.parts.words import engine_name, plain_html, plural, said, seconds, when, zone
from workbench.compose import Workbench
from workbench.settings import Settings
from workbench.store import Answered

ICONS = {"ok": "check", "empty": "check", "blocked": "block", "rate_limited": "block", "timeout": "schedule"}


@faults.told("engines")
def draw(desk: Workbench) -> None:
    """Draw the three engines."""
    st.header("Engines", anchor=False)
    settings = desk.store.settings.resolve().settings
    answers = desk.store.track_record.answers()
    about = {
        "corpus": _corpus(desk.store.documents.count()),
        "ddg": _duck(settings),
        "recording": "Plays a recorded search again, with its pages. It opens no socket and is not tried again.",
    }
    for column, (engine, words) in zip(st.columns(3, gap="medium"), about.items(), strict=True):
        column.html(_card(engine, words, [one for one in answers if one.engine == engine]))


def _corpus(documents: int) -> str:
    if not documents:
        return "Answers from installed documents, of which there are none: add some with `workbench corpus add`."
    return f"Answers from {plural(documents, 'installed document')}. It opens no socket and is not tried again."


def _duck(settings: Settings) -> str:
    web = settings.web_research
    tries = plural(web.ddg_retry_attempts, "try", "tries")
    base = web.ddg_retry_base_delay_ms / 1000
    return (
        "DuckDuckGo without a key, through the package `ddgs`, which poses as a browser, whatever we do. A refusal is "
        f"reported as it is. A refusal or a fault has {tries} in all: {base:g} s and up to as much again by chance lie "
        "before the second, twice that before each further one. A timeout is not tried again. No breaker stands "
        "before it: every run asks anew."
    )


def _card(engine: str, words: str, answers: Sequence[Answered]) -> str:
    return (
        f'<section class="wb wb-engine" aria-label="{plain_html(engine_name(engine))}"><b>'
        f"{plain_html(engine_name(engine))}</b> <code>{engine}</code>{_lately(answers)}"
        f'<p class="wb-second">{said(words)}</p></section>'
    )


def _lately(answers: Sequence[Answered]) -> str:
    if not answers:
        return '<p class="wb-second">No answer in the stored runs.</p>'
    last, counts = answers[0], Counter(one.outcome for one in answers)
    told = ", ".join(f"{count:,} {outcome.replace('_', ' ')}" for outcome, count in counts.most_common())
    status = f", status {last.status}" if last.status else ""
    detail = f'<div class="wb-second wb-any">{plain_html(last.detail[:200])}</div>' if last.detail else ""
    return (
        f'<p><span class="wb-icon" aria-hidden="true">{ICONS.get(last.outcome, "warning")}</span> '
        f"Last: {plain_html(last.outcome.replace('_', ' '))}{status}, {plural(last.results, 'result')} in "
        f"{seconds(last.seconds)}, {when(last.at, zone(st.context.timezone))}.{detail}</p>"
        f"<p>Of the last {plural(len(answers), 'answer')}: {plain_html(told)}; "
        f"half took {seconds(median(one.seconds for one in answers))} or less.</p>"
    )
