"""Everything that is kept: settings, runs, bodies, documents, posts, findings."""

from workbench.store.blobs import Blobs, key_of
from workbench.store.findings import StoredFinding
from workbench.store.opened import Store, open_store
from workbench.store.places import database_url, home
from workbench.store.run_rows import RunSummary
from workbench.store.setting_versions import SettingVersion

__all__ = [
    "Blobs",
    "RunSummary",
    "SettingVersion",
    "Store",
    "StoredFinding",
    "database_url",
    "home",
    "key_of",
    "open_store",
]
