"""The words in which the flow says what became of something."""

from __future__ import annotations

from typing import Literal, get_args

EngineOutcome = Literal["ok", "empty", "blocked", "rate_limited", "timeout", "error"]
PageOutcome = Literal[
    "ok", "invalid", "refused", "blocked", "rate_limited", "http_error",
    "timeout", "too_large", "not_text", "unreadable", "error",
]  # fmt: skip
State = Literal["kept", "thin", "duplicate", "filtered_domain", "unread", "over_limit"]
Stage = Literal["search", "read", "judge", "render"]
MergeReason = Literal["url", "ruling", "work id", "text"]
RunState = Literal["queued", "running", "interrupted", "done", "failed", "cancelled"]
Severity = Literal["info", "warn", "critical"]

RESCUED = "rescued"  # the flag of a page that a person gave
STATES: tuple[State, ...] = get_args(State)
STAGES: tuple[Stage, ...] = get_args(Stage)
