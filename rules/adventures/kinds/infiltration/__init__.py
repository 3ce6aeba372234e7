"""Infiltrations: objectives behind obstacles, and the awareness of those who must not notice.

- ``facts``: objectives, obstacles, awareness, complications, opportunities; ``shapes``: how documents write them
- ``preparations``: the activities before it; ``preparing``: those in play
- ``state``: where it stands; ``play``: what follows from it; ``actions``: the checks inside
- ``events``: what happens without a check; ``views``: what players see
- ``blocks``: stat blocks; ``kind``: the kind itself
"""

from rules.adventures.kinds.infiltration.kind import INFILTRATION

__all__ = ["INFILTRATION"]
