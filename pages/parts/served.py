"""The desk as the server runs it: `app.py`, never in a frame of another site, and no fault without a sentence."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.pages_manager import PagesManager

from pages.parts import faults

HOSTS = ["127.0.0.1", "localhost"]
HEADERS = (
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


class Unframed:
    """Tells every browser that no other site may show these pages, nor learn of them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)


# What st.navigation sets when it first runs: until then the files of pages/ would be served without app.py.
PagesManager.uses_pages_directory = False

app = st.App(
    Path(__file__).parents[2] / "app.py",
    middleware=[Middleware(Unframed), Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS, www_redirect=False)],
    on_script_error=faults.unforeseen,
)
