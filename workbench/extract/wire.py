"""The lines between the pool and a worker: a response and a day go in, a page comes out, both as JSON."""

from __future__ import annotations

import base64
import json
from dataclasses import fields, replace
from datetime import date

from workbench.records import Page, Response, dump, load


def question(response: Response, today: date) -> bytes:
    """One line that asks for the page of a response."""
    plain = {field.name: getattr(response, field.name) for field in fields(response) if field.name != "body"}
    body = base64.b64encode(response.body).decode()
    return json.dumps({"today": today.isoformat(), "response": plain, "body": body}).encode() + b"\n"


def asked(line: bytes) -> tuple[Response, date]:
    """The response and the day that a line asks about."""
    data = json.loads(line)
    response = replace(Response(**data["response"]), body=base64.b64decode(data["body"]))
    return response, date.fromisoformat(data["today"])


def answer(page: Page) -> bytes:
    """One line that holds a page."""
    return json.dumps(dump(page), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def answered(line: bytes) -> Page:
    """The page that a line holds; a line that holds none raises `ValueError`."""
    return load(Page, json.loads(line))
