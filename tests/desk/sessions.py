"""The desk as one browser session sees it, without a browser, and runs done as a worker would."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from streamlit.testing.v1 import AppTest

from workbench.compose import Workbench
from workbench.records import STAGES, RunRecord, Stage

TOPIC = "air-source heat pumps in cold climates"
HOSTILE = "<img src=x onerror=alert(1)> **b** [x](javascript:alert(1)) $a^2$ :material/home: :red[x] www.evil.example"


def perform(bench: Workbench, record: RunRecord, *stages: Stage) -> None:
    """Do stages of a run here, as a worker would."""

    async def all_of_them() -> None:
        for stage in stages:
            await bench.perform(record.id, stage)

    asyncio.run(all_of_them())


def finish(bench: Workbench, record: RunRecord) -> RunRecord:
    """Do a run to its end."""
    perform(bench, record, *STAGES)
    bench.store.runs.set_state(record.id, "done")
    return bench.store.runs.get(record.id)


def hostile_run(bench: Workbench) -> RunRecord:
    """A finished run in which everything from the web is written to be more than text."""
    words = (
        "heat pumps in the cold, told in words enough to be no thin snippet at all",
        "frost on coils, and what one windy night does to a compressor that stands outside on bricks",
        "a boiler that was left in its cellar says nothing whatever of how warm the house became since",
    )
    hits = [
        {
            "url": f"https://evil{at}.example/<b>",
            "title": f"{HOSTILE} &lt;script&gt;",
            "snippet": f"{words[at]} <script>x</script>{HOSTILE}",
        }
        for at in range(3)
    ]
    pages = {
        hit["url"]: {"status": 200, "content_type": "text/plain", "body": f"<script>x</script> {HOSTILE} " * 20}
        for hit in hits[:2]
    }
    pages[hits[2]["url"]] = {"error": "timeout"}
    recording = json.dumps({"topic": f"heat {HOSTILE}", "today": "2026-11-29", "hits": hits, "pages": pages})
    return finish(bench, bench.new_run("", recording=recording))


@dataclass(frozen=True)
class Desk:
    """The desk as one browser session sees it, without a browser."""

    at: AppTest

    def open(self, page: str = "", **query: str) -> Desk:
        for name, value in query.items():
            self.at.query_params[name] = value
        self.at.run()
        if page:
            self.at.switch_page(page).run()
        return self.checked()

    def checked(self) -> Desk:
        assert not self.at.exception, [error.value for error in self.at.exception]
        return self

    def press(self, key: str) -> Desk:
        self.at.button(key=key).click().run()
        return self.checked()

    def unfold(self, key: str) -> Desk:
        """Open an expander."""
        self.at.session_state[key] = True
        return self.run()

    def run(self) -> Desk:
        self.at.run()
        return self.checked()

    @property
    def html(self) -> str:
        return "\n".join(element.proto.body for element in self.at.get("html"))

    @property
    def errors(self) -> list[str]:
        """The refusals, as a reader sees them."""
        return [error.value.replace("\\", "").replace("\u2060", "") for error in self.at.error]

    @property
    def buttons(self) -> dict[str, Any]:
        return {button.key: button for button in self.at.button if button.key}
