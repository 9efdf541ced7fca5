"""Starts the desk: Streamlit in this process, one worker as its child."""

from workbench.desk.serve import serve

__all__ = ["serve"]
