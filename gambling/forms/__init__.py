"""What people fill in: a game, and what happens at a table."""
