"""Runs of Chinese, Japanese and Korean become pairs that a reader never sees."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.store.bigrams import paired, unpaired

MIXED = st.text(st.sampled_from("水質ああー가 \u3000\na1。-"))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", ""),
        ("River quality", "River quality"),
        ("水", "水"),
        ("水質調査", "水質|質調|調査"),
        ("水質 調査", "水質 調査"),
        ("Python言語2", "Python|言語|2"),
        ("水。質", "水|。|質"),
        ("ああああ", "ああ|ああ|ああ"),
    ],
)
def test_a_run_is_its_overlapping_pairs_apart_from_what_stands_beside_it(text: str, pieces: str) -> None:
    assert paired(text).replace("\u2009", "|") == pieces


@given(MIXED | st.text().map(lambda text: text.replace("\u2009", "")))
def test_what_was_paired_can_be_read_again(text: str) -> None:
    assert unpaired(paired(text)) == text


@given(MIXED)
def test_every_two_neighbours_of_a_run_stand_as_a_word(text: str) -> None:
    words = paired(text).split()
    for left, right in itertools.pairwise(text):
        if left in "水質あー가" and right in "水質あー가":
            assert left + right in words
