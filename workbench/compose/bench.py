"""An opened workbench: it makes runs, queues them, and does their stages with what is real."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any

from workbench import webhook
from workbench.compose.pins import gate
from workbench.compose.snapshots import from_snapshot
from workbench.compose.world import RunBodies, Unkept, World, ways_of, web_fetcher
from workbench.errors import BadRequest, NotFound, StoreError
from workbench.gather import Gathered, Run, perform
from workbench.gather.reading import read_page
from workbench.jobs import Job, Jobs, Names, Open, Settled, alive, jobs_url, names_of, register, take
from workbench.library import matching, reference_map
from workbench.ports import Extractor, Fetcher, Reader
from workbench.records import STAGES, Context, Finding, Page, Reference, Response, RunRecord, RunState, Stage
from workbench.search import (
    parse_recording,
)
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.settings.model import ENGINES
from workbench.store import Store, home, key_of, open_store
from workbench.store.run_filters import OPEN
from workbench.text import clean_topic, quoted, safe
from workbench.tuning import lost_hit, moved, rescue
from workbench.urls import masked

CONTEXT = "context"
TAKEN_UP = "a worker takes it up once the queue can be used."
HERE = "here"  # the names of those that do a run without the queue begin so


class Workbench:
    """An opened workbench: what it keeps, the queue, and how its runs are done."""

    def __init__(self, store: Store, world: World | None = None) -> None:
        self.store = store
        self.world = world or World()
        self.home = home()
        self.jobs = Jobs(jobs_url(self.home))
        store.settings.gate = gate(store)

    @classmethod
    def open(cls) -> Workbench:
        """The workbench of this home, with its database made or brought up to date."""
        return cls(open_store())

    @property
    def workers(self) -> Names:
        """The names of the workers of the queue."""
        return names_of(jobs_url(self.home))

    @cached_property
    def extractor(self) -> Extractor:
        """The killable extraction workers that all runs of this process share."""
        if self.world.extract:
            return self.world.extract
        from workbench.extract.pool import ExtractorPool

        pool = ExtractorPool()
        pool.start()
        return pool

    def new_run(
        self,
        topic: str,
        *,
        engine: str = "",
        today: date | None = None,
        changes: Mapping[str, Any] | Settings | None = None,
        recording: str = "",
        posts: bool = True,
    ) -> RunRecord:
        """A queued run with the settings of this moment and the changes; the text of a recording is kept with it.

        Whole settings in place of changes are all that counts.
        """
        settings = changes if isinstance(changes, Settings) else self.store.settings.resolve(changes or {}).settings
        options = {} if posts else {"posts": "none"}
        if recording:
            recorded = parse_recording(recording)
            engine = "recording"
            topic = topic or recorded.topic
            today = today or recorded.today
            options["recording"] = key_of(recording.encode("utf-8", "replace"))
        engine = engine or settings.engines.default
        if engine not in ENGINES or (engine == "recording" and not recording):
            raise BadRequest(f"There is no engine {quoted(engine, 40)} to run; choose {' or '.join(ENGINES[:2])}.")
        return self.store.runs.create(
            clean_topic(topic),
            today or datetime.now(UTC).date(),
            engine,
            as_texts(settings),
            self.store.settings.version(),
            options,
            bodies=[recording.encode("utf-8", "replace")] if recording else [],
        )

    async def rescue(self, run: RunRecord, url: str, body: bytes, content_type: str) -> RunRecord:
        """A new run with the page that a person gave for a lost result; the given one stays as it was.

        Nothing is searched or fetched: the stored stages are judged and rendered again under the run's own settings.
        """
        hit = lost_hit(run, url)
        page = await self.extractor(Response(hit.url, "ok", content_type=content_type, body=body))
        if page.outcome != "ok":
            raise BadRequest(f"The text given for {url} could not be read: {page.reason}.")
        kept = replace(
            page,
            body_key=key_of(body),
            fetched_at=datetime.now(UTC),
            title=masked(page.title),
            text=masked(safe(page.text)),
        )
        again = rescue(run, hit, kept, from_snapshot(run.settings))
        starts = self.store.excerpts.starts(again.judged.sources)
        context = _moved(replace(run, judged=again.judged, context=again.context), starts)
        options = {**run.options, "rescued_from": run.id, "rescued": hit.url}
        new = self.store.runs.create(
            run.topic,
            run.today,
            run.engine,
            run.settings,
            run.settings_version,
            options,
            keeps=[*_blobs_of(run)],
            bodies=[body],
            stages={"search": again.searched, "read": again.reads, "judge": again.judged, "render": context},
        )
        return self.store.runs.get(new.id)

    def again(self, record: RunRecord) -> RunRecord:
        """A new run of the same topic on the same engine, with the settings of now; a recording is played again."""
        recording, today = "", None
        if record.engine == "recording":
            kept = self.store.blobs.get(record.options.get("recording", ""))
            if kept is None:
                raise BadRequest(f"The recording of run {record.number} is no longer stored; run it from its file.")
            recording, today = kept.decode("utf-8", "replace"), record.today
        posts = record.options.get("posts") != "none"
        return self.new_run(record.topic, engine=record.engine, today=today, recording=recording, posts=posts)

    def pin(self, run: RunRecord, url: str, start: int, author: str = "") -> RunRecord:
        """The run with the excerpt of a source moved; the pin is kept for every later render of that page's text."""
        return self.store.excerpts.set(run.id, url, start, author, _moved)

    def unpin(self, run: RunRecord, url: str) -> RunRecord:
        """The run with the excerpt of a source at the beginning of its page again."""
        return self.store.excerpts.set(run.id, url, None, "", _moved)

    def enqueue(self, record: RunRecord) -> None:
        """Let a worker do the run; where the queue cannot be used, `StoreError` says what becomes of the run."""
        try:
            self.jobs.enqueue(CONTEXT, record.id)
        except StoreError as error:
            raise StoreError(f"{error} Run {record.number} is kept: {TAKEN_UP}") from error

    def cancel(self, run_id: str) -> bool:
        """End a run for good; what it stored stays. `False` if it had ended.

        A queue that cannot be asked leaves the run as it is.
        """
        if self.store.runs.state(run_id) not in OPEN:
            return False
        self.jobs.statuses([run_id])
        if not self.store.runs.cancel(run_id):
            return False
        self.jobs.cancel(run_id)
        return True

    def delete(self, runs: Sequence[str]) -> list[str]:
        """Delete runs so that it can be undone; one that is not over is cancelled first. Those deleted come out."""
        for run_id in runs:
            with suppress(NotFound):
                self.cancel(run_id)
        return self.store.archive.hide(runs)

    def delete_for_good(self, runs: Sequence[str]) -> None:
        """Delete runs, also deleted ones, with what only they need; a queue that cannot be asked leaves all of them."""
        self.jobs.statuses(runs)
        self.delete(runs)
        for run_id in runs:
            self.store.runs.delete(run_id)
            self.jobs.forget(run_id)

    def state_of(self, run_id: str, stored: RunState) -> RunState:
        """Where a run really stands: `interrupted` if it was being done and its worker is gone."""
        if stored != "running":
            return stored
        taken = [event for _, event in self.store.runs.events(run_id) if event.name == "run.running"]
        worker = str(taken[-1].detail.get("worker", "")) if taken else ""
        return stored if worker and self._may_live(worker) else "interrupted"

    def interrupted(self) -> frozenset[str]:
        """The runs that were being done and whose workers are gone, found in one go."""
        begun = [one for one in self.store.runs.unfinished() if one.state == "running"]
        living = {name: self._may_live(name) for name in {one.worker for one in begun} if name}
        return frozenset(one.id for one in begun if not living.get(one.worker))

    def _may_live(self, worker: str) -> bool:
        """Whether a worker is alive; where that cannot be found out, what is stored is shown as it is."""
        try:
            return alive(self.workers, worker)
        except StoreError:
            return True

    def live_workers(self) -> list[str]:
        """The names of the workers that are alive, of the first few there can be."""
        return [name for name in (f"worker-{number}" for number in range(1, 9)) if alive(self.workers, name)]

    def job(self, worker: str) -> Job:
        """How a context run is done by the worker of that name."""

        async def stage(run_id: str, name: str) -> None:
            await self.perform(run_id, name)  # type: ignore[arg-type]

        def is_at_it(name: str) -> bool:
            """Whether another does the run; among those that go by the queue, the queue sees to that."""
            return HERE in (name.partition("-")[0], worker.partition("-")[0]) and alive(self.workers, name)

        def begin(run_id: str) -> bool:
            return self.store.runs.begin(run_id, worker, is_at_it)

        def settle(run_id: str, state: RunState, error: str) -> None:
            self.store.runs.set_state(run_id, state, error, worker)

        def unfinished() -> list[Open]:
            now = datetime.now(UTC)
            found = self.store.runs.unfinished()
            return [Open(one.id, one.state, one.worker, (now - one.at).total_seconds()) for one in found]

        return Job(STAGES, stage, begin, settle, unfinished)

    def register(self, worker: str) -> None:
        """Tell the job engine of this process how a context run is done, and warm what its stages need."""
        register(CONTEXT, self.job(worker))
        _ = self.extractor

    async def do(self, record: RunRecord) -> RunRecord:
        """Do a run here and now, without the queue; the finished run comes out, a fault is raised and stored."""
        held = take(self.workers, HERE)
        job = self.job(held.name)
        try:
            if job.begin(record.id):
                with Settled(job, record.id):
                    for stage in job.stages:
                        await job.perform(record.id, stage)
            elif self.store.runs.state(record.id) == "running":
                raise BadRequest(f"Run {record.number} is being done by a worker.")
        finally:
            held.release()
        return self.store.runs.get(record.id)

    async def perform(self, run_id: str, stage: Stage) -> None:
        """Do one stage of a run and store it in one transaction; a stage that is stored is left as it is.

        A fault of the database below a stage is raised: what came of it is not stored as if the world were so.
        """
        record = self.store.runs.get(run_id)
        if stage in record.stages_done or record.state == "cancelled":
            return
        before = Gathered(record.searched, record.read, record.judged, record.context)
        faults: list[StoreError] = []
        after = await perform(stage, before, self._world(record, faults))
        if faults:
            raise faults[0]
        left: Any = {"search": after.searched, "read": after.read, "judge": after.judged, "render": after.context}[
            stage
        ]
        seconds = dict(after.seconds)[stage]
        if self.store.runs.save_stage(run_id, stage, left, seconds, after.findings):
            await self._tell(after.findings, run_id)

    async def _tell(self, findings: Sequence[Finding], run_id: str) -> None:
        address = os.environ.get(webhook.VARIABLE, "")
        for finding in findings:
            fit = self.store.findings.emit(finding, run_id, datetime.now(UTC))
            if fit and address:
                await webhook.send(address, finding)

    def _world(self, record: RunRecord, faults: list[StoreError]) -> Run:
        settings = from_snapshot(record.settings)
        ways = ways_of(record, settings, self.store, self.world, faults)

        def references(topic: str) -> Sequence[Reference]:
            return matching(reference_map(settings.known_references_json), topic)

        def trace(name: str, detail: dict[str, Any]) -> None:
            self.store.runs.event(record.id, name, detail)

        reader = self.reader(ways.fetch, settings, run=record.id)
        starts, rulings = self.store.excerpts.starts, self.store.rulings.standing
        return Run(record.query, settings, (ways.engine,), reader, references, ways.posts, trace, starts, rulings)

    def reader(self, fetch: Fetcher, settings: Settings, *, keep: bool = True, run: str = "") -> Reader:
        """A reader over a fetcher: one deadline around the whole page, its raw body kept for the run that needs it.

        The extraction workers start with the first page that was fetched, if nobody warmed them before.
        """
        seconds = settings.web_research.fetch_timeout_seconds
        bodies = RunBodies(self.store.blobs, run) if keep else Unkept()

        async def extract(response: Response) -> Page:
            return await self.extractor(response)

        async def read(url: str) -> Page:
            return await read_page(url, fetch=fetch, extract=extract, bodies=bodies, seconds=seconds)

        return read

    def web_fetcher(self, settings: Settings) -> Fetcher:
        """The guarded way to the web."""
        return web_fetcher(settings, self.world)

    async def aclose(self) -> None:
        """End the extraction workers and give up every connection."""
        if "extractor" in self.__dict__ and not self.world.extract:
            await self.extractor.aclose()  # type: ignore[attr-defined]
        self.jobs.close()
        self.store.close()


def _moved(run: RunRecord, starts: Mapping[str, int]) -> Context:
    return moved(run, from_snapshot(run.settings), starts)


def _blobs_of(run: RunRecord) -> tuple[str, ...]:
    return tuple(key for key in (run.options.get("recording"),) if key)
