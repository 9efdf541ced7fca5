"""Opening a store: what is made, what is refused, what is left as it was."""

from __future__ import annotations

from pathlib import Path

from workbench.store import Store, open_store


def test_a_new_store_is_for_its_owner_alone_and_opens_again(home: Path) -> None:
    open_store().close()
    assert (home / "workbench.db").stat().st_mode & 0o777 == 0o600
    again = open_store()
    assert again.info()["counts"]["runs"] == 0
    again.close()


def test_the_fixture_is_a_migrated_store(store: Store) -> None:
    assert store.settings.version() == 0
