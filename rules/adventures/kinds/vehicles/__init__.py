"""Vehicles: encounters in which carriages, ships and stranger things are driven, boarded and wrecked.

- ``facts``: stat blocks, what stands on the plain, the tables of propulsion
- ``geometry``: paths with their turning circles, and what they touch; ``state``: where everything stands
- ``numbers``: Speed, AC, saves and DCs now; ``moving``: what a move brings, and blows
- ``damage``: what a hit brings, and time: momentum, loss of control
- ``piloting``: actions of a round and the checks of pilots; ``fighting``: shots and saves
- ``steering``, ``events``: what happens without a check
- ``drawing``: the plain as it is drawn, and JSON
- ``bringing``: vehicles that the organizer can bring in at any time
- ``kind``: the kind itself, what players know, and stat blocks
"""
