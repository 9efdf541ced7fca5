"""Runs: what was run, found again, compared, tagged, run again, deleted with a way back."""

from __future__ import annotations

from pages.parts import faults, runs_compare, runs_list, runs_place
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    place = runs_place.read()
    if place.compare:
        runs_compare.draw(desk, place.compare)
    else:
        runs_list.draw(desk, place)
