"""How alike two texts are, and what that makes one cluster."""
