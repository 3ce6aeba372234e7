"""One search over creatures, items, feats, spells, the glossary and pages, best hits first, the same on every database.

``index`` is the index, ``current`` keeps it up to date, and ``pages`` lists the pages of Muster. ``parsing`` reads a
query, ``spelling`` mends it, and ``ranking`` ranks the ``steps`` that found something: ``names``, ``facts``, names
``within`` a question or a description, and ``partly`` what has some of the words. ``results`` draws the hits for the
page of the search, ``glossary`` for that of the glossary; ``listing`` finds the rows of a list.
"""
