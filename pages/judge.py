"""Judge: which of two sources is the better for a topic, or how good one is, asked by keyboard and by chance."""

from __future__ import annotations

from pages.parts import (
    faults,
    judge_agreement,
    judge_cards,
    judge_ended,
    judge_files,
    judge_foot,
    judge_head,
    judge_place,
)
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    place, fault = judge_place.read(desk)
    if place is None:
        judge_ended.nowhere(desk, fault)
    else:
        judge_head.draw(place)
        question = place.question
        if question:
            judge_cards.draw(place, question)
        else:
            judge_ended.draw(desk, place)
        judge_foot.draw(desk, place)
        judge_agreement.draw(place)
    judge_files.draw(desk)
