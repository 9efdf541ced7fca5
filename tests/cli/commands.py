"""Runs a command in this process: its exit code, and what it printed."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from typing import Any

from workbench.cli.main import call
from workbench.jobs import engine


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def command(*arguments: object) -> Done:
    """Do `workbench ARGUMENTS` here."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = call([str(argument) for argument in arguments])
        engine.shut_down()  # a process of its own would end here
    return Done(code, out.getvalue(), err.getvalue())
