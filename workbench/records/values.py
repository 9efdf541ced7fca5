"""Records as JSON-ready values, and back."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


@lru_cache(maxsize=64)
def _adapter(kind: Hashable) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(cast(Any, kind))


def dump(record: object, kind: Any = None) -> Any:
    """A record as JSON-ready values; `kind` names its type where it is a bare tuple."""
    return _adapter(cast(Hashable, kind or type(record))).dump_python(record, mode="json")


def load(kind: type[T], data: Any) -> T:
    """The record that `dump` made the values of; values of another shape raise `ValueError`."""
    loaded: T = _adapter(cast(Hashable, kind)).validate_python(data)
    return loaded
