"""Small flags, such as whether the sample was installed."""

from __future__ import annotations

from workbench.store.database import Database, upsert
from workbench.store.tables import MetaRow


class Meta:
    """The flags of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> str | None:
        """The value of a flag, if it was ever set."""
        with self._database.reading() as session:
            found = session.get(MetaRow, key)
            return found.value if found else None

    def set(self, key: str, value: str) -> None:
        """Set a flag."""
        with self._database.writing() as session:
            upsert(session, MetaRow, [{"key": key, "value": value}], ["key"])

    def claim(self, key: str) -> bool:
        """Set a flag that nobody has set; `False` if somebody has, so that of several at once one is told `True`."""
        with self._database.writing() as session:
            if session.get(MetaRow, key):
                return False
            upsert(session, MetaRow, [{"key": key, "value": "1"}], ["key"])
            return True
