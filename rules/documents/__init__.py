"""Documents: the strict reading of JSON for every format, and the upgrade of older forms.

The formats are in the modules of their nouns: ``rules.cards.documents``, ``rules.roster.model``,
``rules.building.draft``.
"""
