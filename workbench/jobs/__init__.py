"""Durable runs: queued once, done stage by stage, taken up again after a kill."""

from workbench.jobs.kinds import Job, Open, Settled, register
from workbench.jobs.names import Names, alive, names_of, take
from workbench.jobs.queue import Jobs, jobs_url

__all__ = ["Job", "Jobs", "Names", "Open", "Settled", "alive", "jobs_url", "names_of", "register", "take"]
