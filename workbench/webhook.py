"""Findings as messages to a webhook in Discord's format; off unless the environment names its address."""

from __future__ import annotations

import logging

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


async def send(address: str, finding: Finding) -> bool:
    """Post one finding; a webhook that fails is logged and never ends a run."""
    import httpx

    try:
        async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
            answer = await client.post(address, json=message(finding))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.warning("The webhook was not reached: %s", type(error).__name__)
        return False
    if answer.status_code >= 300:
        log.warning("The webhook answered %s", answer.status_code)
    return answer.status_code < 300
