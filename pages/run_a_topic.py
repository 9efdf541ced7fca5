"""Run a topic: what is asked, how the run goes, and what came of it."""

from __future__ import annotations

from pages.parts import asked, ended, faults, finished, live, lost, topic
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    run, fault = asked.run(desk)
    state = desk.state_of(run.id, run.state) if run else None

    topic.line(desk, busy=state in live.BUSY, first=not (run and state == "done" and lost.to_rescue(run)))
    if run is None:
        topic.empty(desk, fault)
    elif state in live.BUSY:
        live.draw(desk, run.id)
    elif state == "done":
        finished.draw(desk, run)
    else:
        ended.draw(desk, run)
    if run:
        asked.shown(run)
