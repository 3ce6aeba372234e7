"""Writing: people's games, tables, and the events at them."""
