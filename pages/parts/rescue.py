"""How a lost result can be got back: in words, and by one step on the desk where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workbench.compose import from_snapshot
from workbench.records import Dropped, Member, RunRecord
from workbench.settings import Settings
from workbench.tuning import advice
from workbench.urls import covering, host_of

Step = Literal["", "Filters", "Limits", "threshold"]

DIGITS = 2  # of the slider

BY_PAGE = {
    "blocked": "Open the page by hand and give it here, or add a copy with `workbench corpus add`.",
    "rate_limited": "Run again later; the site asked for fewer requests.",
    "timeout": "Give pages more time in the limits, or run again.",
    "too_large": "Give a shorter copy here, or add one with `workbench corpus add`.",
    "http_error": "Run again later, or give its page here.",
    "refused": "The guard lets no page on a private address or an odd port be read; more ports are a limit.",
}
ANY_PAGE = "Give its page here, or add a copy with `workbench corpus add`."


@dataclass(frozen=True, slots=True)
class Rescue:
    """What to do; `step` names the group of settings, or the threshold with its `value`."""

    words: str
    step: Step = ""
    value: float = 0.0


def rescue(lost: Dropped, run: RunRecord) -> Rescue:
    """The way back for one result; what a changed setting or ruling would bring is judged before it is said."""
    match lost.state:
        case "over_limit":
            return Rescue("Read more pages.", "Limits")
        case "thin":
            found = advice.setting(lost, None, run, from_snapshot(run.settings))
            tail = f": {found.otherwise}" if found else ""
            return Rescue(f"Lower the shortest snippet that counts, in characters or words{tail}.", "Filters")
        case "filtered_domain":
            return Rescue(f"Take `{_entry(lost, run)}` off the blocked hosts.", "Filters")
        case "duplicate":
            return _of_copy(lost, run)
        case _:
            return _of_page(lost)


def _entry(lost: Dropped, run: RunRecord) -> str:
    blocked = str(run.settings.get("research_blocked_domains", "")).split(",")
    host = host_of(lost.hit.url)
    return covering(host, set(blocked)) or host


def _of_page(lost: Dropped) -> Rescue:
    outcome = lost.reason.removeprefix("unread: ").partition(",")[0]
    step: Step = "Limits" if outcome == "timeout" else ""
    return Rescue(BY_PAGE.get(outcome, ANY_PAGE), step)


def _of_copy(lost: Dropped, run: RunRecord) -> Rescue:
    folded = advice.member_of(lost, run.judged) if run.judged else None
    settings = from_snapshot(run.settings)
    match folded.reason if folded else "url":
        case "ruling":
            came = advice.withdrawn(lost, run, settings)
            return Rescue(f"A person ruled that both are the same; with `workbench rulings withdraw` {came}.")
        case "work id":
            came = advice.apart(lost, run, settings)
            return Rescue(f"Both addresses name one work; with `workbench rulings apart` {came}.")
        case "text" if folded:
            return _of_alike(lost, folded, run, settings)
        case _:
            return Rescue("Nothing is lost: it is the same page under another address.")


def _of_alike(lost: Dropped, folded: Member, run: RunRecord, settings: Settings) -> Rescue:
    """The slider's value that parts the two, where it makes the copy a source."""
    if folded.similarity >= 1:
        return Rescue("Nothing is lost: the snippets are the same, word for word.")
    value, came = advice.unlike(lost, folded, run, settings, DIGITS)
    if not value:
        return Rescue(f"No threshold keeps both: {came}.")
    words = f"With copies from {value:.{DIGITS}f} on {came}."
    return Rescue(words, "threshold", value) if came.rank else Rescue(words)
