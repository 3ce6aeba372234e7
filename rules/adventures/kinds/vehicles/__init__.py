"""Vehicles: encounters with carriages, ships and stranger vehicles, which are driven, boarded and wrecked.

- ``facts``: stat blocks, the contents of the plain, the tables of propulsion
- ``geometry``: paths with their turning circles, and what they touch; ``state``: the state of everything
- ``numbers``: present Speed, AC, saves and DCs; ``moving``: the results of a move, and blows
- ``damage``: the effects of hits and of time: momentum, loss of control
- ``piloting``: actions of a round and the checks of pilots; ``fighting``: shots and saves
- ``steering``, ``events``: events without a check
- ``drawing``: the drawn plain, and JSON
- ``bringing``: vehicles that the organizer can bring in at any time
- ``kind``: the kind itself, players' knowledge, and stat blocks
"""
