"""Numbers of settings as a person reads them."""

from __future__ import annotations

LEAST_DECIMALS, MOST_DECIMALS = 2, 6


def decimals(*values: float) -> int:
    """How many decimals show all of the values as they are: two at least, six at most."""
    fewer = range(LEAST_DECIMALS, MOST_DECIMALS)
    return next((count for count in fewer if all(round(value, count) == value for value in values)), MOST_DECIMALS)


def number(value: float, digits: int = 0) -> str:
    """A whole number with commas, any other with so many decimals, by default as many as show it as it is."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.{digits or decimals(value)}f}"
