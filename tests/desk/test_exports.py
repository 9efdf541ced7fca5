"""The menu of files: every format is offered, and none is made before it is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable
from zipfile import ZipFile

from streamlit.testing.v1 import AppTest

from pages.parts import exports
from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.export import FORMATS, FORMS, exported, file_name
from workbench.records import RunRecord

LABELS = [FORMATS[form].label for form in FORMS]


def test_a_run_offers_every_format_and_makes_none_while_it_is_drawn(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    files = [one.proto for one in shown.at.get("download_button") if "run.export." in one.proto.id]
    assert [one.label for one in files] == [*LABELS, "Markdown"]  # the last is the one with a key
    assert all(one.deferred_file_id and not one.url and one.ignore_rerun for one in files)


def test_several_runs_are_one_zip_a_format(bench: Workbench) -> None:
    def draw() -> None:
        from pages.parts import exports
        from pages.parts.session import bench

        exports.several(bench(), ["r1", "r2"])

    at = AppTest.from_function(draw, default_timeout=60).run()
    assert not at.exception
    assert [one.proto.label for one in at.get("download_button")] == LABELS
    assert all(one.proto.deferred_file_id for one in at.get("download_button"))


def test_the_zip_holds_the_runs_that_are_still_there(bench: Workbench, done: RunRecord) -> None:
    queued = bench.new_run("河川の水質", engine="corpus")
    for form in FORMS:
        held = exports._bundle(bench, (done.id, "gone", queued.id), form)
        with ZipFile(io.BytesIO(held)) as archive:
            runs = [bench.store.runs.get(run) for run in (done.id, queued.id)]
            names = [file_name(run, FORMATS[form].ending) for run in runs]
            assert archive.namelist() == names
            assert [archive.read(name) for name in names] == [exported(run, form, mark=True) for run in runs]
