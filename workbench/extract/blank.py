"""The page that a response becomes before and without any text."""

from __future__ import annotations

from workbench.records import DateCandidate, Page, PageOutcome, Response
from workbench.text import safe

TEXT_CHARACTERS = 200_000  # the most that the settings let a run keep of a page


def kept(text: str) -> str:
    """The part of a text that is kept, safe to store; one character too many shows that there was more."""
    return safe(text[: TEXT_CHARACTERS + 1]).strip()


def described(
    response: Response,
    *,
    title: str = "",
    text: str = "",
    language: str = "",
    flags: tuple[str, ...] = (),
    dates: tuple[DateCandidate, ...] = (),
    truncated: bool = False,
) -> Page:
    """The page with what was read out of it."""
    return Page(
        response.url,
        "ok",
        final_url=response.final_url,
        status=response.status,
        content_type=response.content_type,
        title=title,
        text=text[:TEXT_CHARACTERS],
        language=language,
        truncated=response.truncated or truncated or len(text) > TEXT_CHARACTERS,
        flags=flags,
        dates=dates,
    )


def unreadable(response: Response, reason: str, outcome: PageOutcome = "unreadable", *, title: str = "") -> Page:
    """The page that gave no text, and why."""
    return Page(
        response.url,
        outcome,
        final_url=response.final_url,
        reason=reason,
        status=response.status,
        content_type=response.content_type,
        title=title,
        truncated=response.truncated,
    )


def passed_on(response: Response) -> Page:
    """The page of a response that had no body to read: its outcome and reason stand."""
    return unreadable(response, response.reason, response.outcome)
