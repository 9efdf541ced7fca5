"""Main text of real pages with human bodies: ours beside trafilatura's own modes.

python benchmarks/extraction.py        (pages from WORKBENCH_SHARED, else ../shared)
"""

from __future__ import annotations

import gzip
import json
import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import trafilatura

from workbench.extract.read import read
from workbench.records import Response

SHARED = Path(os.environ.get("WORKBENCH_SHARED", Path(__file__).parents[2] / "shared"))
DATA = SHARED / "data" / "extraction"
TODAY = date(2026, 11, 29)
SHINGLE = 4
Counts = tuple[float, float, float]


def ours(raw: bytes, url: str) -> str:
    return read(Response(url, "ok", content_type="text/html", body=raw), TODAY).text


def mode(**options: Any) -> Callable[[bytes, str], str]:
    def run(raw: bytes, url: str) -> str:
        return trafilatura.extract(raw, url=url, include_comments=False, **options) or ""

    return run


MODES: dict[str, Callable[[bytes, str], str]] = {
    "ours": ours,
    "precision, text": mode(favor_precision=True),
    "precision, Markdown": mode(favor_precision=True, output_format="markdown"),
    "default, text": mode(),
    "default, Markdown": mode(output_format="markdown"),
    "fast, text": mode(fast=True),
    "recall, text": mode(favor_recall=True),
}


def shingles(text: str) -> Counter[tuple[str, ...]]:
    tokens = re.findall(r"\w+", text)
    return (
        Counter(tuple(tokens[at : at + SHINGLE]) for at in range(max(1, len(tokens) - SHINGLE + 1)))
        if tokens
        else Counter()
    )


def counts(found: str, true: str) -> Counts:
    """True positives, false positives and false negatives, as shares of the larger side."""
    got, wanted = shingles(found), shingles(true)
    larger = max(got.total(), wanted.total()) or 1
    return (got & wanted).total() / larger, (got - wanted).total() / larger, (wanted - got).total() / larger


def measure(item: tuple[str, dict[str, str]]) -> dict[str, tuple[Counts, float]]:
    name, page = item
    raw = gzip.decompress((DATA / "html" / f"{name}.html.gz").read_bytes())
    found = {}
    for label, run in MODES.items():
        started = time.perf_counter()
        text = run(raw, page["url"])
        found[label] = counts(text, page["articleBody"]), time.perf_counter() - started
    return found


def line(label: str, pages: list[tuple[Counts, float]]) -> str:
    precision = statistics.mean(hit / (hit + false) if hit + false else 0 for (hit, false, _), _ in pages)
    recall = statistics.mean(hit / (hit + lost) if hit + lost else 0 for (hit, _, lost), _ in pages)
    f1 = 2 * precision * recall / (precision + recall)
    median = statistics.median(seconds for _, seconds in pages) * 1000
    return f"{label:22} F1 {f1:.4f}  P {precision:.4f}  R {recall:.4f}  median {median:4.0f} ms"


def main() -> None:
    truth = json.loads((DATA / "ground-truth.json").read_text(encoding="utf-8"))
    with ProcessPoolExecutor() as processes:
        measured = list(processes.map(measure, truth.items()))
    print(f"{len(measured)} pages")
    for label in MODES:
        print(line(label, [page[label] for page in measured]))


if __name__ == "__main__":
    main()
