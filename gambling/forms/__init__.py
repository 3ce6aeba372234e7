"""Forms for a game, and for the events at a table."""
