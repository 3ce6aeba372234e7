"""A table that plays a game: its players, rounds and log.

- ``state``: players, rounds with their bets, tries to cheat; what happens at a table, and its documents
- ``fold``: what an entry does, dice of the site computed again, and the log in words
"""
