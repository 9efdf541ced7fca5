"""Settings on the desk: edited, refused, saved, stale, compared, restored."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pages.parts.words import said
from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.settings import FIELDS
from workbench.tuning.archive import Archive
from workbench.tuning.replay import replay
from workbench.tuning.whatif import what_if

PAGE, OTHER = "pages/settings.py", "pages/run_a_topic.py"
FRESH = "research_recency_fresh_days"
TIER1, TIER2 = "research_tier1_domains", "research_tier2_domains"


def edited(shown: Desk, key: str, value: int) -> Desk:
    shown.at.number_input(key=f"settings.{key}").set_value(value).run()
    return shown.checked()


def table(shown: Desk, key: str, **edits: object) -> Desk:
    """Edit a table as the browser would: by the place of the row."""
    begun = shown.at.session_state[f"settings.table.{key}"].key
    shown.at.session_state[begun] = {"edited_rows": {}, "added_rows": [], "deleted_rows": [], **edits}
    return shown.run()


def import_of(shown: Desk, name: str, text: str) -> Desk:
    """Choose a file to import."""
    shown.at.file_uploader(key="settings.import").set_value((name, text.encode(), "application/octet-stream"))
    return shown.run()


def save(shown: Desk, note: str = "") -> Desk:
    shown.press("settings.save")
    shown.at.text_input(key="settings.note").set_value(note)
    return shown.press("settings.save.now")


@pytest.fixture
def settings(desk: Callable[[], Desk], bench: Workbench) -> Desk:
    return desk().open(PAGE)


def test_every_setting_is_drawn_with_its_range_and_key(settings: Desk) -> None:
    for key, found in FIELDS.items():
        assert settings.html.count(f"<code>{key}</code>") >= 1, key
        assert f"<b>{found.title}</b>" in settings.html
        assert found.description.rstrip(".").replace("'", "&#x27;") in settings.html
    for words in ("0 to 400 words, 10 by default", "100 to 200,000 characters, 2,000 by default", ". On by default.",
                  "0 to 1,000, 0.40 by default", ". DuckDuckGo by default."):  # fmt: skip
        assert words in settings.html
    assert [one.value for one in settings.at.title] == ["Settings"]
    assert not settings.at.error


def test_an_edit_is_told_and_saved_as_a_version(settings: Desk, bench: Workbench) -> None:
    edited(settings, FRESH, 9)
    assert "Fresh up to <code>7</code> → <code>9</code> days." in settings.html
    assert settings.buttons["settings.save"].label == "Save as v2…"
    save(settings, "fresher")
    last = bench.store.settings.history(limit=1)[0]
    assert (last.version, last.note, last.changes) == (2, "fresher", {FRESH: (None, "9")})
    assert "Saved as v2. It is live in the next run." in settings.html
    assert "settings.save" not in settings.buttons


def test_an_edit_back_to_what_is_stored_is_no_edit(settings: Desk) -> None:
    assert "settings.save" in edited(settings, FRESH, 9).buttons
    assert "settings.save" not in edited(settings, FRESH, 7).buttons


def test_edits_survive_a_change_of_page_and_discard_takes_them_back(settings: Desk) -> None:
    edited(settings, FRESH, 9)
    table(settings, TIER1, added_rows=[{"In": True, "Host": "new.example"}])
    settings.at.switch_page(OTHER).run()
    settings.checked().at.switch_page(PAGE).run()
    settings.checked()
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 9
    assert "Tier 1 hosts: <code>new.example</code> added." in settings.html
    settings.press("settings.discard")
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 7
    assert "new.example" not in settings.html


def test_a_change_made_elsewhere_is_seen(settings: Desk, bench: Workbench) -> None:
    bench.store.settings.write({FRESH: 3}, author="somebody")
    settings.run()
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 3
    assert "settings.save" not in settings.buttons


def test_a_host_is_taken_off_and_another_comes_on(settings: Desk, bench: Workbench) -> None:
    table(
        settings, TIER1, edited_rows={2: {"In": False}}, added_rows=[{"In": True, "Host": "https://Docs.New.example/x"}]
    )
    assert "Tier 1 hosts: <code>docs.new.example</code> added, <code>ac.uk</code> taken off." in settings.html
    save(settings)
    assert bench.store.settings.resolve().settings.research.tier1_domains == (
        "edu", "gov", "edu.example", "gov.example", "docs.new.example",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("key", "host", "words"),
    [
        (TIER1, "not a host", "has an entry that names no host: “not a host”"),
        (TIER2, "com", "takes hosts that somebody owns; anyone can register under com"),
    ],
)
def test_what_may_not_be_saved_is_refused_in_a_sentence(
    settings: Desk, bench: Workbench, key: str, host: str, words: str
) -> None:
    table(settings, key, added_rows=[{"In": True, "Host": host}])
    assert words in settings.errors[0]
    settings.press("settings.save")
    assert "settings.save.now" not in settings.buttons
    assert bench.store.settings.version() == 1


def test_a_stale_save_is_told_first_and_goes_through_once_compared(settings: Desk, bench: Workbench) -> None:
    edited(settings, FRESH, 9)
    bench.store.settings.write({FRESH: 3}, author="somebody")
    save(settings)
    assert "Another editor saved v2 while you were editing" in settings.errors[-1]
    assert bench.store.settings.resolve().settings.research.recency_fresh_days == 3
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 9
    settings.at.session_state["desk.asking"] = None
    settings.run()
    assert "v2 changed the same while you were editing" in settings.html
    settings.press("settings.see").press("settings.rebase")
    save(settings)
    assert bench.store.settings.resolve().settings.research.recency_fresh_days == 9


def test_a_change_of_another_key_is_not_stale(settings: Desk, bench: Workbench) -> None:
    edited(settings, FRESH, 9)
    bench.store.settings.write({"research_min_snippet_words": 12}, author="somebody")
    save(settings)
    held = bench.store.settings.resolve().settings.research
    assert (held.recency_fresh_days, held.min_snippet_words) == (9, 12)


def test_see_the_change_says_what_it_would_do_to_stored_runs(settings: Desk, bench: Workbench) -> None:
    table(settings, TIER1, edited_rows={4: {"In": False}})
    settings.press("settings.see")
    archive = Archive([bench.store.runs.get(1)])
    kept = bench.store.settings.resolve().settings.research.tier1_domains
    tried = bench.store.settings.resolve({TIER1: ",".join(host for host in kept if host != kept[4])}).settings
    found = what_if(replay(archive, bench.store.settings.resolve().settings), replay(archive, tried))
    assert (found.runs, found.first) == (1, 1)
    assert "Tried on the last 1 finished run." in settings.html
    for sentence in found.sentences:
        assert f"<p>{said(sentence)}</p>" in settings.html


def test_any_version_can_be_compared_and_restored(settings: Desk, bench: Workbench) -> None:
    save(edited(settings, FRESH, 9))
    settings.at.selectbox(key="settings.version").set_value(1).run()
    settings.press("settings.compare")
    assert "Fresh up to <code>7</code> → <code>9</code> days." in settings.html
    settings.press("settings.restore").press("settings.restore.now")
    assert bench.store.settings.resolve().settings.research.recency_fresh_days == 7
    assert bench.store.settings.history(limit=1)[0].note == "back to version 1"
    assert "v1 holds again, saved as v3." in settings.html


def test_a_restore_overwrites_nothing_that_was_saved_since_its_dialog_was_opened(
    settings: Desk, bench: Workbench
) -> None:
    held = bench.store.settings
    for days in (9, 11):
        held.write({FRESH: days})
    settings.run().at.selectbox(key="settings.version").set_value(2).run()
    settings.press("settings.restore")
    held.write({FRESH: 3}, author="somebody")
    settings.press("settings.restore.now")
    assert "Another editor saved v4 while you were editing" in settings.errors[-1]
    assert held.resolve().settings.research.recency_fresh_days == 3
    settings.press("settings.restore.compared")
    assert "Restore v2 as v5" in [button.label for button in settings.at.button]
    settings.press("settings.restore.now")
    assert (held.resolve().settings.research.recency_fresh_days, held.version()) == (9, 5)


def test_references_are_a_table(settings: Desk, bench: Workbench) -> None:
    key = "known_references_json"
    table(settings, key, added_rows=[{"Keyword": "kiln", "Title": "Kiln <b>book", "Address": "https://kiln.example/"}])
    added = "<code>Kiln &lt;b&gt;book</code> (<code>https://kiln.example/</code>) added to <code>kiln</code>"
    assert f"Reference links: {added}." in settings.html
    save(settings)
    stored = json.loads(bench.store.settings.resolve().settings.known_references_json)
    assert stored["kiln"] == [{"title": "Kiln <b>book", "url": "https://kiln.example/"}]


def test_the_tester_places_an_address_by_the_edited_lists(settings: Desk) -> None:
    settings.at.text_input(key="settings.tester").set_value("https://www.energy.gov.example:443/x?y=1").run()
    assert "<b>0.95, tier 1</b>" in settings.checked().html
    table(settings, TIER1, edited_rows={4: {"In": False}})
    assert "<b>0.65, no tier</b>" in settings.html


def test_a_value_edited_by_hand_is_warned_about(settings: Desk, bench: Workbench) -> None:
    from sqlalchemy import text

    with bench.store.database.writing() as session:
        session.execute(text("INSERT INTO app_settings VALUES ('research_min_snippet_words', 'a<b>ha')"))
    settings.run()
    assert "the default is used" in settings.at.warning[0].value.replace("\\", "")


def test_an_empty_workbench_shows_its_settings(desk: Callable[[], Desk], bench: Workbench) -> None:
    bench.store.settings.restore(0)
    shown = desk().open(PAGE)
    assert not shown.errors
    assert shown.at.dataframe[-1].value["Title"].size == 17


def test_a_preset_is_taken_over_as_unsaved_edits(settings: Desk, bench: Workbench) -> None:
    edited(settings, FRESH, 9).press("settings.preset.save")
    settings.at.text_input(key="settings.preset.name").set_value("news")
    settings.press("settings.preset.now")
    assert [one.name for one in bench.store.presets.list()] == ["news"]
    settings.press("settings.discard")
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 7
    settings.press("settings.preset.take")
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 9
    assert "settings.save" in settings.buttons
    settings.press("settings.preset.delete").press("settings.preset.undo")
    assert [one.name for one in bench.store.presets.list()] == ["news"]


def test_a_file_of_settings_becomes_unsaved_edits_or_a_sentence(settings: Desk, bench: Workbench) -> None:
    import_of(settings, "mine.json", json.dumps({FRESH: 9}))
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 9
    assert bench.store.settings.resolve().settings.research.recency_fresh_days == 7
    for name, text, words in (
        ("x.json", "{", "is no JSON"),
        ("x.toml", "[research]\nrecency_fresh_days = -4", "must be between"),
        ("x.json", '{"nothing": 1}', "nothing"),
    ):
        import_of(settings, name, text)
        assert words in settings.errors[0]
        assert settings.at.number_input(key=f"settings.{FRESH}").value == 9


@pytest.mark.parametrize(("key", "value", "words"), [
    (FRESH, 99_999_999, "must be between 0 and 36500; 99999999 was not saved."),
    ("research_search_rank_weight", -1.4, "must be between 0 and 1000; -1.4 was not saved."),
])  # fmt: skip
def test_a_number_out_of_its_range_is_a_sentence_and_not_the_last_one_that_fitted(
    settings: Desk, bench: Workbench, key: str, value: float, words: str
) -> None:
    settings.at.number_input(key=f"settings.{key}").set_value(value).run()
    assert words in settings.checked().errors[0]
    settings.press("settings.save")
    assert "settings.save.now" not in settings.buttons
    assert bench.store.settings.version() == 1
    settings.press("settings.discard")
    assert not settings.errors


def test_an_author_is_at_most_a_line_long(settings: Desk, bench: Workbench) -> None:
    from sqlalchemy import text

    settings.press("settings.preset.save")
    assert settings.at.text_input(key="keep.author").max_chars == 120
    with bench.store.database.writing() as session:
        session.execute(text("UPDATE setting_versions SET author = :author"), {"author": "An\nna " * 90})
    settings.run()
    assert any(" by An na An na An na An na An na A…. A change" in one.value for one in settings.at.caption)
    assert "<span>An na An na An na An na An na A…</span>" in settings.html


def test_a_file_that_is_no_utf_8_is_refused(settings: Desk, bench: Workbench) -> None:
    for name, data in (
        ("x.json", '{"web_research_user_agent": "h\xe9llo"}'.encode("latin-1")),
        ("x.toml", '[web_research]\nuser_agent = "h\xe9llo"'.encode("latin-1")),
    ):
        settings.at.file_uploader(key="settings.import").set_value((name, data, "application/octet-stream"))
        assert f"{name} is not UTF-8 text (byte " in settings.run().errors[0]
        assert "settings.save" not in settings.buttons


def test_a_preset_deleted_elsewhere_is_a_line_and_an_undo_overwrites_none(settings: Desk, bench: Workbench) -> None:
    bench.store.presets.save("mine", {FRESH: "20"})
    settings.run().press("settings.preset.delete")
    bench.store.presets.save("mine", {FRESH: "33"})
    settings.press("settings.preset.undo")
    assert {one.name: one.changes[FRESH] for one in bench.store.presets.list()} == {"mine": "33", "mine 2": "20"}
    for key in ("settings.preset.delete", "settings.preset.take"):
        settings.run()
        for one in bench.store.presets.list():
            bench.store.presets.delete(one.name)
        settings.press(key)
        assert any("was deleted" in one.value for one in settings.at.caption)
        bench.store.presets.save("mine", {FRESH: "33"})


def test_edits_that_a_preset_replaced_come_back(settings: Desk, bench: Workbench) -> None:
    bench.store.presets.save("mine", {FRESH: "20"})
    edited(settings.run(), FRESH, 77).press("settings.preset.take")
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 20
    settings.press("settings.edits.back")
    assert settings.at.number_input(key=f"settings.{FRESH}").value == 77
    assert "settings.edits.back" not in settings.buttons
