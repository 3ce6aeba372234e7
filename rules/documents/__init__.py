"""Documents: the strict reading of JSON that every format goes through, and how older forms are brought up to date.

The formats themselves stand beside their nouns: ``rules.cards.documents``, ``rules.roster.model``,
``rules.building.draft``.
"""
