"""Writing to logs."""
