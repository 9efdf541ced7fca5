"""Warm extraction workers, so that no page of one second waits for them to start."""

from __future__ import annotations

import asyncio

import pytest

from tests.compose.benches import extractor
from workbench.records import Response


@pytest.fixture(scope="package", autouse=True)
def _warm_workers() -> None:
    warm = Response("https://good.example/", "ok", content_type="text/plain", body=b"Nine sites.")
    asyncio.run(extractor()(warm))
