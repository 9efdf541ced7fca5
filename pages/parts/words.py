"""How the desk writes: escaped text, dates, numbers, and one word for each state."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from workbench.records import State
from workbench.records.states import PageOutcome
from workbench.text import one_line

ENGINE_NAMES = {"corpus": "Corpus", "ddg": "DuckDuckGo", "recording": "Recording"}
STATE_WORDS: Mapping[State, str] = {
    "kept": "kept",
    "duplicate": "duplicate",
    "unread": "unread",
    "thin": "thin",
    "filtered_domain": "filtered",
    "over_limit": "over limit",
}
PAGE_WORDS: Mapping[PageOutcome, str] = {
    "not_text": "not text",
    "rate_limited": "rate limited",
    "http_error": "HTTP error",
    "too_large": "too large",
}
RUN_WORDS = {
    "finished": "Finished",
    "no_sources": "No sources",
    "running": "Running",
    "queued": "Waiting",
    "interrupted": "Interrupted",
    "failed": "Failed",
    "cancelled": "Cancelled",
}
MISSING = "–"

_WORDS: dict[str, str] = dict((*STATE_WORDS.items(), *PAGE_WORDS.items()))
_STORED = re.compile(rf"\b(?:{'|'.join(word for word in _WORDS if '_' in word)})(?=[:,])")  # as a reason is stored
_JOINER = "\u2060"  # seen by no reader; it keeps what Streamlit would turn into links, icons and arrows apart
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_ACTIVE = re.compile(r"(:(?=\S)|@(?=\S)|\bwww(?=\.)|[<>~=-](?=[<>~=-]))", re.IGNORECASE)


def plain_html(text: str) -> str:
    """The text as HTML shows it letter for letter."""
    return html.escape(text, quote=True)


def plain_label(text: str) -> str:
    """The text as a label, which is Markdown, shows it letter for letter: no link, icon, formula or colour."""
    return _escaped(" ".join(text.split()))


def _escaped(text: str) -> str:
    return _PUNCTUATION.sub(r"\\\1", _ACTIVE.sub(rf"\1{_JOINER}", text))


def plain_tick(text: str) -> str:
    """The text as a tick of a chart, which is pseudo-HTML, shows it letter for letter."""
    return html.escape(text, quote=False)  # Plotly knows no entity for a quotation mark


def shortened(text: str, most: int = 60) -> str:
    """The text, or its head and an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def code(text: str, most: int = 80) -> str:
    """A text of somebody's as a sentence of ours names it, for `said`: in backquotes, on one line, shortened."""
    inside = shortened(one_line(text), most).replace("`", "'")
    return f"`{inside}`"


def said(sentence: str) -> str:
    """A sentence of ours as HTML: what stands in backquotes in code type, a stored state in the word for it."""
    pieces = [plain_html(piece) for piece in _pieces(sentence)]
    return "".join(f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces))


def said_label(sentence: str) -> str:
    """The same as a label, which is Markdown."""
    pieces = _pieces(" ".join(sentence.split()))
    return "".join(f"`{piece}`" if place % 2 and piece else _escaped(piece) for place, piece in enumerate(pieces))


def _pieces(sentence: str) -> list[str]:
    """What stands outside and inside of backquotes in turn; all of it outside where one of them is alone."""
    text = _STORED.sub(lambda found: state_word(found[0]), sentence)
    pieces = text.split("`")
    return pieces if len(pieces) % 2 else [text]


def state_word(state: str) -> str:
    """The state of a result or of its page as a person reads it."""
    return _WORDS.get(state, state)


def reason(stored: str) -> str:
    """Why a result was lost, as a sentence without the state, which stands beside it; of a page what came of it."""
    state, _, rest = stored.partition(": ")
    why = rest if rest and state in STATE_WORDS else stored
    outcome, comma, detail = why.partition(", ")
    if state == "unread" and comma:
        why = f"{state_word(outcome)}: {detail}"
    starts_with_host = "." in why.partition(" ")[0]
    return f"{why}." if starts_with_host else f"{why[:1].upper()}{why[1:]}."


def engine_name(engine: str) -> str:
    """An engine as a person calls it."""
    return ENGINE_NAMES.get(engine, engine)


def version_name(version: int) -> str:
    """Which settings."""
    return f"Settings v{version}" if version else "Default settings"


def plural(number: int, one: str, many: str = "") -> str:
    """The number and its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def labelled(text: str, count: int) -> str:
    """A label with how many it stands for."""
    return f"{plain_label(text)} · {count:,}"


def signed(thousandths: int) -> str:
    """A share with its sign, three decimals and a real minus."""
    return f"{'−' if thousandths < 0 else '+'}{abs(thousandths) / 1000:.3f}"


def seconds(value: float) -> str:
    """A duration."""
    if value < 0.05:
        return "under 0.1 s"
    return f"{value / 60:.0f} min" if value >= 120 else f"{value:.1f} s"


def how_old(days: int) -> str:
    """The age of a page."""
    if days < 365:
        return "today" if days == 0 else f"{plural(days, 'day')} old"
    return f"{plural(days // 365, 'year')} old"


def day(value: date | None) -> str:
    """A day."""
    return f"{value.day} {value:%b %Y}" if value else MISSING


def zone(name: str | None) -> tzinfo | None:
    """The time zone of the reader; none is the one of this machine."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None


def when(at: datetime, where: tzinfo | None = None, now: datetime | None = None) -> str:
    """A moment in the reader's time: of today only the time."""
    local = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(where)
    today = (now or datetime.now(UTC)).astimezone(where).date()
    clock = f"{local:%H:%M}"
    return f"today, {clock}" if local.date() == today else f"{day(local.date())}, {clock}"


def short_day(at: datetime, where: tzinfo | None = None, now: datetime | None = None) -> str:
    """A moment in a narrow column: of today the time, of this year the day and the month."""
    local = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(where)
    today = (now or datetime.now(UTC)).astimezone(where).date()
    if local.date() == today:
        return f"{local:%H:%M}"
    return f"{local.day} {local:%b}" if local.year == today.year else day(local.date())


def thousandths(parts: Sequence[float], whole: float) -> list[int]:
    """The parts in thousandths, rounded by largest remainder so that they sum to the rounded whole."""
    wanted = round(whole * 1000)
    floors = [math.floor(part * 1000) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda at: floors[at] - parts[at] * 1000)
    for at in by_rest[: max(0, wanted - sum(floors))]:
        floors[at] += 1
    return floors
