"""A table that plays a game: its players, rounds and log.

- ``state``: players, rounds with their bets, attempts to cheat; events at a table, and its documents
- ``fold``: the effect of an entry, recomputed dice of the site, and the log in words
"""
