"""What put a part of a context there: its source, and each setting behind it with its value and what that does."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.context import Part, page_text
from workbench.context.render import TEASER_CHARACTERS
from workbench.library import matches, reference_map, topic_words
from workbench.records import Context, Excerpt, RunRecord, Source
from workbench.settings import Settings, flat, to_text
from workbench.text import plain


@dataclass(frozen=True, slots=True)
class Reason:
    """One setting that has a say: its key, its value as text, and what it does here."""

    key: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Why a part is there, in a sentence, and by which settings; of a source also the source, its rank from 1, and
    the length of its page's text. Hosts, keywords and words stand in backquotes.
    """

    sentence: str
    reasons: tuple[Reason, ...] = ()
    source: Source | None = None
    rank: int = 0
    length: int = 0


def origin(part: Part, run: RunRecord, settings: Settings) -> Origin:
    """What put the part there; `settings` are those that the run began with."""
    match part.kind:
        case "heading":
            return Origin("A heading stands where its section has an entry. No setting changes its words.")
        case "reference":
            return _reference(part, run, settings)
        case "post":
            return _post(part, run)
        case "source":
            return _source(part, run, settings)
        case "excerpt":
            return _excerpt(part, run, settings)
        case "footer":
            return Origin("The guidance ends every context that has an entry. No setting changes its words.")


def _reference(part: Part, run: RunRecord, settings: Settings) -> Origin:
    known = reference_map(settings.known_references_json)
    match = next((one for one in matches(known, run.topic) if one.link.url == part.url), None)
    value = "a map of your own" if settings.known_references_json else "the built-in map"
    if match is None:
        why = "it had this link for the topic when the run was made"
    elif match.shared:
        words = ", ".join(f"`{word}`" for word in match.shared)
        why = f"its keyword `{match.keyword}` shares {words} with the topic, which brings the keyword’s first link"
    else:
        why = f"its keyword `{match.keyword}` stands in the topic"
    return Origin("A curated link that fits the topic.", (Reason("known_references_json", value, why),))


def _post(part: Part, run: RunRecord) -> Origin:
    post = (run.context or Context("")).posts[part.place - 1]
    held = f"{post.title} {post.slug}".casefold()
    words = [word for word in topic_words(run.topic) if word in held]
    by = f"It holds `{words[0]}`, a word of the topic." if words else "It fitted the topic when the run was made."
    return Origin(f"One of our own published posts. {by} No setting decides; posts are imported.")


def _source(part: Part, run: RunRecord, settings: Settings) -> Origin:
    source, rank = _found(part, run)
    most = settings.web_research.results
    read = bool(source and source.read.readable)
    cited = {
        (True, True): "only a page that was read is cited, and this one was",
        (True, False): "only a page that was read is cited; pages were not read, so snippets stand alone",
        (False, True): "a page need not be read to be cited; this one was",
        (False, False): "a page need not be read to be cited; this one was not",
    }[settings.research.require_fetched_source_for_citation, read]
    count = (
        f"so many pages are taken from the search; this result was number {source.read.hit.position}" if source else ""
    )
    reasons = (
        Reason("web_research_results", f"{most}", count or "so many pages are taken from the search"),
        _reason("research_require_fetched_source_for_citation", cited, settings),
    )
    kept = len(run.judged.sources) if run.judged else 0
    score = f", with {source.score:.3f}" if source else ""
    head = f"Ranked {rank} of {kept}{score}." if rank else "One of the sources that the run kept."
    snippet = plain(source.read.hit.snippet) if source else ""
    tail = f" Its line shows the first {TEASER_CHARACTERS} characters of the snippet."
    return Origin(head + (tail if len(snippet) > TEASER_CHARACTERS else ""), reasons, source, rank)


def _excerpt(part: Part, run: RunRecord, settings: Settings) -> Origin:
    source, rank = _found(part, run)
    length = len(page_text(source.read.page)) if source and source.read.page else 0
    mine, most = settings.research.web_content_chars_per_source, settings.web_research.max_content_chars
    left = max(0, length - part.start)
    rest = f"the page has only {left:,} " + ("from here on" if part.start else "in all")
    cuts = "the most that is quoted of a page"
    first = (
        cuts if mine <= min(most, left) else f"{cuts}; {rest}" if left <= most else f"{cuts}, unless fewer are given"
    )
    second = "the most that a writer is given of a page; "
    second += "that is fewer, so it cuts here" if most < min(mine, left) else "that cuts nothing here"
    reasons = (
        Reason("research_web_content_chars_per_source", f"{mine:,}", first),
        Reason("web_research_max_content_chars", f"{most:,}", second),
    )
    shown = _shown(part, run)
    moved = (
        "A person moved it there." if shown and shown.pinned else "Nobody moved it, so it begins where the page does."
    )
    return Origin(f"Quoted from the page’s text. {moved}", reasons, source, rank, length)


def _reason(key: str, why: str, settings: Settings) -> Reason:
    return Reason(key, to_text(flat(settings)[key]), why)


def _found(part: Part, run: RunRecord) -> tuple[Source | None, int]:
    sources = run.judged.sources if run.judged else ()
    return next(((one, rank) for rank, one in enumerate(sources, 1) if one.url == part.url), (None, 0))


def _shown(part: Part, run: RunRecord) -> Excerpt | None:
    return next((one for one in (run.context.web if run.context else ()) if one.url == part.url), None)
