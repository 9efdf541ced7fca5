"""Numbers that are given out once, in order, whatever the clock says."""

from __future__ import annotations

from sqlmodel import Session, col, select

from workbench.store.tables import Counter


def held(session: Session, name: str) -> Counter:
    """The counter, kept from other writers until the session ends."""
    return session.exec(select(Counter).where(col(Counter.name) == name).with_for_update()).one()


def following(counter: Counter) -> int:
    """The next number of a held counter."""
    counter.value += 1
    return counter.value
