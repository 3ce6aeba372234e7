"""Stat blocks from text that people copy from books and reference sites.

- ``lines``: the lines of a text in plain signs, with broken lines joined
- ``sections``: which lines belong together: name and traits, rows such as Speed, Strikes, spells, abilities
- ``heads``: the start of an ability; ``rows``, ``strikes``, ``spells``: the content of each kind of row
- ``reading``: the stat block of a text, and the unread lines
"""
