"""Our own posts on *Settings*: edited as a draft, saved by their own button, never over another's change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.desk.sessions import Desk
from tests.desk.test_settings_page import FRESH, OTHER, PAGE, edited, table
from workbench.compose import Workbench
from workbench.records import Post


@pytest.fixture
def settings(desk: Callable[[], Desk], bench: Workbench) -> Desk:
    return desk().open(PAGE)


def retitled(shown: Desk, title: str) -> Desk:
    return table(shown, "posts", edited_rows={0: {"Title": title}})


def test_posts_are_edited_in_their_table(settings: Desk, bench: Workbench) -> None:
    before = bench.store.posts.list()
    table(
        settings,
        "posts",
        edited_rows={0: {"Title": "Another title"}},
        added_rows=[{"Title": "New", "Slug": "/posts/new/", "Status": "draft"}],
        deleted_rows=[1],
    )
    assert "3 unsaved posts" in settings.html
    title, slug = f"<code>{before[0].title}</code>", f"<code>{before[0].slug}</code>"
    assert f"Post {slug}: title {title} → <code>Another title</code>." in settings.html
    settings.press("settings.posts.save")
    after = {post.slug: post for post in bench.store.posts.list()}
    assert len(after) == len(before)
    assert after[before[0].slug].title == "Another title"
    assert (after["new"].title, after["new"].status) == ("New", "draft")
    assert before[1].slug not in after


def test_a_post_without_a_slug_is_a_sentence_and_nothing_is_saved(settings: Desk, bench: Workbench) -> None:
    before = bench.store.posts.list()
    table(settings, "posts", added_rows=[{"Title": "New"}], deleted_rows=[0])
    settings.press("settings.posts.save")
    assert "it has no slug" in settings.errors[0]
    assert bench.store.posts.list() == before


def test_edited_posts_survive_a_change_of_page_and_what_others_stored_meanwhile(
    settings: Desk, bench: Workbench
) -> None:
    first, second, third, *rest = bench.store.posts.list()
    retitled(settings, "Mine")
    settings.at.switch_page(OTHER).run()
    bench.store.posts.change({second.slug: (second, None), third.slug: (third, Post("Theirs", third.slug))})
    bench.store.posts.add([Post("Brand new", "brand-new")])
    settings.at.switch_page(PAGE).run()
    assert "1 unsaved post" in settings.checked().html
    assert "Changed by somebody else" not in settings.html
    settings.press("settings.posts.save")
    assert "unsaved post" not in settings.html
    assert f"{len(rest) + 3} posts stored." in settings.html
    kept = {first.slug: "Mine", third.slug: "Theirs", "brand-new": "Brand new"}
    assert {post.slug: post.title for post in bench.store.posts.list()} == {
        post.slug: post.title for post in rest
    } | kept


def test_a_save_over_posts_that_somebody_else_changed_is_told_and_not_done(settings: Desk, bench: Workbench) -> None:
    first = bench.store.posts.list()[0]
    retitled(settings, "Mine")
    bench.store.posts.change({first.slug: (first, Post("Theirs", first.slug, "draft"))})
    settings.press("settings.posts.save")
    assert "Somebody else changed the same posts while you were editing. Nothing was saved" in settings.errors[0]
    assert f"{first.slug} is “Theirs”, draft now, you want it “Mine”, published." in settings.errors[0]
    assert "<code>Theirs</code>, draft now" in settings.html
    assert bench.store.posts.list()[0].title == "Theirs"
    settings.press("settings.posts.compared").press("settings.posts.save")
    assert bench.store.posts.list()[0] == Post("Mine", first.slug)


def test_posts_and_settings_are_discarded_each_by_its_own_button(settings: Desk, bench: Workbench) -> None:
    retitled(edited(settings, FRESH, 9), "Mine")
    assert "1 unsaved post" in settings.html
    assert "1 unsaved edit" in settings.html
    settings.press("settings.discard")
    assert "1 unsaved post" in settings.html
    assert "1 unsaved edit" not in settings.html
    settings.press("settings.posts.discard")
    assert "unsaved post" not in settings.html
    assert settings.at.dataframe[-1].value["Title"][0] == bench.store.posts.list()[0].title
