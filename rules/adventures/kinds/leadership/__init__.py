"""Leadership: an organization of followers and lieutenants that grows from downtime to downtime.

- ``facts``: the table of twenty levels, the organization, its base, benefits and downtime events, and where it stands
- ``events``: what happens
- ``kind``: the kind itself, what players know, documents and stat blocks
"""
