"""Encodings that pages declare or show, by the tests of html5lib: ours beside w3lib's decoder.

python benchmarks/encoding.py          (tests from WORKBENCH_SHARED, else ../shared)
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import webencodings  # type: ignore[import-untyped]
from w3lib.encoding import html_to_unicode

from workbench.extract.charset import decode

SHARED = Path(os.environ.get("WORKBENCH_SHARED", Path(__file__).parents[2] / "shared"))
DATA = SHARED / "data" / "encoding"
SAME_DECODER = {"gbk": "gb18030", "big5hkscs": "big5", "cp949": "euc_kr", "cp932": "shift_jis"}


def tests() -> Iterator[tuple[bytes, str]]:
    for file in sorted(DATA.glob("*.dat")):
        for part in file.read_bytes().split(b"#data\n")[1:]:
            body, _, wanted = part.partition(b"\n#encoding\n")
            yield body, wanted.strip().decode().lower()


def codec(encoding: str) -> str:
    """The one name of the decoder that an encoding means, whatever it is called."""
    found = webencodings.lookup(encoding)
    named = codecs.lookup(found.codec_info.name if found else encoding).name
    return SAME_DECODER.get(named, named)


def main() -> None:
    every = list(tests())
    ways: dict[str, Callable[[bytes], str]] = {
        "ours": lambda body: decode(body).encoding,
        "w3lib": lambda body: html_to_unicode(None, body, default_encoding="cp1252")[0],
    }
    print(f"{len(every)} tests; encoding found")
    for label, find in ways.items():
        right = sum(codec(find(body)) == codec(wanted) for body, wanted in every)
        print(f"{label:6} {right:3}  {right / len(every):.3f}")


if __name__ == "__main__":
    main()
