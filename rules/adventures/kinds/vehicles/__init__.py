"""Vehicles: encounters in which carriages, ships and stranger things are driven, boarded and wrecked.

- ``facts``: stat blocks, what stands on the plain, the tables of propulsion; ``shapes``: how documents write them
- ``geometry``: paths with their turning circles, and what they touch; ``state``: where everything stands
- ``numbers``: Speed, AC, saves and DCs now; ``turns``: actions of a round, and who may drive
- ``moving``: what a move brings; ``blows``, ``damage``: what a hit brings; ``rounds``: momentum, loss of control
- ``piloting``, ``fighting``: the checks; ``steering``, ``events``, ``saving``: what happens without one
- ``views``: what players know; ``drawing``: the plain as it is drawn; ``documents``: JSON; ``blocks``: stat blocks
- ``ready``, ``bringing``: vehicles that the organizer can bring in at any time
- ``kind``: the kind itself
"""

from rules.adventures.kinds.vehicles.kind import VEHICLES

__all__ = ["VEHICLES"]
