"""Reading games and tables."""
