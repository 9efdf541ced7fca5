"""Every notebook runs from top to bottom on the sample corpus, in an empty home."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.timeout(240)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_an_error(path: Path, home: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(home)}}).execute()
    printed = [output.get("text", "") for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("VERIFIED REFERENCE LINKS" in text for text in printed)
    assert notebook.cells


def test_there_is_a_notebook() -> None:
    assert [path.name for path in NOTEBOOKS][:1] == ["01_a_topic_step_by_step.ipynb"]
