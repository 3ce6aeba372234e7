"""Stat blocks from the text that people copy from books and reference sites.

- ``lines``: the lines of a text in plain signs, and lines that were broken put together again
- ``sections``: which lines belong together: name and traits, rows such as Speed, Strikes, spells, abilities
- ``heads``: where an ability begins; ``rows``, ``strikes``, ``spells``: what each kind of row says
- ``reading``: the stat block of a text, and the lines that could not be read
"""
