"""Reputation: what organizations think of the party.

- ``facts``: organizations, standings, the value of deeds and which count at which standing
- ``events``: favors, disservices, the worst deed, changes by hand
- ``kind``: the kind itself, the points over scenarios, and stat blocks
"""
