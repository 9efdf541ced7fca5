"""The bytes of a body under one cap, raw and inflated: one coding, read piece by piece."""

from __future__ import annotations

import re
import zlib

from workbench.fetch.stop import Stop

MAX_BODY_BYTES = 2 * 1024 * 1024
ACCEPTED = "gzip, deflate"

_MOST_MEMBERS = 1000  # a block-compressed page has 32; each costs a copy of what follows it
_GZIP, _ZLIB, _RAW = 31, 15, -15  # what zlib calls window bits
_GZIP_MAGIC = b"\x1f\x8b"
_CHARSET = re.compile(r"(utf|iso|us-ascii|ascii|latin|windows|cp|koi8|gb|big5|euc|shift|x-sjis|binary|none|identity)")


def coding_of(values: list[str]) -> str:
    """The one coding of a body: "gzip", "deflate" or ""; a charset's name there is no coding.

    More than one coding, and one that is not read, stop the fetch before a byte is decoded.
    """
    named = [piece.strip().lower() for value in values for piece in value.split(",")]
    codings = [piece for piece in named if piece and not _CHARSET.match(piece)]
    if len(codings) > 1:
        raise Stop("error", "more than one content coding")
    coding = codings[0].removeprefix("x-") if codings else ""
    if coding not in {"", "gzip", "deflate"}:
        raise Stop("error", f"a content coding that is not read ({coding[:20]})")
    return coding


class Intake:
    """Takes a body in pieces and keeps at most the cap; `truncated` says that no more is wanted."""

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._kept = bytearray()
        self._raw_bytes = 0
        self._head = b""
        self._members = 1
        self._inflater = zlib.decompressobj(_GZIP) if coding == "gzip" else None
        self.truncated = False

    def feed(self, piece: bytes) -> None:
        """Take one piece as it came over the wire; a stream that does not decode stops the fetch."""
        room = MAX_BODY_BYTES - self._raw_bytes
        self._raw_bytes += len(piece)
        if self._coding:
            self._inflate(piece[:room])
        else:
            self._keep(piece)
        self.truncated = self.truncated or len(piece) > room

    def finish(self) -> bytes:
        """The body; a coded stream that ended before its end stops the fetch."""
        if self._coding and not self.truncated and (self._inflater is None or not self._inflater.eof):
            raise Stop("error", "a broken stream: it ended early")
        return bytes(self._kept)

    def _keep(self, piece: bytes) -> None:
        room = MAX_BODY_BYTES - len(self._kept)
        self._kept += piece[:room]
        self.truncated = self.truncated or len(piece) > room

    def _inflate(self, piece: bytes) -> None:
        """Decode a piece, member after member; what follows the last member is padding."""
        while piece and not self.truncated:
            if self._inflater is None or self._inflater.eof:
                piece = self._begin(piece)
                if self._inflater is None or self._inflater.eof:
                    return
            try:
                self._keep(self._inflater.decompress(piece, MAX_BODY_BYTES - len(self._kept) + 1))
            except zlib.error as error:
                raise Stop("error", "a broken stream: it does not decode") from error
            piece = self._inflater.unconsumed_tail or self._inflater.unused_data

    def _begin(self, piece: bytes) -> bytes:
        """Set the inflater for the stream that starts here; hold back a head too short to tell."""
        piece, self._head = self._head + piece, b""
        if len(piece) < 2:
            self._head = piece
        elif self._coding == "gzip":
            if piece.startswith(_GZIP_MAGIC):
                self._next_member()
        elif self._inflater is None:
            wrapped = piece[0] & 0x0F == 8 and (piece[0] << 8 | piece[1]) % 31 == 0
            self._inflater = zlib.decompressobj(_ZLIB if wrapped else _RAW)
        return piece

    def _next_member(self) -> None:
        self._members += 1
        if self._members > _MOST_MEMBERS:
            raise Stop("error", "a broken stream: too many parts")
        self._inflater = zlib.decompressobj(_GZIP)
