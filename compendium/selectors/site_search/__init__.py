"""One search over creatures, items, feats, spells and the glossary, best hits first, the same on every database.

``index`` is the index, and ``current`` keeps it up to date. ``parsing`` reads a query, ``spelling`` mends it and
``ranking`` finds and ranks. ``results`` draws the hits for the page of the search, ``glossary`` for that of the
glossary; ``listing`` finds the rows of a list.
"""
