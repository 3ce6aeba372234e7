"""The composition of a warband: its points, damage and saves, and the objectives that it can claim.

``analyse`` returns a frozen value for any roster, legal or not, and never raises; ``wording`` puts it into sentences.
Nothing here judges legality: ``rules.legality`` does.
"""
