"""One search over creatures, items, feats, spells and the glossary, best hits first, the same on every database.

``index`` is what is searched, and reads filters; ``current`` keeps it up to date, ``ranking`` finds and ranks, and
``results`` draws what was found and puts the page together.
"""
