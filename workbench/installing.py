"""Brings documents into the corpus, and the sample corpus into an empty workbench."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.compose import Workbench
from workbench.compose.world import CORPUS
from workbench.errors import BadRequest
from workbench.fetch.guard import Refusal, check_url
from workbench.library.documents import files_under, is_opaque, name_of, read_document, title_of
from workbench.records import Document, Post, Response
from workbench.settings.kinds import reference_map
from workbench.urls import without_credentials

SAMPLE = Path(__file__).parent / "sample"
_FLAG = "sample_installed"
OK = 200


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic that the sample documents answer."""

    slug: str
    title: str
    about: str
    shows: str


@dataclass(frozen=True, slots=True)
class Added:
    """How many documents were added, a sentence for each file that was not, and what there is to say of the others."""

    count: int
    refused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    """A file and the document in it; `text` is what is searched, and `unread` says why it is not the document's."""

    path: Path
    document: Document
    text: str = ""
    unread: str = ""


def sample_topics() -> tuple[Topic, ...]:
    """The topics of the sample corpus."""
    return tuple(
        Topic(**entry) for entry in tomllib.loads((SAMPLE / "topics.toml").read_text(encoding="utf-8"))["topic"]
    )


async def add_files(bench: Workbench, paths: Iterable[Path], topic: str = "") -> Added:
    """Add every document under the paths; one that cannot be read never ends the others."""
    found, missing = _found(paths)
    files, refused = _read(
        found, topic=topic, extra_ports=bench.store.settings.resolve().settings.web_research.extra_ports
    )
    kept, replaced = _one_each(files)
    read = await _extracted(bench, kept)
    notes = [f"Only the title of {one.path} is searched: {one.unread}." for one in read if one.unread]
    return Added(_keep(bench, read), (*missing, *refused), (*replaced, *notes))


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
    files: Sequence[tuple[Path, str]], *, sample: bool = False, topic: str = "", extra_ports: Collection[int] = ()
) -> tuple[list[_File], tuple[str, ...]]:
    read, refused = [], []
    for path, name in files:
        try:
            found = read_document(path, name, sample=sample)
            _refuse_address(path, found.url, extra_ports)
        except BadRequest as error:
            refused.append(str(error))
            continue
        document = replace(found, topic=found.topic or topic)
        read.append(
            _File(path, document, "" if is_opaque(found.content_type, found.body) else found.body.decode("utf-8-sig"))
        )
    return read, tuple(refused)


def _refuse_address(path: Path, url: str, extra_ports: Collection[int]) -> None:
    """Raise `BadRequest` for an address that no run would read; `corpus://` leads nowhere else."""
    checked = None if url.startswith(CORPUS) else check_url(url, extra_ports)
    if isinstance(checked, Refusal):
        raise BadRequest(f"{path} stands for {without_credentials(url)[:80]}: {checked.reason}.")


def _one_each(files: Sequence[_File]) -> tuple[list[_File], list[str]]:
    """The last file of each address, and a sentence for each that another one replaced."""
    kept: dict[str, _File] = {}
    said = []
    for one in files:
        if before := kept.get(one.document.url):
            said.append(f"{one.path} replaced {before.path}: both stand for {one.document.url}.")
        kept[one.document.url] = one
    return list(kept.values()), said


async def _extracted(bench: Workbench, files: Sequence[_File]) -> list[_File]:
    """The files with the titles and words of those whose bytes hide them, told by the extraction workers."""

    async def one(file: _File) -> _File:
        document = file.document
        if not is_opaque(document.content_type, document.body):
            return file
        page = await bench.extractor(
            Response(document.url, "ok", content_type=document.content_type, body=document.body)
        )
        title = document.title or title_of(page.title) or title_of(name_of(file.path))
        unread = "" if page.outcome == "ok" or document.status != OK else page.reason
        text = page.text if page.outcome == "ok" else document.snippet
        return replace(file, document=replace(document, title=title), text=text, unread=unread)

    return list(await asyncio.gather(*map(one, files)))


def _keep(bench: Workbench, files: Sequence[_File]) -> int:
    if not files:
        return 0
    return bench.store.documents.add([one.document for one in files], {one.document.url: one.text for one in files})


async def install_sample(bench: Workbench) -> str:
    """Install the sample corpus once in the life of a workbench; a sentence on what was done, "" if it was before.

    Its documents, posts and references come with its settings as a version of their own, unless somebody saved
    settings before: those stay as they are.
    """
    if bench.store.meta.get(_FLAG):
        return ""
    files, refused = _read(list(files_under([SAMPLE / "documents"])), sample=True)
    if refused:
        raise BadRequest(f"The sample corpus is damaged: {refused[0]}")
    count = _keep(bench, await _extracted(bench, files))
    posts = json.loads((SAMPLE / "posts.json").read_text(encoding="utf-8"))
    bench.store.posts.add(Post(**entry) for entry in posts)
    said = f"Installed the sample corpus: {count} documents on {len(sample_topics())} topics."
    if bench.store.settings.version() == 0:
        note = "Tiers, references and a blocked host for the sample corpus; restore version 0 for the defaults."
        why = "They come with the sample corpus, before anybody saved settings."
        version = bench.store.settings.write(_sample_settings(), author="sample corpus", note=note, reason=why)
        said += f" Its settings are v{version}; `workbench settings restore 0` goes back to the defaults."
    return said if bench.store.meta.claim(_FLAG) else ""


def _sample_settings() -> dict[str, Any]:
    from workbench.library.references import built_in

    settings = tomllib.loads((SAMPLE / "settings.toml").read_text(encoding="utf-8"))
    own = reference_map((SAMPLE / "references.json").read_text(encoding="utf-8"))
    shipped = {
        keyword: [{"title": entry.title, "url": entry.url} for entry in entries]
        for keyword, entries in built_in().items()
    }
    return {**settings, "known_references_json": json.dumps({**shipped, **own})}
