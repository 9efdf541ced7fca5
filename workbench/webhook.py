"""Findings as messages to a webhook in Discord's format; off unless the environment names its address.

The address is a secret: it is in no log, in no message and in no stored row.
"""

from __future__ import annotations

import asyncio
import json
import logging
from urllib.parse import urlsplit

from workbench.records import Finding
from workbench.text import one_line, visible

VARIABLE = "WORKBENCH_WEBHOOK_URL"
SECONDS = 5.0
LONGEST_TITLE, LONGEST_BODY = 256, 2000
COLOURS = {"info": 0x3F72B7, "warn": 0x8A5A08, "critical": 0xA83A32}

log = logging.getLogger("workbench.webhook")


def message(finding: Finding) -> dict[str, object]:
    """The JSON that Discord takes: one embed, no mention of anybody whatever the text says."""
    embed = {
        "title": one_line(visible(finding.title))[:LONGEST_TITLE],
        "description": visible(finding.body)[:LONGEST_BODY],
        "color": COLOURS[finding.severity],
        "footer": {"text": f"{finding.kind} · {finding.severity}"},
    }
    return {"username": "Research workbench", "embeds": [embed], "allowed_mentions": {"parse": []}}


async def send(address: str, finding: Finding, seconds: float = SECONDS) -> bool:
    """Post one finding within the time; a webhook that fails is logged and never ends a run."""
    address = address.strip()
    if not _is_address(address):
        log.warning("%s is no http or https address; nothing was sent", VARIABLE)
        return False
    import httpcore

    try:
        async with asyncio.timeout(seconds):
            status = await _post(address, json.dumps(message(finding)).encode())
    except (OSError, UnicodeError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
        log.warning("The webhook was not reached: %s", type(error).__name__)
        return False
    if status >= 300:
        log.warning("The webhook answered %s", status)
    return status < 300


async def _post(address: str, body: bytes) -> int:
    """The status of the answer; its body is left unread, and no library below writes the address to a log."""
    import httpcore

    headers = [("Content-Type", "application/json"), ("Connection", "close")]
    async with (
        httpcore.AsyncConnectionPool() as pool,
        pool.stream("POST", address, headers=headers, content=body) as answer,
    ):
        return int(answer.status)


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    known = parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0
    return known and address.isascii() and address.isprintable() and " " not in address
