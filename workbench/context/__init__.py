"""The `research_context` as the writer gets it."""

from workbench.context.excerpt import Cut, cut, most_characters, page_text
from workbench.context.parts import SENTINEL, Part, PartKind, parts, parts_of
from workbench.context.render import Starts, excerpt, is_render, log_line, render, starts_of

__all__ = [
    "SENTINEL",
    "Cut",
    "Part",
    "PartKind",
    "Starts",
    "cut",
    "excerpt",
    "is_render",
    "log_line",
    "most_characters",
    "page_text",
    "parts",
    "parts_of",
    "render",
    "starts_of",
]
