"""Every notebook runs from top to bottom on the sample corpus, in an empty home, and prints what it is about."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
PRINTED = {
    "01_a_topic_step_by_step": ("VERIFIED REFERENCE LINKS",),
    "02_tuning_weights": (
        "`blog.warmhouse.example` passes `energy.gov.example`",
        "`news.gridwatch.example` is a source now.",
        "v2, notebook: the engine's own order counts for more",
        "Run 2, settings v2: ['blog.warmhouse.example', 'energy.gov.example', 'docs.heatlab.example']",
    ),
    "03_replay_study": (
        "181 tiers, 638 sources.",
        "without search rank                102           29       57        9           7      0                 42",
        "with search rank, 0.40               8            5        3        0           0      0                  5",
        "without search rank: 102 of 181 tiers have another first source than the engine's;",
        "29 of them by credibility, 42 by a margin under 0.03.",
        "With search rank at 0.00, 95 of 181 runs get another first source",
    ),
    "04_fit_weights": (
        "140 judgments, 0 bad rows.",
        "The fitted weights agree with 94% of held-out answers, the current ones with 77%. No topic gets worse.",
        "10 topics get better, 0 worse.",
        "RBO of both rankings: 0.877",
        "green: `bun.com` above `dev.to`",
        "Saved as v1. Restored as v2.",
        "Not enough evidence, keep the current weights.",
    ),
}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_an_error_and_prints_what_it_shows(path: Path, home: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(home)}}).execute()
    printed = "".join(
        output.get("text", "") for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    )
    assert [words for words in PRINTED[path.stem] if words not in printed] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_is_stored_in_a_notebook(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert [cell.id for cell in notebook.cells if cell.get("outputs") or cell.get("execution_count")] == []


def test_there_are_the_notebooks_that_are_said_to_print_something() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(PRINTED)
