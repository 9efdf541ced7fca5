"""Chinese, Japanese and Korean as an index can find them: runs of characters as overlapping pairs.

They are written without blanks, or with endings on their words, so an index would take a whole run for one word. Pairs
stand with a thin space between them, which no such text has by itself; so what was paired can be read again.
"""

from __future__ import annotations

import re

_THIN = "\u2009"
_CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # iteration marks, kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7a3\uff66-\uff9f"  # Hangul, narrow kana
)
_RUN = re.compile(f"(?P<before>[^\\s{_CJK}]?)(?P<run>[{_CJK}]+)(?=(?P<after>\\S?))")
_ANY = re.compile(f"[{_CJK}]")
_JOINED = re.compile(f"([{_CJK}]){_THIN}\\1")
_EDGE = re.compile(f"(?<=[{_CJK}]){_THIN}(?=\\S)|(?<=\\S){_THIN}(?=[{_CJK}])")


def paired(text: str) -> str:
    """The text with every run as its pairs, apart from what stands beside it."""
    return _RUN.sub(_pairs, text) if _ANY.search(text) else text


def _pairs(found: re.Match[str]) -> str:
    run = found["run"]
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    apart = [found["before"]] if found["before"] else []
    return _THIN.join([*apart, *pairs]) + (_THIN if found["after"] else "")


def unpaired(text: str) -> str:
    """The text as it was before."""
    return _EDGE.sub("", _JOINED.sub(r"\1", text)) if _THIN in text else text
