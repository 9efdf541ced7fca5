"""Numbers that are given out once, in order, whatever the clock says."""

from __future__ import annotations

from sqlmodel import Session, col, select

from workbench.store.tables import Counter


def held(session: Session, name: str) -> Counter:
    """The counter, kept from other writers until the session ends."""
    return session.exec(select(Counter).where(col(Counter.name) == name).with_for_update()).one()


def following(session: Session, name: str) -> int:
    """The next number."""
    counter = held(session, name)
    counter.value += 1
    session.add(counter)
    session.flush()
    return counter.value
