"""Host lists of the shared inputs: saved in normal form or refused; stored by hand, the valid entries count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cases
from tests.stores import fresh_store
from workbench.errors import SettingRefused
from workbench.settings import resolve
from workbench.settings.check import checked
from workbench.settings.load import defaults
from workbench.settings.parse import LONGEST_OTHER
from workbench.urls import covering, host_of

KEYS = ("research_tier1_domains", "research_tier2_domains")
LINES = [pytest.param(line, id=line["name"]) for line in cases("adversarial/domains.jsonl")]


@pytest.mark.parametrize("case", LINES)
def test_a_stored_list_gives_the_tier_that_is_expected(case: dict[str, Any]) -> None:
    research = resolve({key: case["input"][key] for key in KEYS}).settings.research
    host = host_of(case["input"]["url"])
    tiers = ((0.95, research.tier1_domains), (0.85, research.tier2_domains))
    assert next((score for score, entries in tiers if covering(host, entries)), 0.65) == case["assert"]["credibility"]


@pytest.mark.parametrize("case", LINES)
def test_a_saved_list_is_in_normal_form_or_refused(case: dict[str, Any], tmp_path: Path) -> None:
    store, given = fresh_store(tmp_path), {key: case["input"][key] for key in KEYS}
    found = resolve(given)
    if found.warnings:
        with pytest.raises(SettingRefused):
            store.settings.write(given)
        assert store.settings.rows() == {}
    else:
        store.settings.write(given)
        assert store.settings.resolve().settings == found.settings
        for text in store.settings.rows().values():
            assert ",".join(checked(KEYS[0], text)) == text
    store.close()


def test_what_is_left_out_is_said() -> None:
    found = resolve({KEYS[0]: "edu, a.*.example, school.example;x.example"})
    assert found.settings.research.tier1_domains == ("edu",)
    assert found.warnings == (f"{KEYS[0]}: left out what names no host: “a.*.example”, “school.example;x.example”.",)


def test_a_list_over_64_kib_is_no_list() -> None:
    text = ",".join(f"h{number}.example" for number in range(LONGEST_OTHER // 10))
    found = resolve({KEYS[0]: text})
    assert found.settings == defaults()
    assert len(found.warnings) == 1
    with pytest.raises(SettingRefused, match="at most 64 KiB"):
        checked(KEYS[0], text)
