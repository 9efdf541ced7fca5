"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.errors import StoreError

OWNER_ONLY = 0o600


@contextmanager
def written_beside(target: Path) -> Iterator[Path]:
    """A file to fill, for its owner alone; it takes the target's place if all went well.

    A link is followed. A device or a pipe is written to as it is: nothing may take its place.
    """
    target = target.resolve()
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file in it.")
    if target.exists() and not target.is_file():
        yield target
        return
    with _part_of(target) as part:
        yield part


def try_to_write(target: Path) -> None:
    """Raise `StoreError` where no file can be made beside the target, or the device that it names is closed to us."""
    target = target.resolve()
    try:
        if target.exists() and not target.is_file():
            os.close(os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0)))
            return
        part = _name_beside(target)
        created(part)
        part.unlink()
    except OSError as error:
        if error.errno != errno.ENXIO:  # a pipe that nobody reads yet
            raise _unwritable(target, error) from error


def _unwritable(target: Path, error: OSError) -> StoreError:
    return StoreError(f"{target} cannot be written: {error.strerror or error}.")


def _name_beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    part = _name_beside(target)
    try:
        created(part)
        yield part
        _synced(part)
        part.replace(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    finally:
        for left in (part, *(part.with_name(part.name + tail) for tail in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def created(path: Path) -> bool:
    """Create an empty file that only its owner may use; `False` if something is there already."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return False
    return True


def make_private(path: Path, *, ours: bool) -> bool:
    """See that there is a file for a database; whether it was made. One of ours is its owner's alone."""
    try:
        made = created(path)
        if ours and path.is_file() and path.stat().st_mode & 0o077:
            path.chmod(OWNER_ONLY)
    except OSError as error:
        raise cannot_be_opened(path, error) from error
    return made


def cannot_be_opened(path: Path, error: OSError) -> StoreError:
    """What is said of a database whose file the system refuses."""
    return StoreError(f"The database {path} cannot be opened: {error.strerror or error}.")


def _synced(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
