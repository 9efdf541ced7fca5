"""Files from a stored run: the same run gives the same bytes."""

from workbench.export.cells import read_csv
from workbench.export.document import dropped_entry, run_document, source_entry
from workbench.export.files import as_csv, as_json, as_markdown, file_name

__all__ = ["as_csv", "as_json", "as_markdown", "dropped_entry", "file_name", "read_csv", "run_document", "source_entry"]
