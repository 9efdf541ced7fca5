"""Recordings made up for benchmarks: results of distinct words, pages that read well, faults at random."""

from __future__ import annotations

import json
import random
from typing import Any

LETTERS = "bcdfghjklmnprstvwz"
VOWELS = "aeiou"
FAULTS: tuple[dict[str, Any], ...] = (
    {"error": "timeout"},
    {"status": 403, "content_type": "text/html", "body": "<p>Sign in</p>"},
    {"status": 404, "content_type": "text/html", "body": "<p>Nothing here</p>"},
    {"status": 429, "content_type": "text/html", "body": "<p>Slow down</p>"},
    {"status": 200, "content_type": "image/png", "body": "PNG"},
    {"status": 200, "content_type": "text/html", "body": "<html><body><div id='root'></div></body></html>"},
    {"status": 200, "content_type": "application/pdf", "body": "%PDF-1.4 broken"},
)


def words(chance: random.Random, count: int) -> str:
    """Made-up words, hardly ever the same twice."""
    return " ".join(
        "".join(chance.choice(LETTERS) + chance.choice(VOWELS) for _ in range(chance.randint(2, 4)))
        for _ in range(count)
    )


def page(chance: random.Random) -> dict[str, Any]:
    """A page of six paragraphs."""
    paragraphs = "".join(f"<p>{words(chance, 60).capitalize()}.</p>" for _ in range(6))
    body = f"<html><head><title>{words(chance, 4)}</title></head><body><article>{paragraphs}</article></body></html>"
    return {"status": 200, "content_type": "text/html", "body": body}


def recording(seed: int, *, results: int = 5, failing: float = 0.0) -> str:
    """A recording of so many results, each of whose pages fails with that chance."""
    chance = random.Random(seed)
    hits = [
        {"url": f"https://host{place}-{seed}.example/page", "title": words(chance, 5), "snippet": words(chance, 35)}
        for place in range(results)
    ]
    pages = {hit["url"]: chance.choice(FAULTS) if chance.random() < failing else page(chance) for hit in hits}
    return json.dumps({"topic": words(chance, 4), "today": "2026-11-29", "hits": hits, "pages": pages, "posts": []})
