"""What a text is made of: safe characters, visible characters, words."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from workbench.errors import BadRequest

LONGEST_TOPIC = 400

# The elements of HTML, and no other word: `vector<int>` is text.
_ELEMENTS = (
    "a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|blockquote|body|br|button"
    "|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed"
    "|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|image|img"
    "|input|ins|isindex|kbd|label|legend|li|link|listing|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noembed"
    "|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|plaintext|pre|progress|q|rb|rp|rt|rtc|ruby|s"
    "|samp|script|search|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td"
    "|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xmp"
)
_TAG = re.compile(rf"<(?:/?(?:{_ELEMENTS})(?:[\s/][^<>]{{0,500}})?|![a-zA-Z-][^<>]{{0,500}})>", re.IGNORECASE)
_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)?)")
_RUN = re.compile(r"\w+")
_BREAKS = re.compile(r"\r\n?|\x85|\u2028|\u2029")
_PLANE_ENDS = "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
_CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff{_PLANE_ENDS}]")
# Letters that Unicode calls visible and fonts draw as nothing: Hangul fillers, the grapheme joiner, Khmer vowels.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_BY_ITSELF = re.compile("[\u3040-\u309f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_JOINER = "\u200d"  # makes one sign of two
_WITHIN = frozenset("'’-.,:/")
_LONGEST_WORD = 40  # characters; beyond, a text is taken to write its words without blanks
_MOST_MARKS = 4  # combining marks on one letter; Vietnamese needs 2, pointed Hebrew 3
_DROPPED_KINDS = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


def safe(text: str) -> str:
    """The text as it may be stored: line breaks are LF; no control character, lone surrogate or NUL."""
    if text.isascii() and text.isprintable():
        return text
    return _CONTROL.sub("", _BREAKS.sub("\n", _ESCAPE_SEQUENCE.sub("", text)))


def visible(text: str) -> str:
    """The text without what no reader sees: invisible, private and direction characters, piles of marks."""
    text = safe(text)
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if char in "\n\t" or (marks <= _MOST_MARKS and not _is_invisible(char)):
            kept.append(char)
    return "".join(kept)


@lru_cache(maxsize=4096)
def _is_invisible(char: str) -> bool:
    selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return selector or char in _BLANK_LETTERS or unicodedata.category(char) in _DROPPED_KINDS


def has_invisible(text: str) -> bool:
    """Whether the text holds a character that no reader sees, blanks and line breaks aside."""
    return any(char not in "\n\t\r" and _is_invisible(char) for char in text if not char.isalnum())


def plain(text: str) -> str:
    """What HTML in a title or a snippet shows: tags gone, entities read, on one line. Text is not read so twice."""
    without_tags = _TAG.sub("", visible(text)) if "<" in text else visible(text)
    return one_line(visible(html.unescape(without_tags)) if "&" in without_tags else without_tags)


def shown(text: str) -> str:
    """What a reader sees of a text that is no HTML, on one line."""
    return one_line(visible(text))


def quoted(text: str, most: int) -> str:
    """A text as a sentence names it, in quotation marks on one line; of a longer one the head and an ellipsis."""
    return f"“{shown(text[:most])}{'…' if len(text) > most else ''}”"


def counted(count: int, noun: str) -> str:
    """The count with its noun, in the plural unless it is one."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def one_line(text: str) -> str:
    """The text with every run of blanks, of any kind, as one space."""
    return " ".join(text.split())


def clean_topic(topic: str) -> str:
    """A topic as it was typed, on one line, without what no reader sees; none or over 400 characters is refused."""
    typed = shown(topic)
    if not typed:
        raise BadRequest("The topic is empty; type what the research is about.")
    if len(typed) > LONGEST_TOPIC:
        raise BadRequest(f"The topic has {len(typed)} characters; at most {LONGEST_TOPIC} are searched for.")
    return typed


@lru_cache(maxsize=8192)
def topic_key(topic: str) -> str:
    """What two spellings of one topic have in common: canonically composed, case folded, blanks squeezed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", one_line(topic)).casefold())


def tokens(text: str) -> list[str]:
    """Lower-cased pieces between blanks, punctuation attached; what similarity compares."""
    return text.lower().split()


def words(text: str) -> list[str]:
    """Pieces between blanks that hold a letter or a digit."""
    return [piece for piece in text.split() if any(char.isalnum() for char in piece)]


def terms(text: str, shortest: int = 1) -> list[str]:
    """Lower-cased runs of word characters of at least `shortest` letters, in order, repeats kept."""
    return [run for run in _RUN.findall(text.lower()) if len(run) >= shortest]


def joined(left: str, right: str) -> bool:
    """Whether a word goes on from one character to the next."""
    return bool(left and right) and _in_word(left) and _in_word(right)


def _in_word(char: str) -> bool:
    """Whether a word goes on in the character; Han and Hiragana are written without blanks, so none of theirs does."""
    if _BY_ITSELF.match(char):
        return False
    return char.isalnum() or char == "_" or _is_mark(char)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def word_start(text: str, at: int) -> int:
    """Where the word begins that the place lies in; in a text without word ends, where the letter does."""
    begin = at
    while at - begin <= _LONGEST_WORD and begin and _goes_on(text, begin):
        begin -= 1
    end = at
    while end - begin <= _LONGEST_WORD and end < len(text) and _goes_on(text, end):
        end += 1
    if end - begin > _LONGEST_WORD:
        begin = at
    while begin and (_is_mark(text[begin]) or _JOINER in text[begin - 1 : begin + 1]):
        begin -= 1
    return begin if begin == at else word_start(text, begin)


def _goes_on(text: str, at: int) -> bool:
    """Whether one word stands on both sides of the place; a sign in it, as in “don't” or “3.14”, does not end it."""
    left, right = text[at - 1], text[at]
    if left in _WITHIN:
        return at > 1 and joined(text[at - 2], right)
    if right in _WITHIN:
        return joined(left, text[at + 1 : at + 2])
    return joined(left, right)
