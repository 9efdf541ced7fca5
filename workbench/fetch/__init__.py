"""Fetching pages of the web through one guard."""
