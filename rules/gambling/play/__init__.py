"""A table that plays a game: its players, rounds and log.

- ``state``: players, rounds with their bets, tries to cheat
- ``events``: what happens at a table, and its documents
- ``fold``: what an entry does; rolling for a round or a try to cheat
- ``receipts``: dice of the site computed again
- ``sentences``: the log in words
"""
