"""The desk as one browser session sees it, without a browser, and runs done as a worker would."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from streamlit.testing.v1 import AppTest

from workbench.compose import Workbench
from workbench.records import STAGES, RunRecord, Stage

TOPIC = "air-source heat pumps in cold climates"


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
