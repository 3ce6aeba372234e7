"""Writing: games that people keep, tables, and what happens at them."""
