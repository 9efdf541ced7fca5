"""Which candidates are copies of one page: by a person's ruling, by the work they name, by their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.measure.similarity import ceiling, similarity
from workbench.quality.candidate import Candidate
from workbench.quality.rulings import Groups
from workbench.records import Dropped, Hit, Member, MergeReason, Ruling

Found = tuple[int, MergeReason, float]


def in_order(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The order in which copies are looked for: the highest first score first, ties as they came."""
    return sorted(candidates, key=lambda one: -one.score)


def fold(
    candidates: Sequence[Candidate], threshold: float, rulings: Sequence[Ruling]
) -> tuple[list[Candidate], list[Dropped]]:
    """The best copy of each cluster, at the best position of any copy, and what was folded into it.

    Greedy and not transitive: a text is compared with the best copies alone. What is ruled *not the same* never
    stands in one cluster, also not through a third page; what is ruled *same* follows the best of its group.
    """
    ordered = in_order(candidates)
    groups = Groups.of(rulings, ordered)
    works = [one.works for one in ordered]
    kept: list[int] = []
    dropped = []
    for at, one in enumerate(ordered):
        found = _original(at, kept, ordered, works, groups, threshold)
        if found is None:
            kept.append(at)
            continue
        place, reason, alike = found
        keeper = ordered[place]
        work = min(works[place] & works[at], default="")
        works[place] |= works[at]
        groups.join(place, at)
        keeper.position = min(keeper.position, one.position)
        keeper.cluster += [Member(one.hit, alike, reason), *one.cluster]
        dropped.append(Dropped(one.hit, "judge", "duplicate", _why(one, keeper, found, work), keeper.url))
    return [ordered[at] for at in kept], dropped


def second_of(cluster: Sequence[Member]) -> tuple[Hit | None, ...]:
    """For each member the copy that it is a second address of; `None` for one of the source itself and for a copy.

    In a cluster the addresses of the source come first, and those of a copy right after it.
    """
    found: list[Hit | None] = []
    copy: Hit | None = None
    for member in cluster:
        found.append(copy if member.reason == "url" else None)
        copy = copy if member.reason == "url" else member.hit
    return tuple(found)


def _original(
    at: int,
    kept: Iterable[int],
    ordered: Sequence[Candidate],
    works: Sequence[frozenset[str]],
    groups: Groups,
    threshold: float,
) -> Found | None:
    """The survivor that a candidate is a copy of, by what, and how alike they are."""
    one = ordered[at]
    allowed = [place for place in kept if not groups.are_apart(place, at)] if groups.apart else kept
    own = groups.group[at]
    for place in allowed:
        if groups.group[place] == own:
            return place, "ruling", similarity(one.tokens, ordered[place].tokens)
    if works[at]:
        for place in allowed:
            if works[place] & works[at]:
                return place, "work id", similarity(one.tokens, ordered[place].tokens)
    for place in allowed:
        if ceiling(one.tokens, ordered[place].tokens) >= threshold:
            alike = similarity(one.tokens, ordered[place].tokens)
            if alike >= threshold:
                return place, "text", alike
    return None


def _why(one: Candidate, keeper: Candidate, found: Found, work: str) -> str:
    how = "scores higher" if keeper.score > one.score else "comes first"
    _, reason, alike = found
    match reason:
        case "ruling":
            what = "ruled the same as"
        case "work id":
            what = f"the same work ({work}) as"
        case _:
            what = f"{alike:.2f} like"
    return f"duplicate: {what} {keeper.url}, which {how}"
