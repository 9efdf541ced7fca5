"""Files from a stored run: the same run gives the same bytes."""

from workbench.export.document import dropped_entry, run_document, source_entry
from workbench.export.files import FORMATS, FORMS, Form, as_csv, as_json, bundled, exported, file_name
from workbench.export.markdown import as_markdown
from workbench.export.table import Row, read_csv, table

__all__ = [
    "FORMATS", "FORMS", "Form", "Row", "as_csv", "as_json", "as_markdown", "bundled", "dropped_entry", "exported",
    "file_name", "read_csv", "run_document", "source_entry", "table",
]  # fmt: skip
