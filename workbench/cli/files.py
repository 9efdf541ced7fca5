"""Files that a person names: read up to a limit, written whole or not at all; each fault is a sentence."""

from __future__ import annotations

import sys
from pathlib import Path

from workbench.errors import BadRequest, StoreError


def read_bytes(path: Path, most: int) -> bytes:
    """What the file holds, `-` for standard input; one over the limit is refused without reading on."""
    from workbench.library.regular import read_regular

    if str(path) != "-":
        return read_regular(path, most)
    try:
        held = sys.stdin.buffer.read(most + 1)
    except OSError as error:
        raise BadRequest(f"Standard input cannot be read: {error.strerror or error}.") from error
    if len(held) > most:
        raise BadRequest(f"Standard input is over {most >> 20} MiB.")
    return held


def read_text(path: Path, most: int) -> str:
    """What the file says, with or without a byte order mark."""
    held = read_bytes(path, most)
    try:
        return held.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8 text (byte {error.start + 1:,}).") from error


def target(path: Path) -> Path:
    """The path, if a file could stand there; asked before the work that would fill it."""
    try:
        possible = bool(path.name) and not path.is_dir() and path.parent.is_dir()
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or error
        raise BadRequest(f"{path} cannot be written: {words}.") from error
    if not possible:
        raise BadRequest(f"{path} cannot be written: name a file in a folder that exists.")
    return path


def writable(path: Path) -> Path:
    """The path, if a file can be made there now; asked before the long work that would fill it."""
    from workbench.store.files import try_to_write

    try:
        try_to_write(target(path))
    except StoreError as error:
        raise BadRequest(str(error)) from error
    return path


def is_folder(path: Path) -> bool:
    """Whether a folder is there; a path that cannot be is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def write(path: Path, content: str | bytes) -> None:
    """Make the file hold the text, in UTF-8, or the bytes."""
    from workbench.store.files import written_beside

    with written_beside(target(path)) as beside:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
