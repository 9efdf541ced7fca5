"""Files as they come: regular ones, read up to a limit, their text, and what is wrong with one that is no JSON."""

from __future__ import annotations

import codecs
import errno
import os
import stat
import sys
from pathlib import Path
from typing import IO

from workbench.errors import BadRequest

_KINDS = (
    (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"),
)  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def read_regular(path: Path, most: int) -> bytes:
    """What the file holds; one over the limit is refused without reading on."""
    try:
        with opened_regular(path) as file:
            held = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    if len(held) > most:
        raise BadRequest(f"{path} is over {most >> 20} MiB.")
    return held


def opened_regular(path: Path) -> IO[bytes]:
    """The file, open; `OSError` says what else stands there, also where it took the file's place just now."""
    _refuse(path.stat().st_mode)
    number = os.open(path, _FLAGS)
    try:
        _refuse(os.fstat(number).st_mode)
    except OSError:
        os.close(number)
        raise
    return os.fdopen(number, "rb")


def not_regular(path: Path) -> str:
    """What stands there in place of a file, such as `a pipe`; "" for a file and for nothing. A link is followed."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return ""
    return "" if stat.S_ISREG(mode) else _kind(mode)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, by whatever links; also where it is yet to be made."""
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except (OSError, RuntimeError):
        return False


def not_json(error: Exception) -> str:
    """What is wrong with a text that `json.loads` refused, as the end of a sentence that begins with its name."""
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    if "integer string conversion" in str(error):
        return f"holds a number of more than {sys.get_int_max_str_digits():,} digits"
    return f"is no JSON: {' '.join(str(error).split())[:120]}"


def decoded(data: bytes, name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; a byte order mark is no part of it."""
    coding = next((coding for bom, coding in _BOMS if data.startswith(bom)), "utf-8")
    try:
        return data.decode(coding)
    except UnicodeDecodeError as error:
        raise BadRequest(f"{name} is not UTF-8 text (byte {error.start + 1:,}).") from error


def _refuse(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {_kind(mode)}")


def _kind(mode: int) -> str:
    return next((name for holds, name in _KINDS if holds(mode)), "no file")
