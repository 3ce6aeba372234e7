"""Research: a library of places with checks, points toward what can be learnt, and the time that passes meanwhile.

- ``facts``: places, checks with their maximum, thresholds, events by time, rivals
- ``play``: the state, the check and the events; ``secrets``: what players know of it; ``kind``: the kind itself
"""

from rules.adventures.kinds.research.kind import RESEARCH

__all__ = ["RESEARCH"]
