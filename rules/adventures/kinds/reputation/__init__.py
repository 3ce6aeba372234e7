"""Reputation: what organizations think of the party.

- ``facts``: organizations, standings, what deeds are worth and what counts at which standing
- ``events``: favors, disservices, the worst of deeds, by hand
- ``kind``: the kind itself, the points over scenarios, and stat blocks
"""
