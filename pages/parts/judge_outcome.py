"""The ranking of a judged topic, uncovered, beside what the rater said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pages.parts.judge_place import Place
from pages.parts.words import MISSING, plain_html, plural
from workbench.records import Judgment
from workbench.text import shown


def table(place: Place) -> str:
    """A sentence on how far rater and ranking agree, and a row for each source."""
    said = list(place.own().values())
    head = "Grade" if place.asked_as == "grades" else "Preferred"
    cells = _grades(said) if place.asked_as == "grades" else _wins(said)
    rows = "".join(
        f'<tr><td class="wb-end">{rank}</td><td class="wb-cut"><div class="wb-line"><b>'
        f'{plain_html(shown(source.read.hit.title) or source.url)}</b></div><div class="wb-second wb-line">'
        f'{plain_html(source.domain or source.url)}</div></td><td class="wb-end">{source.score:.3f}</td>'
        f'<td class="wb-end">{plain_html(cells.get(address, MISSING))}</td></tr>'
        for rank, (address, source) in enumerate(place.sources.items(), 1)
    )
    end = 'class="wb-end"'
    names = f'<th class="wb-end wb-rank">Rank</th><th>Source</th><th {end}>Score</th><th {end}>{head}</th>'
    drawn = f'<table class="wb wb-table wb-compared"><thead><tr>{names}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<div class="wb"><p>{_summary(place, said)}</p>{drawn}</div>'


def _summary(place: Place, said: Iterable[Judgment]) -> str:
    """How far the rater and the ranking agree."""
    ranked = list(place.sources)
    decided = [one for one in said if one.answer in ("first", "second")]
    if place.asked_as == "grades":
        return f"Run {place.run.number} ranked them so; your grades stand beside it."
    if not decided:
        return f"Run {place.run.number} ranked them so; you saw no difference in any."
    alike = sum((ranked.index(one.first) < ranked.index(one.second)) == (one.answer == "first") for one in decided)
    return f"You and the ranking of run {place.run.number} agree on {alike:,} of {plural(len(decided), 'pair')}."


def _grades(said: Iterable[Judgment]) -> dict[str, str]:
    return {one.first: one.answer for one in said if one.answer.isdigit()}


def _wins(said: Iterable[Judgment]) -> dict[str, str]:
    won: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for one in said:
        if one.answer in ("first", "second", "equal"):
            met.update((one.first, one.second))
        if one.answer in ("first", "second"):
            won[one.first if one.answer == "first" else one.second] += 1
    return {address: f"{won[address]} of {count}" for address, count in met.items()}
