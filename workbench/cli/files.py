"""Files that a person names: read up to a limit, written whole or not at all; each fault is a sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from workbench.cli.output import put, say
from workbench.errors import BadRequest, StoreError
from workbench.files import decoded, opened_regular, read_regular, same_file

_DATABASE = b"SQLite format 3\x00"


def read_bytes(path: Path, most: int) -> bytes:
    """What the file holds, `-` for standard input; one over the limit is refused without reading on."""
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
    """What the file says, with or without a byte order mark; one in another coding is refused."""
    return decoded(read_bytes(path, most), str(path))


def target(path: Path) -> Path:
    """The path, if a file could stand there and none of the workbench's own does; asked before the work."""
    from workbench.store.own_files import refuse_own

    try:
        possible = bool(path.name) and not path.is_dir() and path.parent.is_dir()
        if possible:
            refuse_own(path)
    except (OSError, ValueError, RuntimeError) as error:
        words = getattr(error, "strerror", None) or error
        raise BadRequest(f"{path} cannot be written: {words}.") from error
    if not possible:
        raise BadRequest(f"{path} cannot be written: name a file in a folder that exists.")
    return path


def targets(*outputs: Path | None, reads: Sequence[Path | None] = ()) -> None:
    """See that each output can be made now, and is neither another one nor a file that the command reads."""
    given = [path for path in outputs if path]
    for place, path in enumerate(given):
        if any(same_file(path, read) for read in reads if read):
            raise BadRequest(f"{path} is read by this command; name another file to write.")
        if any(same_file(path, other) for other in given[:place] if not _is_device(path)):
            raise BadRequest(f"{path} is named twice; each result needs a file of its own.")
        writable(path)


def writable(path: Path) -> Path:
    """The path, if a file can be made there now; asked before the long work that would fill it."""
    from workbench.store.files import try_to_write

    try:
        try_to_write(_text_target(path))
    except StoreError as error:
        raise BadRequest(str(error)) from error
    return path


def _text_target(path: Path) -> Path:
    """The path, if a text could stand there: no database, also none of another workbench, is written over by one."""
    with suppress(OSError), opened_regular(target(path)) as file:
        if file.read(len(_DATABASE)) == _DATABASE:
            raise BadRequest(f"{path} is a database; name another file.")
    return path


def _is_device(path: Path) -> bool:
    try:
        return path.is_char_device()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether a folder is there; a path that cannot be is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def write(path: Path, content: str | bytes) -> None:
    """Make the file hold the text, in UTF-8, or the bytes."""
    from workbench.store.files import written_beside

    with written_beside(_text_target(path)) as beside:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def hand_over(content: bytes, path: Path | None) -> None:
    """Make the file hold the bytes and say so; without a path they are printed."""
    if path is None:
        put(content.decode("utf-8").rstrip("\n"))
        return
    write(path, content)
    say(f"Wrote {path}.")
