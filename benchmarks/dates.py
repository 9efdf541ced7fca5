"""Publication dates of real pages with human dates: ours beside htmldate, and each signal alone.

python benchmarks/dates.py             (pages from WORKBENCH_SHARED, else ../shared)
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import warnings
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path

from htmldate import find_date

from workbench.extract.read import read
from workbench.records import Page, Response

SHARED = Path(os.environ.get("WORKBENCH_SHARED", Path(__file__).parents[2] / "shared"))
DATA = SHARED / "data" / "dates"
TODAY = date(2026, 11, 29)
SIGNALS = ("json-ld", "meta", "url", "page")


def first(page: Page, signal: str) -> str:
    return next((str(claim.day) for claim in page.dates if claim.signal == signal and not claim.refused), "")


def measure(row: dict[str, str]) -> dict[str, str]:
    """The day that each way finds, "" for none."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    raw = gzip.decompress((DATA / row["file"]).read_bytes())
    page = read(Response(row["url"], "ok", content_type="text/html", body=raw), TODAY)
    return {
        "ours": str(page.published or ""),
        "htmldate original": find_date(raw, original_date=True, url=row["url"]) or "",
        "htmldate default": find_date(raw, url=row["url"]) or "",
        **{f"only {signal}": first(page, signal) for signal in SIGNALS},
    }


def main() -> None:
    rows = [json.loads(text) for text in (DATA / "dates.jsonl").read_text(encoding="utf-8").splitlines()]
    with ProcessPoolExecutor() as processes:
        found = list(processes.map(measure, rows))
    print(f"{len(rows)} pages; exact day of all, found at all, exact day of those found")
    for label in found[0]:
        days = [ways[label] for ways in found]
        right = sum(day == str(row["date"]).replace("nan", "") for day, row in zip(days, rows, strict=True))
        exact = sum(day == row["date"] for day, row in zip(days, rows, strict=True) if day)
        given = sum(map(bool, days))
        print(f"{label:18} {right / len(rows):.3f}  {given:4}  {exact / given:.3f}")


if __name__ == "__main__":
    main()
