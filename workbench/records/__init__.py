"""The plain records of the flow: each keeps the one before it, so any citation can be walked back.

Dates are calendar days in UTC, positions count from 1 (the engine's first), scores and components lie in 0..1.
"""

from __future__ import annotations

from workbench.records.context import Context as Context
from workbench.records.context import Excerpt as Excerpt
from workbench.records.judgment import Judgment as Judgment
from workbench.records.library import Document as Document
from workbench.records.library import Post as Post
from workbench.records.library import PostChange as PostChange
from workbench.records.library import Reference as Reference
from workbench.records.pages import DateCandidate as DateCandidate
from workbench.records.pages import Page as Page
from workbench.records.pages import Read as Read
from workbench.records.pages import Response as Response
from workbench.records.pin import Pin as Pin
from workbench.records.ruling import Ruling as Ruling
from workbench.records.ruling import Verdict as Verdict
from workbench.records.run import Event as Event
from workbench.records.run import Finding as Finding
from workbench.records.run import RunRecord as RunRecord
from workbench.records.search import Answer as Answer
from workbench.records.search import Dropped as Dropped
from workbench.records.search import Hit as Hit
from workbench.records.search import Query as Query
from workbench.records.search import Searched as Searched
from workbench.records.sources import Components as Components
from workbench.records.sources import Judged as Judged
from workbench.records.sources import Member as Member
from workbench.records.sources import Source as Source
from workbench.records.states import RESCUED as RESCUED
from workbench.records.states import STAGES as STAGES
from workbench.records.states import STATES as STATES
from workbench.records.states import EngineOutcome as EngineOutcome
from workbench.records.states import MergeReason as MergeReason
from workbench.records.states import PageOutcome as PageOutcome
from workbench.records.states import RunState as RunState
from workbench.records.states import Severity as Severity
from workbench.records.states import Stage as Stage
from workbench.records.states import State as State
from workbench.records.values import dump as dump
from workbench.records.values import load as load
