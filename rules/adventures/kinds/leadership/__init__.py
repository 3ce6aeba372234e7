"""Leadership: an organization of followers and lieutenants that grows from downtime to downtime.

- ``levels``: the table of twenty levels, and of which levels the people are
- ``facts``: the organization, its base, benefits and downtime events; ``shapes``: how documents write them
- ``play``: where it stands, and what a change of its followers brings; ``events``: what happens
- ``views``: what players know, documents and stat blocks; ``kind``: the kind itself
"""

from rules.adventures.kinds.leadership.kind import LEADERSHIP

__all__ = ["LEADERSHIP"]
