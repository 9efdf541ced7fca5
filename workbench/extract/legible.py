"""How much of a text reads as words, whatever its language: what tells letters from glyph numbers.

A page whose fonts do not say which letters they draw gives shifted or numbered letters. A plausible word has a vowel,
no endless run of consonants, and letters that are common in writing; a script without vowels is taken as it stands.
"""

from __future__ import annotations

import re
import unicodedata

# Mean shares (%) over European languages that write Latin letters; only their order of size matters.
_SHARES = (
    8.2, 1.5, 3, 4, 13, 1.8, 2, 3, 7.8, 0.5, 1.5, 4.5, 3,
    7.5, 6.5, 2.5, 0.4, 6.5, 6.8, 7.5, 3.5, 1.5, 1.3, 0.3, 1.5, 0.8,
)  # fmt: skip
_COMMON = dict(zip("abcdefghijklmnopqrstuvwxyz", _SHARES, strict=True))
_VOWELS = frozenset("aeiouyæøœı")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ALONE = re.compile(r"(?<!\S)[^\W\d_](?!\S)")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}")
_BLANK = re.compile(r"\s+")
_FEWEST_COMMON = (
    4.0  # the mean of a word's letters: 19 in 20 pages of real text keep 92% of their letters, of shifted 9
)
_FEWEST_LETTERS = 40  # fewer are a heading, an acronym, a caption: they are taken as they stand
_FEWEST_PLAUSIBLE = 0.3
_MOST_BROKEN = 0.2
_LONGEST_WORD = 24
_BROKEN = frozenset({"Cc", "Co", "Cn", "Cs"})
_SAMPLE_CHARACTERS = 20_000


def is_legible(text: str) -> bool:
    """Whether a text is more than the numbers of glyphs."""
    text = text[:_SAMPLE_CHARACTERS]
    if broken_share(text) > _MOST_BROKEN:
        return False
    return sum(char.isalpha() for char in text) < _FEWEST_LETTERS or plausible_share(text) >= _FEWEST_PLAUSIBLE


def broken_share(text: str) -> float:
    """The share of characters that stand for none: replaced, private, unassigned or control characters."""
    drawn = _BLANK.sub("", text)
    broken = sum(char == "\ufffd" or unicodedata.category(char) in _BROKEN for char in drawn if not char.isalnum())
    return broken / len(drawn) if drawn else 0.0


def plausible_share(text: str) -> float:
    """The share of letters that stand in plausible words."""
    words = _WORD.findall(text)
    letters = sum(map(len, words))
    return sum(len(word) for word in words if _is_plausible(word)) / letters if letters else 1.0


def spaced_share(text: str) -> float:
    """The share of letters that stand in words of a usual length, neither run together nor one by one."""
    words = [word for word in _WORD.findall(text) if not _UNSPACED.search(word)]
    letters = sum(map(len, words))
    usual = sum(len(word) for word in words if len(word) <= _LONGEST_WORD) - len(_ALONE.findall(text))
    return usual / letters if letters else 1.0


def _is_plausible(word: str) -> bool:
    letters = unicodedata.normalize("NFD", word.lower())
    if not "a" <= letters[0] <= "z":
        return True
    common = [_COMMON[letter] for letter in letters if letter in _COMMON]
    return (
        len(word) > 1
        and not _VOWELS.isdisjoint(letters)
        and not _CONSONANTS.search(letters)
        and sum(common) >= _FEWEST_COMMON * len(common)
    )
