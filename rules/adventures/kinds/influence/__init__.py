"""Influence: a gathering, people to win over, and facts to discover about them.

- ``facts``: the people and the whole gathering
- ``play``: the state, Influence and Discover; ``events``: facts told by the organizer, people who come and go
- ``kind``: the kind itself, players' knowledge, and stat blocks
"""
