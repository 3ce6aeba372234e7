"""Influence: a gathering, people to win over, and what the party finds out about them.

- ``people``: the stat blocks; ``facts``: the whole gathering
- ``play``: the state; ``actions``: Influence and Discover; ``events``: facts that are told, people who come and go
- ``secrets``: what players know of it; ``kind``: the kind itself
"""

from rules.adventures.kinds.influence.kind import INFLUENCE

__all__ = ["INFLUENCE"]
