"""How a lost result can be got back: in words, and by one step on the desk where there is one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from workbench.records import Dropped, RunRecord
from workbench.urls import covering, host_of

Step = Literal["", "Filters", "Limits", "threshold"]

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
    """The way back for one result."""
    match lost.state:
        case "over_limit":
            return Rescue("Read more pages.", "Limits")
        case "thin":
            return Rescue("Lower the shortest snippet that counts, in characters or words.", "Filters")
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
    members = (member for source in (run.judged.sources if run.judged else ()) for member in source.cluster)
    folded = next((member for member in members if member.hit == lost.hit), None)
    match folded.reason if folded else "url":
        case "ruling":
            return Rescue("A person ruled that both are the same; `workbench rulings withdraw` takes it back.")
        case "work id":
            return Rescue("Both addresses name one work; `workbench rulings apart` keeps both from the next run on.")
        case "text" if folded:
            return _of_alike(folded.similarity)
        case _:
            return Rescue("Nothing is lost: it is the same page under another address.")


def _of_alike(similarity: float) -> Rescue:
    if similarity >= 1:
        return Rescue("Nothing is lost: the snippets are the same, word for word.")
    value = min(1.0, math.floor(similarity * 100 + 1) / 100)
    return Rescue(f"Copies from {value:.2f} on keeps both.", "threshold", value)
