"""From raw bytes to a readable page: text, title, language and dates."""
