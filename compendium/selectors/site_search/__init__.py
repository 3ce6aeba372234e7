"""One search over creatures, items, feats, spells and the glossary, best hits first, the same on every database.

``index`` is what is searched and ``current`` keeps it up to date. ``parsing`` reads a query, ``spelling`` mends it and
``ranking`` finds and ranks. ``results`` draws what was found for the page of the search, ``glossary`` for that of the
glossary; ``listing`` says which rows of a list were found.
"""
