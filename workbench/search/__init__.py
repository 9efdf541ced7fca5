"""Engines: DuckDuckGo, the installed corpus, and the replay of a recording."""

from workbench.search.corpus import CorpusEngine, CorpusFetcher
from workbench.search.ddg import DuckDuckGo, proxy_in_use
from workbench.search.recording import RecordedEngine, RecordedFetcher, Recording, parse_recording
from workbench.search.writing import write_recording

__all__ = [
    "CorpusEngine",
    "CorpusFetcher",
    "DuckDuckGo",
    "RecordedEngine",
    "RecordedFetcher",
    "Recording",
    "parse_recording",
    "proxy_in_use",
    "write_recording",
]
