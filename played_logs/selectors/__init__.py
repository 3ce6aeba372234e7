"""Reading logs: folded from their entries, or from what a process has kept."""
