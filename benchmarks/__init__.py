"""Measurements, side by side, one command each: `python -m benchmarks.NAME`."""
