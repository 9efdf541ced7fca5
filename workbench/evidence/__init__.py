"""What people judged and what they expect: measures, fitted weights, the next question, pins and their verdicts."""
