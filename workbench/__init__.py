"""A topic becomes a research_context that a writer can cite."""
