"""Forms of adventures: events of any kind, checks, and participants."""
