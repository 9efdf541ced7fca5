"""Every number and list a person may change, typed, frozen and bounded."""

from workbench.settings.keys import FIELDS, JUDGED_BY, WEIGHTS, FieldSpec, flat, from_flat, judge_alike, spec
from workbench.settings.load import Resolved, defaults, read_file, resolve
from workbench.settings.model import (
    DeskSettings,
    EngineSettings,
    ResearchSettings,
    Settings,
    WebResearchSettings,
)
from workbench.settings.parse import Malformed, parse, to_text

__all__ = [
    "FIELDS",
    "JUDGED_BY",
    "WEIGHTS",
    "DeskSettings",
    "EngineSettings",
    "FieldSpec",
    "Malformed",
    "ResearchSettings",
    "Resolved",
    "Settings",
    "WebResearchSettings",
    "defaults",
    "flat",
    "from_flat",
    "judge_alike",
    "parse",
    "read_file",
    "resolve",
    "spec",
    "to_text",
]
