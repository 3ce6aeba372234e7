"""Reading logs: folded from their entries, or from a process's cache."""
