"""`workbench ui`, `worker`, `backup` and `doctor`: the processes, and whether all is well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.files import target
from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table, say
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.compose import Workbench


def ui(
    arguments: Annotated[list[str] | None, typer.Argument(help="Passed on to Streamlit after --.")] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the desk, on 127.0.0.1.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the desk in a browser.")] = True,
    sets: Sets = None,
) -> None:
    """Start the desk, with one worker beside it."""
    from workbench import desk

    changes(sets)
    _refuse_taken(port)
    with opened() as bench:
        bench.store.refuse_frozen()
        try:
            bench.jobs.info()
        except WorkbenchError as error:
            say(f"Warning: no run can be done. {error}")
        _sample(bench)
    desk.serve(port, arguments or [], browser=browser)


def _refuse_taken(port: int) -> None:
    import socket

    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            raise WorkbenchError(
                f"The desk cannot use port {port} ({error.strerror or error}); name another with --port."
            ) from error


def _sample(bench: Workbench) -> None:
    import asyncio

    from workbench.installing import install_sample

    if said := asyncio.run(install_sample(bench)):
        say(said)


def worker(
    child: Annotated[bool, typer.Option("--child", hidden=True)] = False,
    anew: Annotated[bool, typer.Option("--anew", hidden=True)] = False,
    drain: Annotated[bool, typer.Option("--drain", help="End when nothing is left to do.")] = False,
    sets: Sets = None,
) -> None:
    """Do queued runs, and those that a killed worker left, until told to stop."""
    from workbench.jobs import jobs_url, names_of
    from workbench.jobs import worker as work
    from workbench.store import home

    changes(sets)
    if anew:
        work.wait_for(names_of(jobs_url(home())), child=child)
    with opened() as bench:
        bench.store.refuse_frozen()
        work.serve(bench.workers, jobs_url(bench.home), bench.register, child=child, drain=drain)


def backup(
    file: Path,
    overwrite: Annotated[bool, typer.Option(help="Replace a file that is there.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Copy the live database to a file."""
    changes(sets)
    target(file)
    with opened() as bench:
        bench.store.backup(file, overwrite=overwrite)
    put_json({"file": str(file)}) if as_json else say(f"Wrote {file}.")


def doctor(as_json: Json = False, sets: Sets = None) -> None:
    """Versions, paths, database, queue, engines, models; secrets are only told to be set or not set."""
    changes(sets)
    from workbench.compose.doctor import around, inside

    report = around()
    try:
        with opened() as bench:
            report |= inside(bench)
    except WorkbenchError as error:
        report["database"] = {"fault": str(error)}
    put_json(report) if as_json else _tell(report)
    faults = [part["fault"] for part in (report["database"], report["queue"]) if "fault" in part]
    for fault in faults:
        say(fault)
    if faults:
        raise typer.Exit(1)


def _tell(report: dict[str, Any]) -> None:
    for title, part in report.items():
        if isinstance(part, dict) and part:
            put(title)
            put_table(("", "", ""), (("", key, value) for key, value in part.items()))
        elif part:
            put(f"{title}: {part}")
