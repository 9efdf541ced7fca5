"""Zip files that are the same bytes whenever they hold the same."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_OWNER_READS_AND_WRITES = 0o600 << 16
_UNIX = 3


def zipped(files: Iterable[tuple[str, bytes]], at: datetime) -> bytes:
    """The named files in this order, all of one moment."""
    moment = (min(max(at.year, 1980), 2107), at.month, at.day, at.hour, at.minute, at.second)
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = ZipInfo(name, moment)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = _UNIX
            entry.external_attr = _OWNER_READS_AND_WRITES
            archive.writestr(entry, content)
    return out.getvalue()
