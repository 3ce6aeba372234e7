"""Reputation: what organizations think of the party.

- ``facts``: organizations, standings, what deeds are worth
- ``play``: what counts at which standing; ``events``: favors, disservices, the worst of deeds, by hand
- ``drawing``: the points over scenarios; ``blocks``: stat blocks; ``kind``: the kind itself
"""

from rules.adventures.kinds.reputation.kind import REPUTATION

__all__ = ["REPUTATION"]
