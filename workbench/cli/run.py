"""`workbench run`: one topic, done in this process and stored; a killed one is taken up by the next worker."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, say, warn
from workbench.cli.score import day
from workbench.errors import BadRequest

if TYPE_CHECKING:
    from workbench.compose import Workbench
    from workbench.records import Event, RunRecord

ENDED = ("done", "failed", "cancelled")
POLL_SECONDS = 0.05


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
    text = _recording(recording) if recording else ""
    for target in (record, out):
        _writable(target)
    with opened() as bench:
        _ready_for(bench, engine, given)
        warn(bench.store.settings.resolve(given).warnings)
        new = bench.new_run(topic, engine=engine, today=day(today) if today else None, changes=given, recording=text)
        done = do_here(bench, new)
        if record:
            _write(record, _as_recording(bench, done))
        document = run_document(done)
        result = _json(document) if as_json else done.context.text if done.context else ""
        if out:
            _write(out, result + "\n")
            say(f"Wrote {out}.")
        else:
            put_json(document) if as_json else put(result)
        _close(done)


def do_here(bench: Workbench, record: RunRecord) -> RunRecord:
    """Do a run in this process, its progress said as it comes; the finished run comes out."""
    from workbench.jobs import engine, take
    from workbench.jobs.queue import jobs_url

    held = take(bench.workers, "cli")
    bench.register(held.name)
    engine.boot(jobs_url(bench.home), held.name, serving=False)
    engine.start("context", record.id)
    seen = 0
    try:
        while True:
            state = bench.store.runs.state(record.id)
            for number, event in bench.store.runs.events(record.id, seen):
                seen = number
                if line := told(event):
                    say(line)
            if state in ENDED:
                break
            time.sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        bench.cancel(record.id)
        say(f"Cancelled. What was found is kept: workbench runs show {record.number}")
        raise
    finally:
        engine.shut_down()
        held.release()
    return bench.store.runs.get(record.id)


def told(event: Event) -> str:
    """An event as a line of progress; "" for those that only the desk shows."""
    detail: dict[str, Any] = event.detail
    match event.name:
        case "engine.answered":
            status = f" ({detail['status']})" if detail.get("status") else ""
            why = f": {detail['detail']}" if detail.get("detail") else ""
            return f"{detail['engine']}: {detail['outcome']}{status}, {detail['results']} results{why}"
        case "page.done":
            what = f"{detail['characters']:,} characters" if detail["outcome"] == "ok" else detail["reason"]
            return f"  {detail['outcome']:<12} {detail['seconds']:.1f} s  {detail['url']}  {what}"
        case "judge.done":
            return f"judged: {detail.get('kept', 0)} sources kept"
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


def _recording(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{path} cannot be read: {error}.") from error


def _writable(path: Path | None) -> None:
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise BadRequest(f"{path} cannot be written: name a file in a folder that exists.")


def _write(path: Path, text: str) -> None:
    from workbench.store.files import written_beside

    with written_beside(path) as beside:
        beside.write_text(text, encoding="utf-8")


def _json(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document, indent=2, allow_nan=False)


def _as_recording(bench: Workbench, done: RunRecord) -> str:
    from workbench.search import write_recording

    return write_recording(done, bench.store.blobs.get, bench.store.posts.list())


def _close(done: RunRecord) -> None:
    if done.state != "done":
        say(done.error or f"The run ended as {done.state}.")
        raise typer.Exit(1)
    if not (done.context and done.context.text):
        say("Nothing was found that a writer could cite; the context is empty.")
