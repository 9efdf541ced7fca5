"""Health: engines, hosts, jobs, findings, the database, and every key."""

from __future__ import annotations

from pages.parts import (
    faults,
    health_checks,
    health_engines,
    health_findings,
    health_head,
    health_hosts,
    health_jobs,
    keys,
)
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    work = health_jobs.read(desk)
    health_head.draw(desk, work)
    health_jobs.draw(work)
    health_engines.draw(desk)
    health_hosts.draw(desk)
    health_findings.draw(desk)
    health_checks.draw(desk)
    keys.draw()
