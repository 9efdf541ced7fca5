"""Everything that is kept: settings, runs, bodies, documents, posts, findings."""

from workbench.store.archive import KEPT_DELETED, tag_of
from workbench.store.authors import LONGEST_AUTHOR, user
from workbench.store.blobs import Blobs, key_of
from workbench.store.damaged_rows import DamagedRow, way_out
from workbench.store.excerpts import ExcerptPin
from workbench.store.findings import StoredFinding
from workbench.store.opened import Store, open_store
from workbench.store.pins import NewPin
from workbench.store.places import database_url, home
from workbench.store.presets import Preset
from workbench.store.run_filters import ORDERS, SHOWN, Order, Shown, Wanted, asked, between, day_of
from workbench.store.run_lines import Facets, RunLine
from workbench.store.run_rows import RunSummary
from workbench.store.setting_versions import SettingVersion
from workbench.store.settings import is_reason
from workbench.store.sound_runs import DamagedRun, SoundRuns, damage
from workbench.store.track_record import Answered, HostRecord

__all__ = [
    "KEPT_DELETED",
    "LONGEST_AUTHOR",
    "ORDERS",
    "SHOWN",
    "Answered",
    "Blobs",
    "DamagedRow",
    "DamagedRun",
    "ExcerptPin",
    "Facets",
    "HostRecord",
    "NewPin",
    "Order",
    "Preset",
    "RunLine",
    "RunSummary",
    "SettingVersion",
    "Shown",
    "SoundRuns",
    "Store",
    "StoredFinding",
    "Wanted",
    "asked",
    "between",
    "damage",
    "database_url",
    "day_of",
    "home",
    "is_reason",
    "key_of",
    "open_store",
    "tag_of",
    "user",
    "way_out",
]
