"""Hexploration: a wilderness of hexes, twelve miles each, that groups travel and explore day by day.

- ``hexes``: labels, directions and distances; ``tables``: the tables of the rules
- ``facts``: the map as it was prepared, and its encounters; ``shapes``: how documents write them
- ``play``: where the groups are, what is known; ``days``: Speeds, activities of a day, forced marches and rest
- ``travel``: what a hex costs, a hex that is made, and how one is entered
- ``actions``: checks; ``events``: what groups do; ``organizing``: what the organizer does; ``encounters``: random ones
- ``views``: what players know, documents and stat blocks; ``drawing``: the map; ``kind``: the kind itself
"""

from rules.adventures.kinds.hexploration.kind import HEXPLORATION

__all__ = ["HEXPLORATION"]
