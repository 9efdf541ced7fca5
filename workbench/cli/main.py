"""The command `workbench`: every command in its group; heavy libraries are imported where they are used."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import Any, NoReturn

import typer

from workbench.cli import (
    archive,
    corpus,
    excerpts,
    judge,
    measure,
    pages,
    pins,
    posts,
    presets,
    references,
    replay,
    rescue,
    rulings,
    run,
    runs,
    score,
    settings,
    sweep,
    system,
    why,
)
from workbench.cli.output import nowhere, say
from workbench.errors import BadRequest, WorkbenchError

app = typer.Typer(
    name="workbench",
    help="A topic becomes a research_context that a writer can cite; every step can be seen, replayed and tuned.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)
app.command("run")(run.run)
app.command("score")(score.score)
app.command("sweep")(sweep.sweep)
app.command("why")(why.why)
app.command("replay")(replay.replay)
app.command("flips")(replay.flips)
app.command("check")(pins.check)
app.command("measure")(measure.measure)
app.command("fit")(measure.fit)
app.command("fetch")(pages.fetch)
app.command("extract")(pages.extract)
app.command("ui")(system.ui)
app.command("worker")(system.worker)
app.command("backup")(system.backup)
app.command("doctor")(system.doctor)
settings.app.add_typer(presets.app, name="presets")
app.add_typer(settings.app, name="settings")
app.add_typer(posts.app, name="posts")
app.add_typer(references.app, name="references")
app.add_typer(corpus.app, name="corpus")
runs.app.command("rescue")(rescue.rescue)
runs.app.command("compare")(archive.compare)
runs.app.command("tag")(archive.tag)
runs.app.command("untag")(archive.untag)
runs.app.command("delete")(archive.delete)
runs.app.command("restore")(archive.restore)
runs.app.command("pin")(excerpts.pin)
runs.app.command("unpin")(excerpts.unpin)
app.add_typer(judge.app, name="judge")
app.add_typer(pins.app, name="pins")
app.add_typer(rulings.app, name="rulings")
app.add_typer(runs.app, name="runs")

FAILED, WRONG_CALL = 1, 2
_LONE = re.compile("[\ud800-\udfff]")  # how a byte comes that is no letter in the locale
_BATCH = "urls"


def call(arguments: list[str] | None = None) -> int:
    """Do one command; the exit code comes out: 0 done, 1 failed, 2 a wrong call. No fault shows a traceback."""
    try:
        code = _of_text(typer.main.get_command(app))(arguments, standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as stop:
        code = stop.exit_code
    except typer.Abort:
        say("Stopped.")
        return FAILED
    except typer.TyperException as error:
        say(f"{error.format_message()}\nTry 'workbench --help', or '--help' after a command.")
        return WRONG_CALL
    except BadRequest as error:
        say(str(error))
        return WRONG_CALL
    except WorkbenchError as error:
        say(str(error))
        return FAILED
    except OSError as error:
        sys.stdout = nowhere()  # whoever read us has gone, or the disk is full
        if not isinstance(error, BrokenPipeError):
            where = f"{error.filename}: " if error.filename else ""
            say(f"The system refused: {where}{error.strerror or error}.")
        return FAILED
    except KeyboardInterrupt:
        say("Stopped.")
        return FAILED
    code = code if isinstance(code, int) else 0
    return code if code in (0, WRONG_CALL) else FAILED


def _of_text(command: Any) -> Any:
    """The command, with every text that it is given seen to be text; a path may be what the file system holds.

    An address of a batch is left to the batch, which no bad item ends.
    """
    for inner in getattr(command, "commands", {}).values():
        _of_text(inner)
    act = command.callback

    def checked(**given: Any) -> Any:
        for name, value in given.items():
            if name == _BATCH:
                continue
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str) and _LONE.search(text):
                    raise BadRequest(f"{_called(command, name)} is not text in UTF-8: {text[:80]!a}.")
        return act(**given)

    if act is not None:
        command.callback = checked
    return command


def _called(command: Any, name: str) -> str:
    """An argument as a person types it: TOPIC or --tag."""
    opts = next((one.opts for one in command.params if one.name == name), [name])
    return opts[0] if opts[0].startswith("-") else opts[0].upper()


def main() -> NoReturn:
    """Do the command of this process and end it at once, whatever a library's thread still waits for."""
    sys.stdout, sys.stderr = sys.stdout or nowhere(), sys.stderr or nowhere()
    code = call()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
