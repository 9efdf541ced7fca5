"""The pages of the desk, one short script each."""
