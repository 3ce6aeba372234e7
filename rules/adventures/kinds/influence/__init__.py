"""Influence: a gathering, people to win over, and what the party finds out about them.

- ``facts``: the people and the whole gathering
- ``play``: the state, Influence and Discover; ``events``: facts that are told, people who come and go
- ``kind``: the kind itself, what players know of it, and stat blocks
"""
