"""The shared parts of pages of games played by events."""
