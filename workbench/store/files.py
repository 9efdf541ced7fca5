"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.errors import StoreError
from workbench.files import not_regular

OWNER_ONLY = 0o600


@contextmanager
def written_beside(target: Path) -> Iterator[Path]:
    """A file to fill, for its owner alone; it takes the target's place if all went well.

    A link is followed. A device is written to as it is: nothing may take its place. A pipe is refused, for it would
    be waited for.
    """
    refuse_strange(target)
    target = target.resolve()
    if target.is_char_device():
        yield target
        return
    with _part_of(target) as part:
        yield part


def refuse_strange(target: Path) -> None:
    """Raise `StoreError` for a pipe, a socket, a folder or a disk, into which no file can be written."""
    try:
        kind = "" if target.is_char_device() else not_regular(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    if kind:
        raise StoreError(f"{target} is {kind}; name a file.")


def try_to_write(target: Path) -> None:
    """Raise `StoreError` where no file can be made beside the target, or the device that it names is closed to us."""
    refuse_strange(target)
    target = target.resolve()
    try:
        if target.is_char_device():
            os.close(os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0)))
            return
        part = _name_beside(target)
        created(part)
        part.unlink()
    except OSError as error:
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
        if kind := not_regular(path):
            raise StoreError(f"{path} is {kind}, not a database; move it away, or name another.")
        made = created(path)
        if ours and path.stat().st_mode & 0o077:
            with suppress(OSError):  # of another user, or on a read-only disk: it may still be read
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
