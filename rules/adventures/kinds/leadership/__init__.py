"""Leadership: an organization of followers and lieutenants that grows from downtime to downtime.

- ``facts``: the table of twenty levels, the organization, its base, benefits and downtime events, and its state
- ``events``: its events
- ``kind``: the kind itself, players' knowledge, documents and stat blocks
"""
