"""What a host and a date say about a result."""
