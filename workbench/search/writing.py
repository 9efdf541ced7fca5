"""A stored run as the recording that replays it: the same hits, outcomes and pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from typing import Any

from workbench.records import RESCUED, Answer, Hit, Page, Post, RunRecord, dump
from workbench.signals.statuses import outcome_of
from workbench.urls import masked


def write_recording(run: RunRecord, body_of: Callable[[str], bytes | None], posts: Iterable[Post] = ()) -> str:
    """The JSON text of a run; `body_of` finds a raw body by its key."""
    reads = run.read or ()
    data = {
        "topic": run.topic,
        "today": run.today.isoformat(),
        "hits": _hits(run.searched.answers if run.searched else ()),
        "pages": {read.hit.url: _page(read.page, body_of(read.page.body_key)) for read in reads if read.page},
        "posts": [{"title": post.title, "slug": post.slug, "status": post.status} for post in posts],
        **_by_people(run),
    }
    return json.dumps(data, indent=2) + "\n"


def _by_people(run: RunRecord) -> dict[str, Any]:
    """What people ruled on copies, and which pages they gave; nothing where nobody did."""
    rulings = [dump(ruling) for ruling in run.judged.rulings] if run.judged else []
    given = [read.hit.url for read in run.read or () if read.page and RESCUED in read.page.flags]
    return ({"rulings": rulings} if rulings else {}) | ({"rescued": given} if given else {})


def _hits(answers: Iterable[Answer]) -> Any:
    said = list(answers)
    hits = [hit for answer in said for hit in answer.hits]
    lost = next((answer for answer in said if answer.outcome not in ("ok", "empty")), None)
    if hits or lost is None:
        return [_hit(hit) for hit in sorted(hits, key=lambda hit: hit.position)]
    status = {} if lost.status is None else {"status": lost.status}
    return {"outcome": lost.outcome, **status, **({"detail": lost.detail} if lost.detail else {})}


def _hit(hit: Hit) -> dict[str, str]:
    published = {"published": hit.published.isoformat()} if hit.published else {}
    return {"url": hit.url, "title": hit.title, "snippet": hit.snippet, **published}


def _page(page: Page, body: bytes | None) -> dict[str, Any]:
    extra: dict[str, Any] = {}
    if page.final_url and page.final_url != page.url:
        extra["final_url"] = page.final_url
    if body and page.status == 200:
        return {"status": 200, "content_type": page.content_type, **_body(body), **extra, **_kept(page)}
    if page.reason:
        extra["reason"] = page.reason
    if page.outcome == "ok":
        return {"status": 200, "content_type": "text/plain; charset=utf-8", **_body(page.text.encode()), **extra}
    if page.status is not None and outcome_of(page.status) == page.outcome:
        return {"status": page.status, **extra}
    status = {} if page.status is None else {"status": page.status}
    return {"error": page.outcome, **status, **extra}


def _body(body: bytes) -> dict[str, str]:
    try:
        return {"body": masked(body.decode("utf-8"))}
    except UnicodeDecodeError:
        return {"body_base64": base64.b64encode(body).decode("ascii")}


def _kept(page: Page) -> dict[str, Any]:
    modified = next((date.text for date in page.dates if date.signal == "http"), "")
    return ({"truncated": True} if page.truncated else {}) | ({"modified": modified} if modified else {})
