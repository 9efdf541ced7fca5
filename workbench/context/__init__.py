"""The `research_context` as the writer gets it."""

from workbench.context.render import SENTINEL, is_render, log_line, render

__all__ = ["SENTINEL", "is_render", "log_line", "render"]
