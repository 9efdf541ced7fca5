"""`workbench run`: one topic, done in this process and stored; a killed one is taken up by the next worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.files import read_text, targets, write
from workbench.cli.output import Json, Sets, changes, opened, put, put_json, say, warn
from workbench.cli.score import day
from workbench.errors import BadRequest, StoreError, WorkbenchError
from workbench.text import counted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from workbench.compose import Workbench
    from workbench.records import Event, Finding, RunRecord

ENDED = ("done", "failed", "cancelled")
POLL_SECONDS = 0.05
LARGEST = 256 << 20  # bytes; a recording may hold some pages as base64


def run(
    topic: Annotated[str, typer.Argument(help="What the research is about.")] = "",
    engine: Annotated[str, typer.Option(help="ddg, corpus or recording; the setting engines_default otherwise.")] = "",
    recording: Annotated[Path | None, typer.Option(help="Replay the hits and pages of this JSON file.")] = None,
    record: Annotated[Path | None, typer.Option(help="Write this run as a recording to this file.")] = None,
    today: Annotated[str, typer.Option(help="The day that counts as today, YYYY-MM-DD.")] = "",
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(help="Write the result to this file instead of standard output.")] = None,
    sets: Sets = None,
) -> None:
    """Search, read, judge and render a topic; print the context."""
    from workbench.export import run_document

    given = changes(sets)
    _agree(engine, recording)
    targets(record, out, reads=(recording,))
    text = _recorded(recording) if recording else ""
    with opened() as bench:
        bench.store.refuse_frozen()
        _ready_for(bench, engine, given)
        warn(bench.store.settings.resolve(given).warnings)
        asked = day(today) if today else None

        def new() -> RunRecord:
            return bench.new_run(topic, engine=engine, today=asked, changes=given, recording=text)

        done = do_here(bench, new)
        document = run_document(done)
        result = _json(document) if as_json else done.context.text if done.context else ""
        written = out is not None and _written(out, lambda: result + "\n")
        if not written:
            put_json(document) if as_json else put(result)
        recorded = record is None or _written(record, lambda: _as_recording(bench, done))
        _close(done)
    if not recorded or (out and not written):
        raise typer.Exit(1)


def _agree(engine: str, recording: Path | None) -> None:
    """Refuse an engine that is not the one asked for by the recording, or that lacks it."""
    if engine == "recording" and recording is None:
        raise BadRequest("The engine recording needs its file: --recording FILE.")
    if recording and engine not in ("", "recording"):
        raise BadRequest(f"--engine {engine[:40]} and --recording contradict each other; give one of them.")


def _written(path: Path, text: Callable[[], str]) -> bool:
    """Whether the file holds the text now; why not is said, for the result of a run is not to be lost over it."""
    try:
        write(path, text())
    except (WorkbenchError, OSError) as error:
        told = f"{path} cannot be written: {error.strerror or error}." if isinstance(error, OSError) else str(error)
        say(told)
        return False
    say(f"Wrote {path}.")
    return True


def _recorded(path: Path) -> str:
    text = read_text(path, LARGEST)
    if not text:
        raise BadRequest(f"The recording cannot be read: {path} is empty.")
    return text


def do_here(bench: Workbench, new: Callable[[], RunRecord]) -> RunRecord:
    """Do a new run in this process, its progress said as it comes; the finished run comes out.

    It is made once the job engine stands, so that one that cannot be done is not left behind. The engine is left as it
    is: its slow end would hold up the result, and this process is about to end.
    """
    from workbench.jobs import engine, take
    from workbench.jobs.queue import jobs_url

    held = take(bench.workers, "cli")
    try:
        bench.register(held.name)
        engine.boot(jobs_url(bench.home), held.name, serving=False)
        record = new()
        try:
            _follow(bench, record, engine.start("context", record.id))
        except KeyboardInterrupt:
            bench.cancel(record.id)
            say(f"Cancelled. What was found is kept: workbench runs show {record.number}")
            raise
    finally:
        held.release()
    return bench.store.runs.get(record.id)


def _follow(bench: Workbench, record: RunRecord, work: Future[None]) -> None:
    """Say the progress of a run until it is over."""
    seen = 0
    while True:
        state = bench.store.runs.state(record.id)
        for number, event in bench.store.runs.events(record.id, seen):
            seen = number
            if line := told(event):
                say(line)
        if state in ENDED:
            return
        if work.done() and (fault := work.exception()):
            if isinstance(fault, StoreError) and bench.store.runs.get(record.id).context:
                say(str(fault))
                return
            raise fault  # the database refused even that the run has ended; a worker takes it up again
        time.sleep(POLL_SECONDS)


def told(event: Event) -> str:
    """An event as a line of progress; "" for those that only the desk shows."""
    detail: dict[str, Any] = event.detail
    match event.name:
        case "engine.answered":
            status = f" ({detail['status']})" if detail.get("status") else ""
            why = f": {detail['detail']}" if detail.get("detail") else ""
            return f"{detail['engine']}: {detail['outcome']}{status}, {counted(detail['results'], 'result')}{why}"
        case "page.done":
            what = counted(detail["characters"], "character") if detail["outcome"] == "ok" else detail["reason"]
            return f"  {detail['outcome']:<12} {detail['seconds']:.1f} s  {detail['url']}  {what}"
        case "judge.done":
            return f"judged: {counted(detail.get('kept', 0), 'source')} kept"
        case "run.failed":
            return f"failed: {detail.get('error', '')}"
        case _:
            return ""


def _ready_for(bench: Workbench, engine: str, given: dict[str, str]) -> None:
    """See that the corpus engine finds the sample in a new workbench."""
    import asyncio

    from workbench.installing import install_sample

    name = engine or bench.store.settings.resolve(given).settings.engines.default
    if name == "corpus" and (said := asyncio.run(install_sample(bench))):
        say(said)


def _json(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document, indent=2, allow_nan=False)


def _as_recording(bench: Workbench, done: RunRecord) -> str:
    from workbench.compose import posts_of
    from workbench.search import write_recording

    return write_recording(done, bench.store.blobs.get, posts_of(done, bench.store))


def _close(done: RunRecord) -> None:
    for finding in done.findings:
        say(notice(finding))
    if done.context and done.state in ("queued", "running"):
        say(f"The result is stored, and the next worker finishes run {done.number}: workbench worker --drain")
        raise typer.Exit(1)
    if done.state != "done":
        say(done.error or f"The run ended as {done.state}.")
        raise typer.Exit(1)
    if done.context and not done.context.web:
        say(_without_web(done))


def notice(finding: Finding) -> str:
    """A finding as one line; a body of several lines is left to `runs show`."""
    return f"Notice: {finding.title}." + (f" {finding.body.rstrip('.')}." if "\n" not in finding.body else "")


def _without_web(done: RunRecord) -> str:
    """Why no web page is cited, where no notice has said it, and what the context has instead."""
    left = "The context has no web section." if done.context and done.context.text else "The context is empty."
    results = sum(len(answer.hits) for answer in done.searched.answers) if done.searched else 0
    if done.findings:
        return left
    if not results:
        return f"The search found nothing. {left}"
    none = "The one result is no source" if results == 1 else f"None of the {results} results is a source"
    return f"{none}; workbench runs show {done.number} says why. {left}"
