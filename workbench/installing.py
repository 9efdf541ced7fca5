"""Brings documents into the corpus, and the sample corpus into an empty workbench."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.compose import Workbench
from workbench.errors import BadRequest
from workbench.library.documents import files_under, read_document
from workbench.records import Document, Post, Response
from workbench.settings.kinds import reference_map

SAMPLE = Path(__file__).parent / "sample"
_FLAG = "sample_installed"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic that the sample documents answer."""

    slug: str
    title: str
    about: str
    shows: str


@dataclass(frozen=True, slots=True)
class Added:
    """How many documents were added, and a sentence for each file that was not."""

    count: int
    refused: tuple[str, ...] = ()


def sample_topics() -> tuple[Topic, ...]:
    """The topics of the sample corpus."""
    return tuple(
        Topic(**entry) for entry in tomllib.loads((SAMPLE / "topics.toml").read_text(encoding="utf-8"))["topic"]
    )


async def add_files(bench: Workbench, paths: Iterable[Path], topic: str = "") -> Added:
    """Add every document under the paths; one that cannot be read never ends the others."""
    files, missing = _found(paths)
    documents, refused = _read(files, topic=topic)
    texts = await _hidden_texts(bench, documents)
    return Added(bench.store.documents.add(documents, texts) if documents else 0, (*missing, *refused))


def _found(paths: Iterable[Path]) -> tuple[list[tuple[Path, str]], tuple[str, ...]]:
    files: list[tuple[Path, str]] = []
    refused = []
    for path in paths:
        try:
            files += files_under([path])
        except BadRequest as error:
            refused.append(str(error))
        except OSError as error:
            refused.append(f"{path} cannot be read: {error.strerror or error}.")
    return files, tuple(refused)


def _read(
    files: Sequence[tuple[Path, str]], *, sample: bool = False, topic: str = ""
) -> tuple[list[Document], tuple[str, ...]]:
    documents, refused = [], []
    for path, name in files:
        try:
            found = read_document(path, name, sample=sample)
        except BadRequest as error:
            refused.append(str(error))
            continue
        documents.append(_on_topic(found, topic) if topic else found)
    return documents, tuple(refused)


def _on_topic(document: Document, topic: str) -> Document:
    return replace(document, topic=document.topic or topic)


async def _hidden_texts(bench: Workbench, documents: Sequence[Document]) -> Mapping[str, str]:
    """The words of the documents whose bytes hide them, for the index."""
    hidden = [one for one in documents if one.content_type == "application/pdf"]

    async def words(one: Document) -> tuple[str, str]:
        page = await bench.extractor(Response(one.url, "ok", content_type=one.content_type, body=one.body))
        return one.url, page.text

    return dict(await asyncio.gather(*map(words, hidden)))


async def install_sample(bench: Workbench) -> str:
    """Install the sample corpus once in the life of a workbench; a sentence on what was done, "" if it was before.

    Its documents, posts and references come with its settings as a version of their own, unless somebody saved
    settings before: those stay as they are.
    """
    if bench.store.meta.get(_FLAG):
        return ""
    documents, refused = _read(list(files_under([SAMPLE / "documents"])), sample=True)
    if refused:
        raise BadRequest(f"The sample corpus is damaged: {refused[0]}")
    bench.store.documents.add(documents, await _hidden_texts(bench, documents))
    posts = json.loads((SAMPLE / "posts.json").read_text(encoding="utf-8"))
    bench.store.posts.add(Post(**entry) for entry in posts)
    said = f"Installed the sample corpus: {len(documents)} documents on {len(sample_topics())} topics."
    if bench.store.settings.version() == 0:
        note = "Tiers, references and a blocked host for the sample corpus; restore version 0 for the defaults."
        version = bench.store.settings.write(_sample_settings(), author="sample corpus", note=note)
        said += f" Its settings are v{version}; `workbench settings restore 0` goes back to the defaults."
    bench.store.meta.set(_FLAG, "1")
    return said


def _sample_settings() -> dict[str, Any]:
    from workbench.library.references import built_in

    settings = tomllib.loads((SAMPLE / "settings.toml").read_text(encoding="utf-8"))
    own = reference_map((SAMPLE / "references.json").read_text(encoding="utf-8"))
    shipped = {
        keyword: [{"title": entry.title, "url": entry.url} for entry in entries]
        for keyword, entries in built_in().items()
    }
    return {**settings, "known_references_json": json.dumps({**shipped, **own})}
